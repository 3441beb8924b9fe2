#include "reports/compare/compare.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "core/base/error.hpp"
#include "core/trace/bracket.hpp"
#include "reports/base/format.hpp"
#include "reports/compare/noise.hpp"
#include "reports/verdicts/group.hpp"
#include "reports/verdicts/region.hpp"

namespace gin::reports {
namespace {

struct Property {
  const char* name;
  std::string (*text)(const trace::Row& row);
};

std::string text_of(const trace::Texts& texts) {
  std::string text;
  for (const auto& [name, value] : texts) text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  return text;
}

/// What makes two rows other work, or their times another thing.
constexpr Property must_agree[] = {
    {"program", [](const trace::Row& row) { return row.program; }},
    {"parameters", [](const trace::Row& row) { return text_of(row.params); }},
    {"payload", [](const trace::Row& row) { return row.payload; }},
    {"number of PEs", [](const trace::Row& row) { return std::to_string(row.pes); }},
    {"number of nodes", [](const trace::Row& row) { return std::to_string(row.nodes); }},
    {"number of agents", [](const trace::Row& row) { return std::to_string(row.agents); }},
    {"scope", [](const trace::Row& row) { return row.scope; }},
    {"bracket", [](const trace::Row& row) { return std::string(trace::bracket_name(row.bracket)); }},
};

/// What one compares.
constexpr Property may_change[] = {
    {"profile", [](const trace::Row& row) { return row.profile; }},
    {"stack", [](const trace::Row& row) { return row.stack; }},
    {"overrides", [](const trace::Row& row) { return text_of(row.overrides); }},
    {"path on the same node", [](const trace::Row& row) { return row.path_same_node; }},
    {"path to other nodes", [](const trace::Row& row) { return row.path_other_node; }},
    {"signalling", [](const trace::Row& row) { return row.signalling; }},
    {"layers", [](const trace::Row& row) { return fmt::format("{}", fmt::join(row.layers, ", ")); }},
    {"seed", [](const trace::Row& row) { return std::to_string(row.seed); }},
};

trace::Axes sorted(trace::Axes axes) {
  std::ranges::sort(axes);
  return axes;
}

std::string axes_of(const trace::Result& result) {
  if (result.rows.empty()) return "no rows";
  if (result.rows.front().axes.empty()) return "one row without axes";
  std::vector<std::string> names;
  for (const auto& [axis, value] : result.rows.front().axes) names.push_back(axis);
  return "rows by " + listed(names);
}

std::string or_none(const std::string& text) {
  return text.empty() ? "none" : text;
}

class Comparer {
 public:
  Comparer(const NamedRun& base, const NamedRun& other) : base_(base), other_(other) {}

  SideBySide take() {
    pair_up();
    std::ranges::stable_sort(found_.pairs, [](const RowPair& a, const RowPair& b) { return before(a, b); });
    return std::move(found_);
  }

 private:
  void pair_up() {
    std::multimap<trace::Axes, const trace::Row*> others;
    for (const trace::Row& row : other_.result.rows) others.emplace(sorted(row.axes), &row);
    std::vector<Change> of_rows;
    bool met = false;
    for (const trace::Row& row : base_.result.rows) {
      const auto twin = others.find(sorted(row.axes));
      if (twin == others.end()) {
        found_.only_in_base.push_back(&row);
        continue;
      }
      met = true;
      hold_together(row, *twin->second);
      name_changes(row, *twin->second, of_rows);
      compare(row, *twin->second);
      others.erase(twin);
    }
    if (!met) refuse_strangers();
    for (const trace::Row& row : other_.result.rows) {
      const auto left = [&](const auto& entry) { return entry.second == &row; };
      if (std::ranges::any_of(others, left)) found_.only_in_other.push_back(&row);
    }
    name_changes_of_run();
    found_.changes.insert(found_.changes.end(), of_rows.begin(), of_rows.end());
  }

  [[noreturn]] void refuse_strangers() const {
    throw Error(Code::bad_input,
                fmt::format("{}: expected a row that {} has too ({}), got none ({}); compare runs of one scenario",
                            other_.file, base_.file, axes_of(base_.result), axes_of(other_.result)));
  }

  void hold_together(const trace::Row& base, const trace::Row& other) const {
    for (const Property& property : must_agree) {
      const std::string expected = property.text(base);
      const std::string got = property.text(other);
      if (expected == got) continue;
      throw Error(Code::bad_input,
                  fmt::format("{}: {}: expected the {} that {} has, {}, got {}; times of different work are no "
                              "comparison: run one scenario twice",
                              other_.file, row_text(base.axes), property.name, base_.file, or_none(expected),
                              or_none(got)));
    }
  }

  static void name_changes(const trace::Row& base, const trace::Row& other, std::vector<Change>& changes) {
    for (const Property& property : may_change) {
      Change change{.what = property.name, .before = property.text(base), .after = property.text(other)};
      if (change.before == change.after) continue;
      const auto known = std::ranges::find_if(changes, [&](const Change& each) {
        return each.what == change.what && each.before == change.before && each.after == change.after;
      });
      if (known == changes.end()) {
        change.rows = 1;
        changes.push_back(change);
      } else {
        ++known->rows;
      }
    }
  }

  void name_changes_of_run() {
    const auto name = [&](const char* what, const std::string& before, const std::string& after) {
      if (before != after) found_.changes.push_back({.what = what, .before = before, .after = after});
    };
    const trace::Result& base = base_.result;
    const trace::Result& other = other_.result;
    name("scenario", base.scenario, other.scenario);
    name("backend", base.backend, other.backend);
    name("clock", base.clock, other.clock);
    name("ginlab", base.host.ginlab, other.host.ginlab);
    // Virtual times are the same on every machine.
    if (base.clock == "virtual" && other.clock == "virtual") return;
    name("system", base.host.system, other.host.system);
    name("cores", std::to_string(base.host.cores), std::to_string(other.host.cores));
    name("compiler", base.host.compiler, other.host.compiler);
  }

  void compare(const trace::Row& base, const trace::Row& other) {
    const std::string of_base = why_untimed(base, base_.letter);
    const std::string of_other = why_untimed(other, other_.letter);
    if (!of_base.empty() || !of_other.empty()) {
      found_.not_compared.push_back(
          {.row = &base, .why = of_other.empty() ? of_base : of_other, .other_is_to_blame = of_base.empty()});
      return;
    }
    const Timed first{.row = base, .virtual_time = base_.result.clock == "virtual"};
    const Timed second{.row = other, .virtual_time = other_.result.clock == "virtual"};
    RowPair pair{.base = &base, .other = &other, .apart = reports::apart(first, second)};
    pair.standing = standing_of(pair);
    if (pair.beyond_noise())
      pair.cause = pair.standing == Standing::slower ? cause_of({base, other}) : cause_of({other, base});
    found_.pairs.push_back(pair);
  }

  static std::string why_untimed(const trace::Row& row, const std::string& letter) {
    if (checked(row) == Checked::wrong) return fmt::format("wrong data in {}: {}", letter, wrong_about(row));
    return row.samples_ps.empty() ? fmt::format("not measured in {}", letter) : "";
  }

  static Standing standing_of(const RowPair& pair) {
    const std::int64_t before = pair.base->p50_ps();
    const std::int64_t after = pair.other->p50_ps();
    if (pair.base->samples_ps == pair.other->samples_ps) return Standing::same;
    if (level({before}, {after})) return Standing::level;
    if (!pair.apart) return Standing::noise;
    return after > before ? Standing::slower : Standing::faster;
  }

  static bool before(const RowPair& a, const RowPair& b) {
    if (!a.beyond_noise() || !b.beyond_noise()) return a.beyond_noise() && !b.beyond_noise();
    const auto [a_short, a_long] = std::minmax({a.base->p50_ps(), a.other->p50_ps()});
    const auto [b_short, b_long] = std::minmax({b.base->p50_ps(), b.other->p50_ps()});
    return static_cast<__int128>(a_long) * b_short > static_cast<__int128>(b_long) * a_short;
  }

  const NamedRun& base_;
  const NamedRun& other_;
  SideBySide found_;
};

}  // namespace

bool RowPair::slower_by_more_than(std::int64_t percent) const {
  return apart &&
         static_cast<__int128>(other->p50_ps()) * 100 > static_cast<__int128>(base->p50_ps()) * (100 + percent);
}

SideBySide side_by_side(const NamedRun& base, const NamedRun& other) {
  return Comparer(base, other).take();
}

}  // namespace gin::reports
