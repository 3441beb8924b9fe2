#include "cli/golden.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/trace/json_layout.hpp"
#include "core/trace/json_node.hpp"

namespace gin::cli {
namespace {

constexpr std::int64_t golden_version = 1;

std::string read_digest(const trace::JsonNode& node) {
  const std::string digest = node.digest();
  if (digest.empty()) node.refuse("16 hex digits in lower case");
  return digest;
}

Golden::Outcome read_outcome(trace::JsonObject in) {
  Golden::Outcome outcome;
  for (const auto& [axis, value] : in.take("axes").members()) outcome.axes.emplace_back(axis, value.text());
  outcome.digest = read_digest(in.take("digest"));
  outcome.p50_ps = in.take("p50_ps").count();
  in.done();
  return outcome;
}

const Golden::Outcome* find(const std::vector<Golden::Outcome>& rows, const trace::Axes& axes) {
  const auto found = std::ranges::find(rows, axes, &Golden::Outcome::axes);
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace

std::string row_name(const trace::Axes& axes) {
  if (axes.empty()) return "the only row";
  std::string name;
  for (const auto& [axis, value] : axes) {
    const std::string quoted = in_quotes(value);
    name += fmt::format("{}{}={}", name.empty() ? "row " : ", ", axis,
                        std::string_view(quoted).substr(1, quoted.size() - 2));
  }
  return name;
}

Golden golden_of(const trace::Result& result) {
  Golden golden{.scenario = result.scenario, .digest = result.digest, .rows = {}};
  for (const trace::Row& row : result.rows) golden.rows.push_back({row.axes, row.digest, row.p50_ps()});
  return golden;
}

std::string to_json(const Golden& golden) {
  Json rows = Json::array();
  for (const Golden::Outcome& row : golden.rows) {
    Json axes = Json::object();
    for (const auto& [axis, value] : row.axes) axes[axis] = value;
    rows.push_back(Json{{"axes", std::move(axes)}, {"digest", row.digest}, {"p50_ps", row.p50_ps}});
  }
  return trace::lay_out(Json{{"schema", golden_version},
                             {"scenario", golden.scenario},
                             {"digest", golden.digest},
                             {"rows", std::move(rows)}});
}

Golden read_golden(const std::string& file) {
  const Json document = read_json_file(file);
  trace::JsonObject in(trace::JsonNode(document, file));
  const trace::JsonNode version = in.take("schema");
  if (version.count() != golden_version) {
    version.refuse(std::to_string(golden_version), "write the file again with this ginlab");
  }
  Golden golden;
  golden.scenario = in.take("scenario").text();
  golden.digest = read_digest(in.take("digest"));
  for (const trace::JsonNode& node : in.take("rows").elements()) {
    golden.rows.push_back(read_outcome(trace::JsonObject(node)));
    const auto same = std::ranges::count(golden.rows, golden.rows.back().axes, &Golden::Outcome::axes);
    if (same > 1) node.refuse("other axes than an earlier row's");
  }
  in.done();
  return golden;
}

std::string line_of(const Difference& difference) {
  return difference.row ? fmt::format("{}: {}", row_name(*difference.row), difference.text) : difference.text;
}

std::vector<Difference> differences(const GoldenPair& pair) {
  std::vector<Difference> found;
  const auto compare = [&](const std::optional<trace::Axes>& row, const char* what, const auto& expected,
                           const auto& got) {
    if (expected != got) found.push_back({row, fmt::format("{}: expected {}, got {}", what, expected, got)});
  };
  compare({}, "scenario", pair.expected.scenario, pair.got.scenario);
  compare({}, "digest", pair.expected.digest, pair.got.digest);
  // Rows are told apart by their axes: one row more at the top should not make all others differ.
  for (const Golden::Outcome& expected : pair.expected.rows) {
    const Golden::Outcome* const got = find(pair.got.rows, expected.axes);
    if (got == nullptr) {
      found.push_back({expected.axes, "expected such a row, got none"});
      continue;
    }
    compare(expected.axes, "digest", expected.digest, got->digest);
    compare(expected.axes, "p50_ps", expected.p50_ps, got->p50_ps);
  }
  for (const Golden::Outcome& got : pair.got.rows)
    if (find(pair.expected.rows, got.axes) == nullptr) found.push_back({got.axes, "expected no such row, got one"});
  return found;
}

}  // namespace gin::cli
