// Reads result.json back. What to_json wrote comes back bit for bit; anything else is refused, for a report
// on half a result would look like one on a whole.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/long_json.hpp"
#include "core/trace/bracket.hpp"
#include "core/trace/json_node.hpp"
#include "core/trace/loads_json.hpp"
#include "core/trace/result.hpp"
#include "core/trace/row_json.hpp"

namespace gin::trace {
namespace {

Traffic read_traffic(JsonObject in) {
  Traffic traffic;
  traffic.name = in.take("name").text();
  traffic.operations = in.take("operations").count();
  traffic.bytes = in.take("bytes").count();
  in.done();
  return traffic;
}

Counter read_counter(JsonObject in) {
  Counter counter;
  counter.name = in.take("name").text();
  counter.value = in.take("value").count();
  in.done();
  return counter;
}

PathItem read_path_item(JsonObject in) {
  PathItem item;
  item.item = in.take("item").text();
  item.ps = in.take("time_ps").count();
  item.count = in.take("count").count();
  in.done();
  return item;
}

Bracket read_bracket(const JsonNode& node) {
  const auto bracket = bracket_named(node.text());
  if (!bracket) node.refuse("\"source_reusable\", \"acknowledged\" or \"visible\"");
  return *bracket;
}

/// Numbers that follow from others in the file must agree with them: a file edited by hand is no measurement.
void must_be(const JsonNode& node, std::int64_t derived, const std::string& from) {
  if (node.count() != derived) node.refuse(std::to_string(derived) + " (" + from + ")");
}

Texts read_texts(const JsonNode& node) {
  Texts texts;
  for (const auto& [name, value] : node.members()) texts.emplace_back(name, value.text());
  return texts;
}

/// `first` is the result's first row, or null while that is read: all rows stand on the same axes.
Row read_row(JsonObject in, const Row* first) {
  Row row;
  const JsonNode axes = in.take("axes");
  row.axes = read_texts(axes);
  const auto axis_name = [](const auto& axis) { return axis.first; };
  if (first != nullptr && !std::ranges::equal(row.axes, first->axes, {}, axis_name, axis_name)) {
    axes.refuse("the axes of the first row, in their order");
  }
  row.program = in.take("program").text();
  row.params = read_texts(in.take("params"));
  row.payload = in.take("payload").text_of({"real", "phantom"});
  row.pes = in.take("pes").count();
  row.nodes = in.take("nodes").count();
  row.agents = in.take("agents").count();
  row.scope = in.take("scope").text();
  row.seed = in.take("seed").seed();
  row.profile = in.take("profile").text();
  row.stack = in.take("stack").text();
  row.overrides = read_texts(in.take("overrides"));
  row.path_same_node = in.take("path_same_node").text();
  row.path_other_node = in.take("path_other_node").text();
  row.signalling = in.take("signalling").text();
  for (const JsonNode& clause : in.take("not_offered").elements()) row.not_offered.push_back(clause.text());
  for (const JsonNode& layer : in.take("layers").elements()) row.layers.push_back(layer.text());
  row.bracket = read_bracket(in.take("bracket"));
  for (const JsonNode& sample : in.take("samples_ps").elements()) row.samples_ps.push_back(sample.count());
  must_be(in.take("p50_ps"), row.p50_ps(), "the nearest rank in samples_ps");
  must_be(in.take("p99_ps"), row.p99_ps(), "the nearest rank in samples_ps");
  must_be(in.take("max_ps"), row.max_ps(), "the largest of samples_ps");
  row.predicted_p50_ps = in.take("predicted_p50_ps").count();
  const JsonNode bound = in.take("bound_ps");
  row.bound_ps = bound.count();
  if (!row.samples_ps.empty() && row.bound_ps > std::ranges::min(row.samples_ps))
    bound.refuse("no more than the smallest of samples_ps");
  const JsonNode by = in.take("bound_by");
  row.bound_by = by.text();
  if (row.bound_by.empty() != (row.bound_ps == 0)) by.refuse("what binds where there is a bound, else empty text");
  row.verified = in.take("verified").flag();
  row.mismatch = in.take("mismatch").text();
  for (const JsonNode& node : in.take("by_path").elements()) row.by_path.push_back(read_traffic(JsonObject(node)));
  for (const JsonNode& node : in.take("by_link").elements()) row.by_link.push_back(read_traffic(JsonObject(node)));
  for (const JsonNode& node : in.take("counters").elements())
    row.counters.push_back(read_counter(JsonObject(node)));
  row.pe_traffic = read_pe_traffic(JsonObject(in.take("pe_traffic")));
  row.nics = read_nics(in.take("nics"));
  row.phases = read_phases(in.take("phases"));
  for (const JsonNode& node : in.take("critical_path").elements()) {
    row.critical_path.push_back(read_path_item(JsonObject(node)));
  }
  const JsonNode total = in.take("critical_path_total_ps");
  row.critical_path_total_ps = total.count();
  // 128 bits, because a hostile file may name times whose sum does not fit into 64.
  __int128 sum = 0;
  for (const PathItem& item : row.critical_path) sum += item.ps;
  if (!row.critical_path.empty() && sum != row.critical_path_total_ps) total.refuse("the sum of critical_path");
  row.digest = in.take("digest").digest();
  in.done();
  return row;
}

Host read_host(JsonObject in) {
  Host host;
  host.system = in.take("system").text();
  host.compiler = in.take("compiler").text();
  host.cores = in.take("cores").count();
  host.ginlab = in.take("ginlab").text();
  host.started_utc = in.take("started_utc").text();
  host.wall_ms = in.take("wall_ms").count();
  in.done();
  return host;
}

void check_version(const JsonNode& node) {
  const std::string ours = "ginlab/result/" + std::to_string(Result::version);
  if (node.text() != ours) node.refuse("\"" + ours + "\"", "run its scenario again with this ginlab");
}

}  // namespace

Row row_from_json(const Json& json, const std::string& where) {
  return read_row(JsonObject(JsonNode(json, where)), nullptr);
}

Result from_json(const std::string& text, const std::string& where) {
  const Json document = parse_long_json(text, where, result_bytes_max);
  JsonObject in(JsonNode(document, where));
  // First, because everything else in a file of another version is expected to look wrong.
  check_version(in.take("schema"));
  Result result;
  result.scenario = in.take("scenario").text();
  result.description = in.take("description").text();
  result.backend = in.take("backend").text();
  result.clock = in.take("clock").text_of({"virtual", "wall"});
  result.digest = in.take("digest").digest();
  for (const JsonNode& row : in.take("rows").elements()) {
    result.rows.push_back(read_row(JsonObject(row), result.rows.empty() ? nullptr : &result.rows.front()));
  }
  result.host = read_host(JsonObject(in.take("host")));
  in.done();
  return result;
}

}  // namespace gin::trace
