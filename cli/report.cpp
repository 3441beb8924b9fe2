// ginlab report: results that lie on disk, as pages and tables for people and scripts.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/files.hpp"
#include "core/base/error.hpp"
#include "core/base/json_path.hpp"
#include "reports/base/format.hpp"
#include "reports/page/html.hpp"
#include "reports/text/csv.hpp"
#include "reports/text/markdown.hpp"

namespace gin::cli {
namespace {

struct Format {
  std::string_view name;
  std::string (*write)(const trace::Result&);
  bool for_a_terminal;
  const char* what;
};

constexpr Format formats[] = {
    {"html", reports::to_html, false, report_page},
    {"md", reports::to_markdown, true, report_text},
    {"csv", reports::to_csv, true, row_table},
    {"json", trace::to_json, true, "result"},
};

/// "html,csv" as formats; each once, in the order given.
std::vector<Format> wanted(const std::string& list) {
  std::vector<Format> found;
  for (const std::string& word : reports::split(list, ',')) {
    const auto known = std::ranges::find(formats, word, &Format::name);
    if (known == std::end(formats))
      throw Error(Code::bad_usage,
                  fmt::format("report: --format: expected html, md, csv or json, or several with commas, got {}",
                              in_quotes(word)));
    if (std::ranges::find(found, known->name, &Format::name) == found.end()) found.push_back(*known);
  }
  return found;
}

/// A scenario's name as a file name: anything that could lead elsewhere or means something to a shell becomes a
/// dash.
std::string file_stem(const std::string& scenario) {
  std::string stem;
  for (const char c : scenario) {
    stem += reports::alphanumeric(c) || c == '_' || c == '.' ? c : '-';
  }
  const auto letter = stem.find_first_not_of(".-");
  return letter == std::string::npos ? "report" : stem.substr(letter, 100);
}

/// A name that was not given before: results of one name, as of two runs of one scenario, are numbered from the
/// second on.
std::string next_name(std::set<std::string>& given, const trace::Result& result) {
  const std::string stem = file_stem(result.scenario);
  std::string name = stem;
  for (int number = 2; !given.insert(name).second; ++number) name = fmt::format("{}-{}", stem, number);
  return name;
}

}  // namespace

int carry_out(const ReportOptions& options, const Programs&) {
  const std::vector<Format> chosen = wanted(options.format);
  std::vector<trace::Result> results;
  // All are read before the first is written: half an answer would look like a whole one.
  for (const std::string& file : options.results) results.push_back(read_result(file));
  if (options.out.empty() && results.size() == 1 && chosen.size() == 1 && chosen.front().for_a_terminal) {
    print(chosen.front().write(results.front()));
    return 0;
  }
  const std::filesystem::path folder(options.out.empty() ? "." : options.out);
  make_folder({.option = "--out", .path = folder});
  WrittenFiles files;
  std::set<std::string> given;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const std::string name = next_name(given, results[i]);
    for (const Format& format : chosen) {
      const std::filesystem::path file = folder / fmt::format("{}.{}", name, format.name);
      files.write({.option = "--out", .path = file}, format.write(results[i]),
                  fmt::format("{} of {}", format.what, options.results[i]));
    }
  }
  files.say();
  return 0;
}

}  // namespace gin::cli
