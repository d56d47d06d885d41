import { cost, grouped, make, numbers } from "./dom.js";

const COSTS = { bound: "bound of this node", incumbent: "incumbent" };

export class CountersView {
  constructor(sheet, still) {
    Object.assign(this, { sheet, names: still.names, causes: numbers(still.causes) });
    this.costs = Object.keys(COSTS).filter((name) => still[name]).map((name) =>
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
      deepest = Math.max(deepest, levels[k] ?? 0);
    }
    const of = (name) => count[names.indexOf(name)] ?? 0;
    const nodes = of("try") + of("decide"), deadEnds = of("conflict");
    const reasons = this.names.map((name, i) => [name, why[i + 1], true]).filter(([, n]) => n);
    const rows = [["nodes (tries)", nodes], ["dead ends", deadEnds], ...reasons, ["solutions", of("answer")],
      ...this.costs.map(([name, values]) =>
        [COSTS[name], Number.isNaN(values[step]) ? "none" : cost(values[step])]),
      ["level now", levels[step] ?? 0], ["deepest level", deepest]];
    this.node.replaceChildren(make("table.eo-counts", ...rows.map(([name, n, inner]) =>
      make("tr", { class: inner ? "eo-inner" : "" }, make("th", { scope: "row" }, name),
        make("td.eo-number", typeof n === "string" ? n : grouped(n))))));
    for (const [name, values] of this.costs) this.node.dataset[name] = values[step];
    Object.assign(this.node.dataset, { nodes, deadEnds });
  }
}
