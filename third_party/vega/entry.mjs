// What the pages use of Vega, and nothing else: no maps, no word clouds, no file reader, no code made from strings.
import { extend } from "vega-util";
import { transforms } from "vega-dataflow";
import * as data from "vega-transforms";
import * as views from "vega-view-transforms";
import * as encode from "vega-encode";

export { View } from "vega-view";
export { parse } from "vega-parser";
export { compile } from "vega-lite";
export { expressionInterpreter } from "vega-interpreter";

extend(transforms, data, views, encode);
