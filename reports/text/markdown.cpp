// Puts the page together; each part is made elsewhere.
#include "reports/text/markdown.hpp"

#include <fmt/format.h>

#include "reports/base/format.hpp"
#include "reports/text/tables.hpp"
#include "reports/verdicts/findings.hpp"
#include "reports/verdicts/origin.hpp"

namespace gin::reports {
namespace {

std::string paragraph(const std::string& text) {
  return wrapped(text) + "\n\n";
}

std::string section(const std::string& title, const std::string& body) {
  return body.empty() ? "" : "## " + title + "\n\n" + body + "\n";
}

std::string verdict_text(const trace::Result& result) {
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

}  // namespace

std::string to_brief(const trace::Result& result) {
  std::string page = "# " + result.scenario + "\n\n";
  if (!result.description.empty()) page += paragraph(result.description);
  page += section("Verdict", verdict_text(result));
  return page + section("Comparison", comparison_table(result));
}

std::string to_markdown(const trace::Result& result) {
  std::string page = to_brief(result);
  if (!result.rows.empty()) {
    std::string again;
    for (const std::string& line : origin_of(result)) again += bullet(line);
    page += section("Where the time went", time_section(result));
    page += section("What was sent and counted", traffic_table(result));
    page += section("To run it again", again);
  }
  page.pop_back();
  return page;
}

}  // namespace gin::reports
