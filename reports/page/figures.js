"use strict";
// Draws each figure from its specification. Expressions are interpreted, because the content policy lets no string
// become code; colours are names of the style sheet, so night and paper need no second drawing.
document.documentElement.classList.add("scripted");

const figureStyle = {
  background: null,
  font: "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif",
  padding: { left: 2, right: 12, top: 6, bottom: 2 },
  view: { stroke: null },
  axis: {
    labelColor: "var(--soft)", titleColor: "var(--soft)", domainColor: "var(--line)", tickColor: "var(--line)",
    gridColor: "var(--line)", labelFontSize: 12, titleFontSize: 12, titleFontWeight: 500, titlePadding: 10,
    labelPadding: 6, gridOpacity: 0.8,
  },
  legend: {
    orient: "top", labelColor: "var(--ink)", titleColor: "var(--soft)", labelFontSize: 12.5, titleFontSize: 12,
    titleFontWeight: 500, labelLimit: 320, symbolSize: 90, columnPadding: 18, offset: 12,
  },
  text: { fill: "var(--ink)", fontSize: 12 },
  rule: { color: "var(--quiet)" },
};

const hintBox = document.createElement("div");
hintBox.id = "hint";
hintBox.hidden = true;
hintBox.setAttribute("role", "status");
document.body.append(hintBox);

function showHint(_, event, item, value) {
  hintBox.hidden = !value;
  if (!value) return;
  const lines = typeof value === "object" ? Object.entries(value).map(([name, text]) => `${name}: ${text}`) : [value];
  const about = document.getElementById(`word-${value.item}`);
  if (about) lines.push("", about.firstElementChild.textContent);
  hintBox.textContent = lines.join("\n");
  const box = hintBox.getBoundingClientRect();
  const right = event.clientX + 14 + box.width > innerWidth;
  hintBox.style.left = `${Math.max(4, right ? event.clientX - 14 - box.width : event.clientX + 14)}px`;
  hintBox.style.top = `${Math.max(4, Math.min(event.clientY + 12, innerHeight - box.height - 4))}px`;
}

async function save(view, name) {
  const colours = getComputedStyle(document.documentElement);
  const text = (await view.toSVG()).replace(/var\((--[\w-]+)\)/g, (_, colour) => colours.getPropertyValue(colour).trim());
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  link.download = `${name}.svg`;
  link.click();
  URL.revokeObjectURL(link.href);
}

async function draw(figure) {
  const spec = JSON.parse(figure.querySelector("script.spec").textContent);
  const plot = figure.querySelector(".plot");
  const compiled = vega.compile(spec, { config: figureStyle }).spec;
  const view = new vega.View(vega.parse(compiled, null, { ast: true }), {
    expr: vega.expressionInterpreter, renderer: "svg", container: plot, hover: true, tooltip: showHint,
  });
  await view.runAsync();
  figure.querySelector("[data-choice]")?.addEventListener("change", (event) => {
    view.signal("choice", Number(event.target.value)).runAsync();
  });
  figure.querySelector("[data-save]").addEventListener("click", () => save(view, figure.id));
}

(async () => {
  for (const figure of document.querySelectorAll("figure")) {
    try {
      await draw(figure);
    } catch (error) {
      figure.querySelector(".plot").textContent = "This figure could not be drawn; its numbers stand below.";
      console.error(error);
    }
  }
  document.documentElement.dataset.drawn = "yes";
})();
