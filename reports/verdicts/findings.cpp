// Words around verdicts. Nothing is decided here: every comparison is one that verdict.cpp made.
#include "reports/verdicts/findings.hpp"
#include "reports/verdicts/cells.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/trace/bracket.hpp"
#include "reports/base/format.hpp"
#include "reports/verdicts/crossover.hpp"
#include "reports/verdicts/region.hpp"

namespace gin::reports {
namespace {

std::string all_named(const trace::Result& result, std::vector<std::string> contestants) {
  for (std::string& contestant : contestants) contestant = named(result, contestant);
  return listed(contestants);
}

std::string after(const std::string& joint, const std::string& text) {
  return text.empty() ? "" : joint + text;
}

/// "1.90 to 2.40 times": the range over the region, of one contestant's p50 over the best. `others` are those who
/// trail, or those who are imagined.
template <class Other>
std::string factor(const Region& region, std::vector<Other> Verdict::*others, std::size_t which) {
  const auto ratio = [&](const Verdict* v) { return Fraction{(v->*others)[which].p50_ps, v->best_p50_ps}; };
  const auto smaller = [&](const Verdict* a, const Verdict* b) {
    const Fraction x = ratio(a);
    const Fraction y = ratio(b);
    return static_cast<__int128>(x.part) * y.whole < static_cast<__int128>(y.part) * x.whole;
  };
  const auto [low, high] = std::ranges::minmax_element(region.verdicts, smaller);
  const std::string least = ratio_text(ratio(*low));
  const std::string most = ratio_text(ratio(*high));
  return least == most ? least + " times" : least + " to " + most + " times";
}

/// Why the contestant trails, at both ends of the region; empty where that was not recorded.
std::string reason(const Region& region, std::size_t trailing) {
  const auto& first = region.first().trailing[trailing].cause;
  const auto& last = region.last().trailing[trailing].cause;
  if (!first || !last) return "";
  const auto most = [](const Cause& cause) { return cause.ps * 2 >= cause.of_ps; };
  const std::string opening = most(*first) && most(*last) ? "most" : "the largest part";
  const std::string here = place_text(region.first().place);
  const std::string there = place_text(region.last().place);
  std::string detail;
  if (first->item != last->item) {
    detail = fmt::format("{} at {} ({}) and {} at {} ({})", first->item, here, amount(*first), last->item, there,
                         amount(*last));
  } else if (amount(*first) == amount(*last)) {
    detail = fmt::format("{} ({})", first->item, amount(*first));
  } else {
    detail = fmt::format("{} ({} at {}; {} at {})", first->item, amount(*first), here, amount(*last), there);
  }
  return fmt::format("; {} of the difference is {}", opening, detail);
}

/// How far from each other those are who are level.
const char* apart(const Region& region) {
  const bool equal =
      std::ranges::all_of(region.verdicts, [](const Verdict* v) { return v->leaders_apart_ps == 0; });
  return equal ? "no difference to the picosecond" : "p50 within 5 %";
}

Finding finding_of(const trace::Result& result, const Region& region) {
  const Verdict& verdict = region.first();
  const std::string leaders = all_named(result, verdict.leaders);
  const std::string where = after(" for ", region.text());
  if (verdict.leaders.size() == 1 && verdict.trailing.empty())
    return {fmt::format("{} is the only one on offer{}.", leaders, where)};
  if (verdict.trailing.empty()) return {fmt::format("{} are level{}: {}.", leaders, where, apart(region))};
  if (verdict.leaders.size() == 1 && verdict.trailing.size() == 1) {
    return {fmt::format("{} beats {} {}{}{}.", leaders, named(result, verdict.trailing.front().contestant),
                        factor(region, &Verdict::trailing, 0), where, reason(region, 0))};
  }
  const char* are = verdict.leaders.size() == 1 ? "is best" : "are level and best";
  Finding finding{fmt::format("{} {}{}.", leaders, are, where)};
  for (std::size_t i = 0; i < verdict.trailing.size(); ++i) {
    finding.details.push_back(fmt::format("{} takes {} as long{}.", named(result, verdict.trailing[i].contestant),
                                          factor(region, &Verdict::trailing, i), reason(region, i)));
  }
  return finding;
}

/// The same with what nobody can have: apart from the others, and said to be so.
Finding whole_finding_of(const trace::Result& result, const Region& region) {
  const Verdict& verdict = region.first();
  Finding finding = finding_of(result, region);
  if (verdict.all_imagined) finding.sentence = "Of what nobody offers: " + finding.sentence;
  for (std::size_t i = 0; i < verdict.imagined.size(); ++i) {
    const Imagined& imagined = verdict.imagined[i];
    finding.details.push_back(fmt::format("{} is not offered ({}); it would take {} as long as the best that is.",
                                          named(result, imagined.contestant), imagined.because,
                                          factor(region, &Verdict::imagined, i)));
  }
  return finding;
}

/// "signalling put_signal, bytes 8: ..."; the only row of a result needs no introduction.
std::string introduced(const trace::Row& row, const std::string& text) {
  return row.axes.empty() ? text : place_text(row.axes) + ": " + text;
}

std::string row_sentence(const trace::Row& row) {
  std::string text = fmt::format("p50 is {} (p99 {}, max {})", short_text(Duration{row.p50_ps()}),
                                 short_text(Duration{row.p99_ps()}), short_text(Duration{row.max_ps()}));
  if (const trace::PathItem* item = dominant_item(row)) {
    const bool most = item->ps * 2 >= row.critical_path_total_ps;
    text += fmt::format("; {} of it is {} ({}, {})", most ? "most" : "the largest part", item->item,
                        short_text(Duration{item->ps}), share_text({item->ps, row.critical_path_total_ps}));
  }
  if (row.bound_ps > 0)
    text += fmt::format("; it is {} times the bound of {} ({})", ratio_text({row.p50_ps(), row.bound_ps}),
                        short_text(Duration{row.bound_ps}), row.bound_by);
  return text + ".";
}

/// A result in which nobody meets anybody: each row speaks for itself.
std::vector<Finding> lone_rows(const trace::Result& result) {
  std::vector<Finding> findings;
  for (const trace::Row& row : result.rows) {
    if (row.samples_ps.empty() || checked(row) == Checked::wrong) continue;
    findings.push_back({introduced(row, row_sentence(row))});
  }
  return findings;
}

/// Of all rows, each once, in the order of their first mention.
std::vector<std::string> layers_of(const trace::Result& result) {
  std::vector<std::string> layers;
  for (const trace::Row& row : result.rows)
    for (const std::string& layer : row.layers) add_new(layers, layer);
  return layers;
}

/// What times mean, by trace::Bracket.
constexpr const char* bracket_sentences[] = {
    "Times end when the source may be overwritten; the target may not have the data yet.",
    "Times end when the sender knows that its data has arrived.",
    "Times end when the data is visible at the target.",
};

}  // namespace

std::string amount(const Cause& cause) {
  const std::string own = short_text(Duration{cause.ps});
  const std::string whole = short_text(Duration{cause.of_ps});
  return cause.ps > cause.of_ps ? fmt::format("{}, cut to {} by savings elsewhere", own, whole)
                                : fmt::format("{} of {}", own, whole);
}

std::vector<Finding> failures_of(const trace::Result& result) {
  Finding failure;
  for (const trace::Row& row : result.rows) {
    if (checked(row) != Checked::wrong) continue;
    failure.details.push_back(introduced(row, wrong_about(row)));
  }
  if (failure.details.empty()) return {};
  failure.sentence = fmt::format(
      "**WRONG DATA** in {} of {}. Such a time is not the time of the work; the "
      "verdict leaves it out.",
      failure.details.size(), counted(result.rows.size(), "row"));
  return {failure};
}

std::vector<Finding> findings_of(const trace::Result& result) {
  const auto verdicts = verdicts_of(result);
  if (verdicts.empty()) return lone_rows(result);
  const auto regions = regions_of(verdicts);
  std::vector<Finding> findings;
  for (const Region& region : regions) findings.push_back(whole_finding_of(result, region));
  for (std::string& sentence : crossover_sentences(result)) findings.push_back({std::move(sentence)});
  return findings;
}

std::vector<std::string> notes_of(const trace::Result& result) {
  if (result.rows.empty()) return {"The result has no rows: nothing was measured."};
  std::vector<std::string> notes;
  if (!has_times(result)) {
    notes.emplace_back("Nothing was timed.");
  } else if (one_bracket(result)) {
    notes.emplace_back(bracket_sentences[static_cast<std::size_t>(result.rows.front().bracket)]);
  } else {
    notes.emplace_back(
        "Rows end at different moments of a transfer (column \"bracket\"); a ratio across them "
        "compares different things.");
  }
  const auto phantom = [](const trace::Row& row) { return row.payload == "phantom"; };
  if (std::ranges::all_of(result.rows, phantom)) {
    notes.emplace_back("Payload was phantom: bytes were not stored and not checked.");
  } else if (std::ranges::any_of(result.rows, phantom)) {
    notes.emplace_back("Payload of some rows was phantom: their bytes were not stored and not checked.");
  }
  if (has_not_offered(result))
    notes.emplace_back(
        "Rows that are not offered show what library or machine do not do and an override asked for; no verdict "
        "recommends them.");
  const std::vector<std::string> layers = layers_of(result);
  if (!layers.empty()) notes.push_back(fmt::format("Layers between program and fabric: {}.", listed(layers)));
  if (has_predictions(result))
    notes.emplace_back(
        "Times are measured; the predicted ones are the emulated backend's, by the profile's numbers.");
  return notes;
}

}  // namespace gin::reports
