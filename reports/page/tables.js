// Tables sort by the numbers behind their words, and long ones can be filtered.
function sortKey(row, column) {
  const cell = row.cells[column];
  const text = cell.dataset.value ?? cell.textContent;
  const number = Number(text);
  return text.trim() === "" || Number.isNaN(number) ? text : number;
}

function compareKeys(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
  return a.localeCompare(b);
}

function sortBy(table, column) {
  const heads = [...table.tHead.rows[0].cells];
  const down = heads[column].getAttribute("aria-sort") === "ascending";
  heads.forEach((head, i) => head.setAttribute("aria-sort", i !== column ? "none" : down ? "descending" : "ascending"));
  const body = table.tBodies[0];
  const rows = [...body.rows].map((row) => ({ row, key: sortKey(row, column) }));
  rows.sort((a, b) => (down ? compareKeys(b.key, a.key) : compareKeys(a.key, b.key)));
  for (const { row } of rows) row.classList.remove("opens");
  body.append(...rows.map(({ row }) => row));
}

for (const table of document.querySelectorAll("table.sortable")) {
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    head.setAttribute("aria-sort", "none");
    head.querySelector("button").addEventListener("click", () => sortBy(table, column));
  });
  const rows = [...table.tBodies[0].rows];
  if (rows.length <= 20) continue;
  const label = document.createElement("label");
  label.className = "filter";
  label.textContent = "Only rows with";
  const words = document.createElement("input");
  words.type = "search";
  const shown = document.createElement("output");
  words.addEventListener("input", () => {
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !wanted.every((word) => text.includes(word));
      if (!row.hidden) ++count;
    }
    shown.textContent = wanted.length ? `${count} of ${rows.length} rows` : "";
  });
  label.append(words, shown);
  table.closest(".scroll").before(label);
}
