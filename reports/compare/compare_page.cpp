#include "reports/compare/compare.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "reports/base/format.hpp"
#include "reports/base/table.hpp"
#include "reports/compare/noise.hpp"
#include "reports/verdicts/findings.hpp"
#include "reports/verdicts/region.hpp"

namespace gin::reports {
namespace {

Fraction ratio(const RowPair& pair) {
  return {pair.other->p50_ps(), pair.base->p50_ps()};
}

/// One of them at a time: what to call it, and what belongs to it.
class Section {
 public:
  Section(const NamedRun& base, const NamedRun& other)
      : base_(base), other_(other), found_(side_by_side(base, other)) {}

  std::string text() const {
    std::string text = fmt::format("## {} against {}\n\n", other_.letter, base_.letter);
    text += bullet(beyond_sentence());
    for (const auto& [standing, words] :
         {std::pair{Standing::noise, "further apart, but it may be chance"},
          std::pair{Standing::level, "level: less than 5 % apart"}, std::pair{Standing::same, "the same"}})
      if (const std::string rest = rest_sentence(standing, words); !rest.empty()) text += bullet(rest);
    text += not_compared() + only("only in " + base_.letter, found_.only_in_base) +
            only("only in " + other_.letter, found_.only_in_other);
    text += bullet(changes_sentence());
    const std::string table = table_text();
    return table.empty() ? text : text + "\n" + table;
  }

 private:
  std::vector<const RowPair*> with(Standing standing) const {
    std::vector<const RowPair*> pairs;
    for (const RowPair& pair : found_.pairs)
      if (pair.standing == standing) pairs.push_back(&pair);
    return pairs;
  }

  /// "slower in 3 of 12 rows, 1.83 times at most (path proxy, bytes 8)"; empty where it is so in none.
  std::string direction(Standing standing) const {
    const auto pairs = with(standing);
    if (pairs.empty()) return "";
    const RowPair& most = *pairs.front();
    const Fraction factor =
        standing == Standing::slower ? ratio(most) : Fraction{most.base->p50_ps(), most.other->p50_ps()};
    return fmt::format("{} in {} of {}, {} times{} ({})", standing == Standing::slower ? "slower" : "faster",
                       pairs.size(), counted(found_.pairs.size(), "row"), ratio_text(factor),
                       pairs.size() == 1 ? "" : " at most", row_text(most.base->axes));
  }

  std::string beyond_sentence() const {
    const std::string slower = direction(Standing::slower);
    const std::string faster = direction(Standing::faster);
    if (slower.empty() && faster.empty()) return fmt::format("No difference beyond the noise{}.", of_all());
    return fmt::format("{} is {}{}{}.", other_.letter, slower, slower.empty() || faster.empty() ? "" : "; it is ",
                       faster);
  }

  std::string of_all() const {
    return found_.pairs.empty() ? ": no row could be compared"
                                : fmt::format(" in {}", counted(found_.pairs.size(), "row"));
  }

  std::string rest_sentence(Standing standing, const std::string& words) const {
    const auto pairs = with(standing);
    if (pairs.empty()) return "";
    std::string text = counted(pairs.size(), "row");
    text += fmt::format(" {} {}", pairs.size() == 1 ? "is" : "are", words);
    if (standing == Standing::same) return text + " to the picosecond, sample by sample.";
    const auto smaller = [](const RowPair* a, const RowPair* b) {
      return static_cast<__int128>(a->other->p50_ps()) * b->base->p50_ps() <
             static_cast<__int128>(b->other->p50_ps()) * a->base->p50_ps();
    };
    const auto [low, high] = std::ranges::minmax_element(pairs, smaller);
    const std::string least = ratio_text(ratio(**low));
    const std::string most = ratio_text(ratio(**high));
    return fmt::format("{}; {} takes {}{} times as long.", text, other_.letter, least,
                       least == most ? "" : " to " + most);
  }

  std::string not_compared() const {
    std::string text;
    for (const NotCompared& each : found_.not_compared)
      text += bullet(fmt::format("Not compared: {}: {}.", row_text(each.row->axes), each.why));
    return text;
  }

  static std::string only(const std::string& where, const std::vector<const trace::Row*>& rows) {
    if (rows.empty()) return "";
    constexpr std::size_t shown_max = 12;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(rows.size(), shown_max); ++i) names.push_back(row_text(rows[i]->axes));
    std::string text = fmt::format("{} {} {}: {}", counted(rows.size(), "row"), rows.size() == 1 ? "is" : "are",
                                   where, fmt::join(names, "; "));
    if (rows.size() > shown_max) text += fmt::format("; and {} more", rows.size() - shown_max);
    return bullet(text + ".");
  }

  std::string changes_sentence() const {
    if (found_.changes.empty()) return "Nothing that the results name was changed.";
    std::vector<std::string> words;
    for (const Change& change : found_.changes) {
      words.push_back(fmt::format("{} from {} to {}", change.what, change.before.empty() ? "none" : change.before,
                                  change.after.empty() ? "none" : change.after));
      if (change.rows > 0 && change.rows < rows_met())
        words.back() += fmt::format(" ({})", counted(change.rows, "row"));
    }
    return fmt::format("Changed: {}.", fmt::join(words, "; "));
  }

  std::int64_t rows_met() const {
    return static_cast<std::int64_t>(found_.pairs.size() + found_.not_compared.size());
  }

  std::string time_cell(const trace::Row& row, const NamedRun& run) const {
    const std::string p50 = short_text(Duration{row.p50_ps()});
    if (run.result.clock == "virtual") return p50;
    const Range range = range_of({.row = row, .virtual_time = false});
    return fmt::format("{} ({} to {})", p50, short_text(Duration{range.low_ps}),
                       short_text(Duration{range.high_ps}));
  }

  static std::string cause_cell(const RowPair& pair) {
    if (!pair.cause) return "-";
    return fmt::format("{} ({})", pair.cause->item, amount(*pair.cause));
  }

  std::string table_text() const {
    std::vector<Column> columns;
    const auto& axes = base_.result.rows.front().axes;
    for (std::size_t i = 0; i < axes.size(); ++i)
      columns.push_back({axes[i].first, numeric_axis(base_.result, i) ? Align::right : Align::left});
    columns.insert(columns.end(), {{base_.letter, Align::right},
                                   {other_.letter, Align::right},
                                   {fmt::format("{} over {}", other_.letter, base_.letter), Align::right},
                                   {"what takes longer"}});
    Table table(columns);
    for (const RowPair& pair : found_.pairs) {
      if (!pair.beyond_noise()) continue;
      std::vector<std::string> cells;
      for (const auto& [axis, value] : pair.base->axes) cells.push_back(value);
      cells.push_back(time_cell(*pair.base, base_));
      cells.push_back(time_cell(*pair.other, other_));
      cells.push_back(ratio_text(ratio(pair)) + "x");
      cells.push_back(cause_cell(pair));
      table.add(std::move(cells));
    }
    return table.empty() ? "" : table.text();
  }

  const NamedRun& base_;
  const NamedRun& other_;
  SideBySide found_;
};

std::string run_line(const NamedRun& run) {
  const trace::Result& result = run.result;
  return bullet(fmt::format("{}: {}: {}, backend {}, {} clock, ginlab {}", run.letter, run.file, result.scenario,
                            result.backend, result.clock, result.host.ginlab));
}

}  // namespace

std::string to_markdown(const std::vector<NamedRun>& runs) {
  std::vector<std::string> letters;
  for (const NamedRun& run : runs) letters.push_back(run.letter);
  std::string page = fmt::format("# {}: {}\n\n", runs.front().result.scenario, listed(letters));
  for (const NamedRun& run : runs) page += run_line(run);
  bool walls = false;
  for (std::size_t i = 1; i < runs.size(); ++i) page += "\n" + Section(runs.front(), runs[i]).text();
  for (const NamedRun& run : runs) walls = walls || run.result.clock != "virtual";
  page += "\nTimes are p50. Less than 5 % apart is level: no more is claimed of a model or a machine.";
  if (walls) page += "\nIn brackets p10 to p90: on a wall clock rows differ when these do not overlap.";
  return page + "\n";
}

}  // namespace gin::reports
