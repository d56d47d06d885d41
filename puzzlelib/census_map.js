// A map of the census: a canvas with one little rectangle a ring, the groups of columns below it, and a legend with numbers.
const SHADES = {
  light: ["#ffffff", "#cdd6f4", "#93a5e6", "#4057c2", "#141d4d"],
  dark: ["#111111", "#2b3566", "#4057c2", "#93a5e6", "#f2f2f2"],
};

function render({ model, el }) {
  el.classList.add("eo-census");
  const canvas = document.createElement("canvas");
  canvas.setAttribute("role", "img");
  const groups = document.createElement("div");
  groups.className = "eo-census-groups";
  const legend = document.createElement("ul");
  legend.className = "eo-census-legend";
  el.append(canvas, groups, legend);

  function dark() {
    return document.body.dataset.jpThemeLight === "false" && !model.get("contrast");
  }

  function draw() {
    const columns = model.get("columns");
    const cells = new Uint8Array(model.get("cells").buffer ?? model.get("cells"), model.get("cells").byteOffset ?? 0, 12 * columns);
    const colours = SHADES[dark() ? "dark" : "light"];
    canvas.width = 2 * columns;
    canvas.height = 12 * 10;
    const pen = canvas.getContext("2d");
    const count = colours.map(() => 0);
    cells.forEach((shade, place) => {
      count[shade] += 1;
      pen.fillStyle = colours[shade];
      pen.fillRect(2 * Math.floor(place / 12), 10 * (place % 12), 2, 10);
    });
    const names = model.get("names");
    const words = names.map((name, shade) => `${name}: ${count[shade].toLocaleString("en")} rings`);
    canvas.setAttribute("aria-label", `Map of ${(12 * columns).toLocaleString("en")} rings; covered of their 720 instances: ${words.join(", ")}`);
    legend.replaceChildren(...words.map((text, shade) => {
      const item = document.createElement("li");
      const swatch = document.createElement("span");
      swatch.style.background = colours[shade];
      item.append(swatch, document.createTextNode(text));
      return item;
    }));
  }

  function label() {
    groups.replaceChildren(...model.get("groups").map(([words, columns]) => {
      const group = document.createElement("span");
      group.style.flex = `${columns} 0 0`;
      group.title = words;
      group.textContent = columns > 20 ? words : "";
      return group;
    }));
  }

  const theme = new MutationObserver(draw);
  theme.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  model.on("change:cells change:contrast", draw);
  label();
  draw();
  return () => theme.disconnect();
}

export default { render };
