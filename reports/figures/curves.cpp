// Each quantity is a function of one row; points.cpp draws them all alike.
#include <algorithm>

#include "reports/base/format.hpp"
#include "reports/figures/figures.hpp"
#include "reports/figures/parts.hpp"
#include "reports/figures/points.hpp"

namespace gin::reports {
namespace {

std::optional<CurvePoint> time_of(const trace::Row& row) {
  if (row.samples_ps.empty() || row.p50_ps() <= 0) return {};
  const auto least = *std::ranges::min_element(row.samples_ps);
  return CurvePoint{row.p50_ps(), std::max<std::int64_t>(least, 1), row.max_ps(), row.bound_ps,
                    short_text(Duration{row.p50_ps()})};
}

std::optional<CurvePoint> distance_of(const trace::Row& row) {
  if (row.samples_ps.empty() || row.bound_ps <= 0) return {};
  const auto thousandths = scaled({row.p50_ps(), row.bound_ps}, 1'000);
  return CurvePoint{thousandths, thousandths, thousandths, 0, ratio_text({row.p50_ps(), row.bound_ps}) + "x"};
}

/// Bytes a second of all PEs together. The samples are all iterations that the bytes were counted in.
std::optional<CurvePoint> rate_of(const trace::Row& row) {
  __int128 bytes = 0;
  for (const auto& line : row.pe_traffic.bytes)
    for (const std::int64_t cell : line) bytes += cell;
  const __int128 ps = static_cast<__int128>(row.p50_ps()) * static_cast<std::int64_t>(row.samples_ps.size());
  const std::int64_t rate = scaled(fraction_of(bytes, ps), 1'000'000'000'000);
  if (rate == 0) return {};
  return CurvePoint{rate, rate, rate, 0, short_rate(rate)};
}

}  // namespace

std::vector<PageFigure> curve_figures(const PageRows& rows) {
  const Quantity quantities[] = {
      {.id = "times",
       .title = "Time",
       .caption = std::string("Median of the measured iterations; a pale bar spans the fastest and the slowest.") +
                  (has_bounds(rows.result) ? " Ticks: the bound, which no software gets below." : ""),
       .name = "p50",
       .words = time_words,
       .point = time_of,
       .crossovers = true},
      {.id = "rates",
       .title = "Bandwidth",
       .caption =
           "Bytes written into other PEs' memory in an iteration, of all PEs together, over the median time. "
           "A signal is eight bytes; headers are not counted.",
       .name = "bytes a second",
       .words = rate_words,
       .point = rate_of},
      {.id = "bounds",
       .title = "Distance from the bound",
       .caption = "How many times as long as the machine alone would need: 1x is as fast as it gets.",
       .name = "p50 over the bound",
       .words = factor_words,
       .point = distance_of}};
  std::vector<PageFigure> figures;
  for (const Quantity& quantity : quantities)
    std::ranges::move(figure_of(rows, quantity), std::back_inserter(figures));
  return figures;
}

}  // namespace gin::reports
