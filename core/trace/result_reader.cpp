// Reads result.json back. What to_json wrote comes back bit for bit; anything else is refused, for a report
// on half a result would look like one on a whole.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/long_json.hpp"
#include "core/trace/bracket.hpp"
#include "core/trace/json_node.hpp"
#include "core/trace/record_keys.hpp"
#include "core/trace/result.hpp"
#include "core/trace/row_json.hpp"

namespace gin::trace {
namespace {

void read(const JsonNode& node, std::string& text) {
  text = node.text();
}
void read(const JsonNode& node, std::int64_t& count) {
  count = node.count();
}

template <class Record, std::size_t n>
Record read_record(JsonObject in, const Key<Record> (&keys)[n]) {
  Record record;
  for (const Key<Record>& key : keys)
    std::visit([&](auto member) { read(in.take(key.name), record.*member); }, key.member);
  in.done();
  return record;
}

template <class Record, std::size_t n>
std::vector<Record> read_records(const JsonNode& list, const Key<Record> (&keys)[n]) {
  std::vector<Record> records;
  for (const JsonNode& node : list.elements()) records.push_back(read_record(JsonObject(node), keys));
  return records;
}

/// Refuses what no run writes: a matrix that is not square.
PeTraffic read_pe_traffic(JsonObject in) {
  PeTraffic traffic;
  const JsonNode per_cell = in.take("pes_per_cell");
  traffic.pes_per_cell = per_cell.count();
  if (traffic.pes_per_cell == 0) per_cell.refuse("at least 1");
  const JsonNode bytes = in.take("bytes");
  const std::vector<JsonNode> lines = bytes.elements();
  for (const JsonNode& line : lines) {
    auto& cells = traffic.bytes.emplace_back();
    for (const JsonNode& cell : line.elements()) cells.push_back(cell.count());
    if (cells.size() != lines.size()) line.refuse("as many numbers as there are lines");
  }
  in.done();
  return traffic;
}

/// The same: phases with a gap.
std::vector<Phase> read_phases(const JsonNode& list) {
  std::vector<Phase> phases;
  for (const JsonNode& node : list.elements()) {
    JsonObject in(node);
    Phase phase;
    phase.pe = in.take("pe").count();
    phase.name = in.take("phase").text();
    const JsonNode begin = in.take("begin_ps");
    phase.begin_ps = begin.count();
    const bool follows = !phases.empty() && phases.back().pe == phase.pe;
    if (phase.begin_ps != (follows ? phases.back().end_ps : 0))
      begin.refuse("the end of the PE's phase before it, or 0");
    const JsonNode end = in.take("end_ps");
    phase.end_ps = end.count();
    if (phase.end_ps < phase.begin_ps) end.refuse("no less than begin_ps");
    in.done();
    phases.push_back(std::move(phase));
  }
  return phases;
}

Bracket read_bracket(const JsonNode& node) {
  const auto word = std::ranges::find(bracket_words, node.text());
  if (word == bracket_words.end()) node.refuse("\"source_reusable\", \"acknowledged\" or \"visible\"");
  return static_cast<Bracket>(word - bracket_words.begin());
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
  row.by_path = read_records(in.take("by_path"), traffic_keys);
  row.by_link = read_records(in.take("by_link"), traffic_keys);
  row.counters = read_records(in.take("counters"), counter_keys);
  row.pe_traffic = read_pe_traffic(JsonObject(in.take("pe_traffic")));
  row.nics = read_records(in.take("nics"), nic_load_keys);
  row.phases = read_phases(in.take("phases"));
  row.critical_path = read_records(in.take("critical_path"), path_item_keys);
  const JsonNode total = in.take("critical_path_total_ps");
  row.critical_path_total_ps = total.count();
  // 128 bits, because a hostile file may name times whose sum does not fit into 64.
  __int128 sum = 0;
  for (const PathItem& item : row.critical_path) sum += item.ps;
  if (!row.critical_path.empty() && sum != row.critical_path_total_ps) total.refuse("the sum of critical_path");
  row.digest = in.take("digest").digest();
  row.windows = in.take("windows").digest();
  in.done();
  return row;
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
  result.host = read_record(JsonObject(in.take("host")), host_keys);
  in.done();
  return result;
}

}  // namespace gin::trace
