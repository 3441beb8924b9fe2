#include "cli/accuracy_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

#include "reports/base/format.hpp"
#include "reports/base/table.hpp"

namespace gin::cli {
namespace {

using reports::Align;
using reports::Table;

/// Of thousandths.
std::string percent(std::int64_t share) {
  return fmt::format("{}{}.{} %", share < 0 ? "-" : "", std::abs(share) / 10, std::abs(share) % 10);
}

/// Of millionths, in four significant digits where there are so many.
std::string short_text(std::int64_t value) {
  std::int64_t step = 1;
  while (value / step >= 10'000) step *= 10;
  value = (value + step / 2) / step * step;
  std::string text = fmt::format("{}.{:06}", value / 1'000'000, value % 1'000'000);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

/// Cut between two words where it is longer than a line.
std::string one_line(const std::string& text) {
  constexpr std::size_t columns = 116;
  if (text.size() <= columns) return text;
  return text.substr(0, text.rfind(' ', columns - 4)) + " ...";
}

/// Figures that belong together under one name.
using Members = std::vector<const PredictedCase*>;
using Sums = std::map<std::string, Members>;

/// One table of the summary. What a cost function says is summed up by itself: it is one thing's cost, where a run
/// has everything in it.
struct Summary {
  std::string title;  ///< of the first column
  bool by_family = false;
  Sums sums;
  std::string whole;  ///< the name of all of them together; empty: not summed up
};

std::vector<Summary> summaries_of(const std::vector<PredictedCase>& all) {
  Summary families{"family", true, {}, "all"}, machines{"profile + stack", false, {}, ""},
      functions{"cost functions", true, {}, "all cost functions"};
  for (const PredictedCase& one : all) {
    const bool of_model = one.table->kind == models::TableKind::model;
    (of_model ? functions : families).sums[one.table->family].push_back(&one);
    if (!of_model) machines.sums[one.machine].push_back(&one);
  }
  return {families, functions, machines};
}

class Report {
 public:
  explicit Report(const AccuracyReport& of) : of_(of), summaries_(summaries_of(of.all)) {}

  std::string text() const {
    std::string text;
    if (of_.details && !of_.permute)
      for (const auto& table : of_.tables) text += figures_of(table);
    for (const Summary& summary : summaries_)
      if (!summary.sums.empty()) text += table_of(summary) + "\n";
    if (of_.left_out)
      text += reports::wrapped(
                  "Figures of a source are predicted with the numbers that they set as these were without "
                  "them: from a data sheet, another machine, or an estimate.") +
              "\n\n";
    if (of_.permute)
      return text +
             reports::wrapped(fmt::format("Expected values were dealt out anew within each table (seed {}): "
                                          "what is left is what chance would give.",
                                          *of_.permute)) +
             "\n";
    text += shortfalls();
    if (of_.uncovered) text += uncovered();
    return text + (of_.details ? left_out()
                               : "Every figure, causes in full and what is not predicted: --details, or --family "
                                 "NAME for one family.\n");
  }

 private:
  std::string figures_of(const models::ValidationTable& table) const {
    const bool of_model = table.kind == models::TableKind::model;
    std::vector<reports::Column> columns = {{"figure"}};
    for (const std::string& column : table.columns) columns.push_back({column, Align::right});
    for (const char* title : {"expected", "predicted", "off"}) columns.push_back({title, Align::right});
    columns.push_back({"use"});
    Table out(columns);
    for (const PredictedCase& one : of_.all) {
      if (one.table != &table) continue;
      std::vector<std::string> cells = {one.figure->id};
      cells.insert(cells.end(), one.figure->at.begin(), one.figure->at.end());
      cells.push_back(short_text(one.figure->expected));
      cells.push_back(short_text(one.predicted));
      cells.push_back((one.scored().off() < 0 ? "" : "+") + percent(one.scored().off()));
      cells.push_back((of_model ? "model, " : "") +
                      (one.is_prediction() ? "prediction" : "sets " + one.figure->sets));
      out.add(cells);
    }
    return out.empty() ? ""
                       : fmt::format("## {} ({}{}): {}\n\n{}\n\n{}\n", table.family, table.name,
                                     of_model ? ", cost function " + table.function : "",
                                     models::unit_of(table.figure), reports::wrapped(table.source), out.text());
  }

  models::Score score_of(const Members& members) const {
    std::vector<models::Scored> scored;
    for (const PredictedCase* one : members)
      if (one->is_prediction()) scored.push_back(one->scored());
    return models::score(of_.permute ? models::permuted(scored, *of_.permute) : scored);
  }

  /// A family of somebody's own is known by its unit alone.
  std::string measures(const std::string& family, const Members& members) const {
    const auto known = std::ranges::find(of_.families, family, &models::Family::name);
    if (known != of_.families.end() && !known->measures.empty()) return known->measures;
    return models::unit_of(members.front()->table->figure);
  }

  std::string table_of(const Summary& summary) const {
    std::vector<reports::Column> columns = {{summary.title}};
    if (summary.by_family) columns.push_back({"measures"});
    for (const char* title : {"figures", "set", "median", "90 %", "worst", "order"})
      columns.push_back({title, Align::right});
    Table out(columns);
    Members whole;
    const auto add = [&](const std::string& name, const std::string& what, const Members& members) {
      const models::Score score = score_of(members);
      std::vector<std::string> cells = {name};
      if (summary.by_family) cells.push_back(what);
      for (const std::size_t count : {score.count, members.size() - score.count})
        cells.push_back(std::to_string(count));
      for (const std::int64_t share : {score.median, score.p90, score.worst})
        cells.push_back(score.count ? percent(share) : "-");
      cells.push_back(score.pairs ? percent(1000 * score.right / score.pairs) : "-");
      out.add(cells);
    };
    for (const auto& [name, members] : summary.sums) {
      add(name, measures(name, members), members);
      whole.insert(whole.end(), members.begin(), members.end());
    }
    if (summary.whole.empty()) return out.text();
    add(summary.whole, "", whole);
    // Curves of one measurement are many figures and few facts.
    const auto first =
        std::partition(whole.begin(), whole.end(), [](const PredictedCase* one) { return !is_curve(*one); });
    if (first != whole.begin() && first != whole.end())
      add(fmt::format("{} but NVLink's curves", summary.whole), "", {whole.begin(), first});
    return out.text();
  }

  static bool is_curve(const PredictedCase& one) { return one.table->family.starts_with("nvlink "); }

  /// What of the score is outside of the bounds.
  static std::string outside(const models::Score& score, const models::Bounds& bounds) {
    std::vector<std::string> parts;
    if (score.median > bounds.median) parts.push_back("median " + percent(score.median));
    if (score.p90 > bounds.p90) parts.push_back("90 % within " + percent(score.p90));
    if (score.right * 1000 < bounds.order * score.pairs)
      parts.push_back(percent(1000 * score.right / score.pairs) + " in order");
    return fmt::format("{}", fmt::join(parts, ", "));
  }

  /// What its tables know about a group that falls short.
  static std::string causes_of(const Members& members) {
    std::vector<std::string> causes;
    for (const PredictedCase* one : members)
      if (one->is_prediction() && !one->table->falls_short.empty())
        reports::add_new(causes, one->table->falls_short);
    return causes.empty() ? "no cause is known" : fmt::format("{}", fmt::join(causes, "; "));
  }

  std::string in_lines(const std::string& text) const {
    return (of_.details ? reports::wrapped(text, "  ") : one_line(text)) + "\n";
  }

  std::string shortfalls() const {
    const models::Bounds bounds;
    std::string text;
    for (const Summary& summary : summaries_) {
      for (const auto& [name, members] : summary.sums) {
        const models::Score score = score_of(members);
        if (models::within(score, bounds)) continue;
        const std::string how = of_.details ? " (" + outside(score, bounds) + ")" : "";
        text += in_lines(fmt::format("- {}{}: {}", name, how, causes_of(members)));
      }
    }
    if (text.empty()) return "";
    return reports::wrapped(
               fmt::format("Falls short of a median of at most {}, 90 % of the figures within {} or at "
                           "least {} of the pairs in order:",
                           percent(bounds.median), percent(bounds.p90), percent(bounds.order))) +
           "\n\n" + text + "\n";
  }

  std::string uncovered() const {
    std::string text;
    std::vector<std::string> names;
    for (const models::Family& family : of_.families) {
      if (family.uncovered.empty()) continue;
      names.push_back(family.name);
      text += in_lines(fmt::format("- uncovered: {}: {} ({})", family.name, family.uncovered, family.source));
    }
    if (of_.details) return text + "\n";
    return reports::wrapped(
               fmt::format("Uncovered, published figures that no table has: {}.", fmt::join(names, "; "))) +
           "\n\n";
  }

  std::string left_out() const {
    std::string text;
    for (const auto& table : of_.tables)
      for (const models::LeftOut& one : table.left_out)
        text += reports::wrapped(fmt::format("- not predicted: {}: {}", one.id, one.why), "  ") + "\n";
    return text;
  }

  const AccuracyReport& of_;
  std::vector<Summary> summaries_;
};

}  // namespace

std::string text_of(const AccuracyReport& report) {
  return Report(report).text();
}

}  // namespace gin::cli
