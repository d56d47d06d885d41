import { make } from "../../../kit/cards/browser/dom.js";
import { COST_NAMES, countersAt } from "./logic/counted.js";
import { grouped, numbers } from "../../../kit/cards/browser/logic/numbers.js";

export class CountersView {
  constructor(sheet, still) {
    Object.assign(this, { sheet, names: still.names, causes: numbers(still.causes) });
    this.costs = COST_NAMES.filter((name) => still[name]).map((name) => [name, numbers(still[name], "f8")]);
    this.node = make("div.eo-counters");
  }

  draw(step) {
    const { rows, nodes, deadEnds } = countersAt(this.sheet, step, this.names, this.causes, this.costs);
    this.node.replaceChildren(make("table.eo-counts", ...rows.map(([name, n, inner]) =>
      make("tr", { class: inner ? "eo-inner" : "" }, make("th", { scope: "row" }, name),
        make("td.eo-number", typeof n === "string" ? n : grouped(n))))));
    for (const [name, values] of this.costs) this.node.dataset[name] = values[step];
    Object.assign(this.node.dataset, { nodes, deadEnds });
  }
}
