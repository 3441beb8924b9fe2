// Puts the page together; each part is made elsewhere.
#include "reports/markdown.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/breakdown.hpp"
#include "reports/comparison.hpp"
#include "reports/findings.hpp"
#include "reports/format.hpp"

namespace gin::reports {
namespace {

std::string paragraph(const std::string& text) {
  return wrapped(text) + "\n\n";
}

std::string bullet(const std::string& text) {
  return "- " + wrapped(text, "  ") + "\n";
}

std::string section(const std::string& title, const std::string& body) {
  return body.empty() ? "" : "## " + title + "\n\n" + body + "\n";
}

std::string verdict_section(const trace::Result& result) {
  std::string text;
  for (const Finding& failure : failures_of(result)) {
    text += paragraph(failure.sentence);
    for (const std::string& detail : failure.details) text += bullet(detail);
    text += "\n";
  }
  const auto findings = findings_of(result);
  if (!text.empty() && !findings.empty()) text += "The other rows:\n\n";
  for (const Finding& finding : findings) {
    text += bullet(finding.sentence);
    for (const std::string& detail : finding.details) text += "  - " + wrapped(detail, "    ") + "\n";
  }
  if (!findings.empty()) text += "\n";
  std::string notes;
  for (const std::string& note : notes_of(result)) notes += (notes.empty() ? "" : " ") + note;
  return text + wrapped(notes) + "\n";
}

std::string time_section(const trace::Result& result) {
  const std::string table = time_table(result);
  if (table.empty()) return "";
  return paragraph(
             "Critical path of the last measured iteration: time, share, count. Times are rounded to three "
             "digits; unrounded they add up to the total, which is the elapsed time to the picosecond.") +
         table;
}

/// What a property of the rows is: one value, or all that occur.
template <class Property>
std::string over_rows(const trace::Result& result, Property property) {
  std::vector<std::string> values;
  for (const trace::Row& row : result.rows) {
    const std::string value = property(row);
    if (std::ranges::find(values, value) == values.end()) values.push_back(value);
  }
  return listed(values);
}

/// How many of a thing the rows have: "2 PEs", or "16 to 128 PEs".
template <class Number>
std::string counted_over(const trace::Result& result, const std::string& thing, Number number) {
  const auto [least, most] = std::ranges::minmax_element(result.rows, {}, number);
  const std::string upper = counted(number(*most), thing);
  return number(*least) == number(*most) ? upper : fmt::format("{} to {}", number(*least), upper);
}

std::string again_section(const trace::Result& result) {
  const auto over = [&](auto property) { return over_rows(result, property); };
  const auto count = [&](const char* thing, auto number) { return counted_over(result, thing, number); };
  std::string text = bullet(fmt::format("scenario {}, program {}, seed {}", result.scenario,
                                        over([](const auto& row) { return row.program; }),
                                        over([](const auto& row) { return fmt::format("{}", row.seed); })));
  text += bullet(fmt::format("backend {}, {} clock, {} payload", result.backend, result.clock,
                             over([](const auto& row) { return row.payload; })));
  text += bullet(fmt::format("profile {}; stack {}", over([](const auto& row) { return row.profile; }),
                             over([](const auto& row) { return row.stack; })));
  text += bullet(fmt::format("same node by path {}, other node by path {}; signalling {}",
                             over([](const auto& row) { return row.path_same_node; }),
                             over([](const auto& row) { return row.path_other_node; }),
                             over([](const auto& row) { return row.signalling; })));
  text += bullet(fmt::format(
      "{} on {}, {} of scope {} per PE", count("PE", [](const auto& row) { return row.pes; }),
      count("node", [](const auto& row) { return row.nodes; }),
      count("agent", [](const auto& row) { return row.agents; }), over([](const auto& row) { return row.scope; })));
  text += bullet("ginlab " + result.host.ginlab);
  // Virtual times are the same on every machine, so naming one would only make equal pages differ.
  if (result.clock == "wall") {
    text += bullet(fmt::format("measured on {}, {}, compiled by {}", result.host.system,
                               counted(result.host.cores, "core"), result.host.compiler));
  }
  if (!result.digest.empty()) {
    // Two runs of a wall clock order their events differently; what they must leave is the same.
    text += bullet(fmt::format("digest {}: {}", result.digest,
                               result.clock == "wall" ? "of the bytes that the run left in its windows"
                                                      : "the same again when the run is the same"));
  }
  return text;
}

}  // namespace

std::string to_markdown(const trace::Result& result) {
  std::string page = "# " + result.scenario + "\n\n";
  if (!result.description.empty()) page += paragraph(result.description);
  page += section("Verdict", verdict_section(result));
  page += section("Comparison", comparison_table(result));
  if (!result.rows.empty()) {
    page += section("Where the time went", time_section(result));
    page += section("What was sent and counted", traffic_table(result));
    page += section("To run it again", again_section(result));
  }
  page.pop_back();
  return page;
}

}  // namespace gin::reports
