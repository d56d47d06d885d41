import { cost, grouped, make, numbers } from "./dom.js";

const COSTS = { bound: "bound of this node", incumbent: "incumbent" };

export class CountersView {
  constructor(sheet, still) {
    this.sheet = sheet;
    this.names = still.names;
    this.causes = numbers(still.causes);
    this.costs = ["bound", "incumbent"].filter((name) => still[name]).map((name) =>
      [name, numbers(still[name], "f8")]);
    this.node = make("div.eo-counters");
  }

  draw(step) {
    const { kinds, names, levels } = this.sheet;
    const count = new Float64Array(names.length), why = new Float64Array(this.names.length + 1);
    let deepest = 0;
    for (let k = 0; k <= step; k++) {
      count[kinds[k]]++;
      why[this.causes[k]]++;
      if (levels[k] > deepest) deepest = levels[k];
    }
    const of = (...kind) => kind.reduce((sum, name) => sum + (count[names.indexOf(name)] || 0), 0);
    const reasons = this.names.map((name, i) => [name, why[i + 1]]).filter(([, n]) => n);
    const rows = [["nodes (tries)", of("try", "decide")], ["dead ends", of("conflict")],
      ...reasons.map(([name, n]) => [name, n, true]),
      ["solutions", of("answer")], ...this.costs.map(([name, values]) =>
        [COSTS[name], Number.isNaN(values[step]) ? "none" : cost(values[step])]),
        ["level now", levels[step] ?? 0], ["deepest level", deepest]];
    this.node.replaceChildren(make("table.eo-counts", ...rows.map(([name, n, inner]) =>
      make("tr", { class: inner ? "eo-inner" : "" }, make("th", { scope: "row" }, name),
        make("td.eo-number", typeof n === "string" ? n : grouped(n))))));
    for (const [name, values] of this.costs) this.node.dataset[name] = String(values[step]);
    this.node.dataset.nodes = of("try", "decide");
    this.node.dataset.deadEnds = of("conflict");
  }
}
