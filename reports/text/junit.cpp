// The dialect that Jenkins, GitLab and the actions for GitHub read alike: testsuites, testsuite, properties,
// testcase, and in it one of failure, error and skipped.
#include "reports/text/junit.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/assert.hpp"
#include "reports/base/xml.hpp"
#include "reports/verdicts/region.hpp"

namespace gin::reports {
namespace {

struct Case {
  std::string name;
  std::int64_t ps = 0;
  std::string element = {};             ///< what it holds: "failure", "error" or "skipped"; empty: it passed
  std::string type = {};                ///< of a failure: what sort it is
  std::vector<std::string> lines = {};  ///< what is wrong; the first is the message
};

std::string seconds(std::int64_t ps) {
  constexpr std::int64_t second = 1'000'000'000'000;
  return fmt::format("{}.{:012}", ps / second, ps % second);
}

Case failed(Case made, std::string type, std::vector<std::string> lines) {
  made.element = "failure";
  made.type = std::move(type);
  made.lines = std::move(lines);
  return made;
}

Case case_of(const trace::Row& row, std::vector<std::string> differences) {
  Case made{.name = row_text(row.axes), .ps = row.p50_ps()};
  if (checked(row) == Checked::wrong) {
    // Wrong data explains the differences, not the other way round.
    differences.insert(differences.begin(), wrong_about(row));
    return failed(std::move(made), "wrong data", std::move(differences));
  }
  return differences.empty() ? made : failed(std::move(made), "difference", std::move(differences));
}

Case golden_case(const JunitRun& run) {
  Case made{.name = "golden file"};
  if (!run.unfinished.empty()) {
    made.element = "skipped";
    made.lines = {"not compared as a whole: a row failed"};
    return made;
  }
  return run.golden->of_run.empty() ? made : failed(std::move(made), "difference", run.golden->of_run);
}

std::vector<Case> cases_of(const JunitRun& run) {
  GIN_ASSERT(!run.golden || run.golden->of_rows.size() == run.result.rows.size());
  std::vector<Case> cases;
  for (std::size_t i = 0; i < run.result.rows.size(); ++i)
    cases.push_back(case_of(run.result.rows[i], run.golden ? run.golden->of_rows[i] : std::vector<std::string>{}));
  for (std::size_t i = 0; i < run.unfinished.size(); ++i) {
    const std::string name = row_text(run.unfinished[i]);
    cases.push_back(i == 0 ? Case{.name = name, .element = "error", .type = "failed", .lines = {run.diagnosis}}
                           : Case{.name = name, .element = "skipped", .lines = {"not run: an earlier row failed"}});
  }
  if (run.golden) cases.push_back(golden_case(run));
  return cases;
}

/// `lines` in the body, whole; the first line again as the message, because lists show that alone.
std::string body_of(const Case& it) {
  if (it.element.empty()) return "";
  const std::string& first = it.lines.front();
  const std::string message = xml_quoted(first.substr(0, first.find('\n')));
  if (it.element == "skipped") return fmt::format("      <skipped message=\"{}\"/>\n", message);
  return fmt::format("      <{0} type=\"{1}\" message=\"{2}\">{3}</{0}>\n", it.element, xml_quoted(it.type),
                     message, xml_text(fmt::format("{}", fmt::join(it.lines, "\n"))));
}

std::string counts_of(const std::vector<Case>& cases) {
  const auto count = [&](const char* element) { return std::ranges::count(cases, element, &Case::element); };
  std::int64_t ps = 0;
  for (const Case& it : cases) ps += it.ps;
  return fmt::format(R"(tests="{}" failures="{}" errors="{}" skipped="{}" time="{}")", cases.size(),
                     count("failure"), count("error"), count("skipped"), seconds(ps));
}

std::string property(const char* name, const std::string& value) {
  return fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", name, xml_quoted(value));
}

std::string text_of(const Case& it, const std::string& suite) {
  const std::string head = fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{}\"", xml_quoted(suite),
                                       xml_quoted(it.name), seconds(it.ps));
  const std::string body = body_of(it);
  return body.empty() ? head + "/>\n" : head + ">\n" + body + "    </testcase>\n";
}

}  // namespace

std::string to_junit(const JunitRun& run) {
  const trace::Result& result = run.result;
  const std::vector<Case> cases = cases_of(run);
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  text += fmt::format("<testsuites {}>\n", counts_of(cases));
  text += fmt::format("  <testsuite name=\"{}\" {}>\n", xml_quoted(result.scenario), counts_of(cases));
  text += "    <properties>\n" + property("ginlab", result.host.ginlab) + property("backend", result.backend) +
          property("clock", result.clock) + property("digest", result.digest) + "    </properties>\n";
  for (const Case& it : cases) text += text_of(it, result.scenario);
  return text + "  </testsuite>\n</testsuites>\n";
}

}  // namespace gin::reports
