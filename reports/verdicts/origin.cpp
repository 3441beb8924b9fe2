// Collects what all rows have in common, and what they differ in.
#include "reports/verdicts/origin.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/base/format.hpp"

namespace gin::reports {
namespace {

/// How many of a thing the rows have: "2 PEs", or "16 to 128 PEs".
template <class Number>
std::string counted_over(const trace::Result& result, const std::string& thing, Number number) {
  const auto [least, most] = std::ranges::minmax_element(result.rows, {}, number);
  const std::string upper = counted(number(*most), thing);
  return number(*least) == number(*most) ? upper : fmt::format("{} to {}", number(*least), upper);
}

/// "bytes 8 and 64, chunks 4": each name with all values that occur; empty where no row has any.
std::string texts_over(const trace::Result& result, trace::Texts trace::Row::*texts) {
  std::vector<std::string> names;
  for (const trace::Row& row : result.rows)
    for (const auto& [name, value] : row.*texts) add_new(names, name);
  std::string text;
  for (const std::string& name : names) {
    std::vector<std::string> values;
    for (const trace::Row& row : result.rows)
      for (const auto& [each, value] : row.*texts)
        if (each == name) add_new(values, value);
    text += fmt::format("{}{} {}", text.empty() ? "" : "; ", name, listed(values));
  }
  return text;
}

}  // namespace

std::string over_rows(const trace::Result& result, std::string (*property)(const trace::Row&)) {
  std::vector<std::string> values;
  for (const trace::Row& row : result.rows) add_new(values, property(row));
  return listed(values);
}

std::vector<std::string> origin_of(const trace::Result& result) {
  if (result.rows.empty()) return {};
  const auto over = [&](std::string (*property)(const trace::Row&)) { return over_rows(result, property); };
  const auto count = [&](const char* thing, auto number) { return counted_over(result, thing, number); };
  std::vector<std::string> lines;
  lines.push_back(fmt::format("scenario {}, program {}, seed {}", result.scenario,
                              over([](const trace::Row& row) { return row.program; }),
                              over([](const trace::Row& row) { return fmt::format("{}", row.seed); })));
  if (const std::string params = texts_over(result, &trace::Row::params); !params.empty())
    lines.push_back("parameters: " + params);
  lines.push_back(fmt::format("backend {}, {} clock, {} payload", result.backend, result.clock,
                              over([](const trace::Row& row) { return row.payload; })));
  lines.push_back(fmt::format("profile {}; stack {}", over([](const trace::Row& row) { return row.profile; }),
                              over([](const trace::Row& row) { return row.stack; })));
  if (const std::string overrides = texts_over(result, &trace::Row::overrides); !overrides.empty())
    lines.push_back("replaced in them: " + overrides);
  lines.push_back(fmt::format("same node by path {}, other node by path {}; signalling {}",
                              over([](const trace::Row& row) { return row.path_same_node; }),
                              over([](const trace::Row& row) { return row.path_other_node; }),
                              over([](const trace::Row& row) { return row.signalling; })));
  lines.push_back(fmt::format("{} on {}, {} of scope {} per PE",
                              count("PE", [](const auto& row) { return row.pes; }),
                              count("node", [](const auto& row) { return row.nodes; }),
                              count("agent", [](const auto& row) { return row.agents; }),
                              over([](const trace::Row& row) { return row.scope; })));
  lines.push_back("ginlab " + result.host.ginlab);
  // Virtual times are the same on every machine, so naming one would only make equal pages differ.
  if (result.clock == "wall") {
    lines.push_back(fmt::format("measured on {}, {}, compiled by {}", result.host.system,
                                counted(result.host.cores, "core"), result.host.compiler));
  }
  if (!result.digest.empty()) {
    // Two runs of a wall clock order their events differently; what they must leave is the same.
    lines.push_back(fmt::format("digest {}: {}", result.digest,
                                result.clock == "wall" ? "of the bytes that the run left in its windows"
                                                       : "the same again when the run is the same"));
  }
  return lines;
}

}  // namespace gin::reports
