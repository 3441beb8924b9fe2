// Splits the space of places until each part has one outcome, along the axis that explains most.
#include "reports/verdicts/region.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "reports/base/format.hpp"

namespace gin::reports {
namespace {

using Verdicts = std::vector<const Verdict*>;

std::vector<std::string> values_of(const Verdicts& verdicts, std::size_t axis) {
  std::vector<std::string> values;
  for (const Verdict* verdict : verdicts) add_new(values, verdict->place.at(axis).second);
  return values;
}

bool uniform(const Verdicts& verdicts) {
  return std::ranges::all_of(verdicts, [&](const Verdict* v) { return v->same_outcome(*verdicts.front()); });
}

/// One slice per value of the axis; neighbouring slices that are uniform and agree are one slice.
std::vector<Verdicts> slices_of(const Verdicts& verdicts, std::size_t axis) {
  std::vector<Verdicts> slices;
  for (const std::string& value : values_of(verdicts, axis)) {
    Verdicts slice;
    std::ranges::copy_if(verdicts, std::back_inserter(slice),
                         [&](const Verdict* v) { return v->place.at(axis).second == value; });
    const bool joins = !slices.empty() && uniform(slice) && uniform(slices.back()) &&
                       slice.front()->same_outcome(*slices.back().front());
    if (joins) {
      slices.back().insert(slices.back().end(), slice.begin(), slice.end());
    } else {
      slices.push_back(std::move(slice));
    }
  }
  return slices;
}

/// An axis that alone explains the outcome is the one to split along; else the last, so that a sentence
/// follows the earlier axes as far as it can. None when all verdicts stand in one place.
std::optional<std::size_t> splitting_axis(const Verdicts& verdicts) {
  std::optional<std::size_t> last;
  for (std::size_t axis = 0; axis < verdicts.front()->place.size(); ++axis) {
    if (values_of(verdicts, axis).size() < 2) continue;
    if (std::ranges::all_of(slices_of(verdicts, axis), uniform)) return axis;
    last = axis;
  }
  return last;
}

void split(const Verdicts& verdicts, std::vector<Region>& regions) {
  if (uniform(verdicts)) {
    regions.push_back({verdicts});
  } else if (const auto axis = splitting_axis(verdicts)) {
    for (const Verdicts& slice : slices_of(verdicts, *axis)) split(slice, regions);
  } else {
    for (const Verdict* verdict : verdicts) regions.push_back({{verdict}});
  }
}

}  // namespace

std::string Region::text() const {
  std::string text;
  for (std::size_t axis = 0; axis < first().place.size(); ++axis) {
    const auto values = values_of(verdicts, axis);
    const bool range = values.size() > 1 && std::ranges::all_of(values, numeric);
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", first().place[axis].first,
                        range ? values.front() + " to " + values.back() : listed(values));
  }
  return text;
}

std::vector<Region> regions_of(const std::vector<Verdict>& verdicts) {
  Verdicts all;
  for (const Verdict& verdict : verdicts) all.push_back(&verdict);
  std::vector<Region> regions;
  if (!all.empty()) split(all, regions);
  return regions;
}

std::string place_text(const trace::Axes& place) {
  std::string text;
  for (const auto& [axis, value] : place) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", axis, value);
  return text;
}

std::string row_text(const trace::Axes& axes) {
  return axes.empty() ? "the only row" : place_text(axes);
}

}  // namespace gin::reports
