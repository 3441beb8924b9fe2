// Makes vega.min.js of the packages beside it, with the licence of each package that is in it at its head.
// usage: node bundle.mjs OUTPUT, in a folder where the packages of package.json are installed
import { readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const made = await build({
  entryPoints: ["entry.mjs"],
  // Of all of Vega, Vega-Lite takes four helpers, which vega-util has.
  alias: { vega: "vega-util" },
  bundle: true,
  minify: true,
  format: "iife",
  globalName: "vega",
  target: "es2020",
  charset: "ascii",
  legalComments: "none",
  metafile: true,
  write: false,
});

const inputs = Object.values(made.metafile.outputs)[0].inputs;
const packages = new Set();
for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
  const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
  if (name && bytesInOutput > 0) packages.add(name);
}

const read = (name, file) => readFileSync(`node_modules/${name}/${file}`, "utf8");
const under = new Map();
for (const name of [...packages].sort()) {
  const licence = read(name, "LICENSE").replace(/[ \t\r]+$/gm, "").replaceAll("*/", "* /").trim();
  const version = JSON.parse(read(name, "package.json")).version;
  under.set(licence, [...(under.get(licence) ?? []), `${name} ${version}`]);
}
const notices = [...under].map(([licence, names]) => `${names.join(", ")}:\n\n${licence}\n`).join(`\n${"-".repeat(72)}\n\n`);
const code = made.outputFiles[0].text;
if (/<\/script|<!--/i.test(code + notices)) throw new Error("expected a bundle that can stand in a page, came one that ends its script");
writeFileSync(process.argv[2], `/*!\n${notices}*/\n${code}`);
