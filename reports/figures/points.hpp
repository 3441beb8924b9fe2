// Draws a number of each row: as lines along an axis that holds numbers, or place by place where there is none.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "reports/figures/figure.hpp"
#include "reports/verdicts/page_rows.hpp"

namespace gin::reports {

struct CurvePoint {
  std::int64_t value = 0;
  std::int64_t low = 0;  ///< of the samples; both the value where they are one
  std::int64_t high = 0;
  std::int64_t bound = 0;  ///< 0: none
  std::string text;
};

struct Quantity {
  std::string id;
  std::string title;
  std::string caption;
  std::string name;  ///< "p50"
  const char* words = "";
  std::optional<CurvePoint> (*point)(const trace::Row&) = nullptr;
  bool crossovers = false;  ///< shows where the lead changes along the axis
};

/// None where no row has the quantity.
std::vector<PageFigure> figure_of(const PageRows& rows, const Quantity& quantity);

/// Layers for a drawing whose x is the axis: the interval as a band, the value as a broken line with its name. The
/// number of a place among `places` is the "choice" of its data. Empty where the lead does not change along the
/// axis.
Json crossover_layers(const trace::Result& result, const std::string& axis, const std::vector<trace::Axes>& places);

}  // namespace gin::reports
