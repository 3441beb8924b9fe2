// Small results made by hand, so that tests of reports say what they compare and need no simulator.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/trace/result.hpp"

namespace gin::made {

inline constexpr std::int64_t ns = 1'000;

/// A verified row with one sample, explained by `items` where there are any.
inline trace::Row row(std::vector<std::pair<std::string, std::string>> axes, std::int64_t p50_ps,
                      std::vector<trace::PathItem> items = {}) {
  trace::Row row;
  row.axes = std::move(axes);
  row.program = "put_latency";
  row.payload = "real";
  row.pes = 2;
  row.nodes = 2;
  row.agents = 1;
  row.scope = "warp";
  row.seed = 1;
  row.profile = "h100-cx7";
  row.stack = "lean";
  row.path_same_node = "pointer";
  row.path_other_node = "gpu";
  row.signalling = "put_signal";
  row.samples_ps = {p50_ps};
  row.verified = true;
  row.critical_path = std::move(items);
  for (const trace::PathItem& item : row.critical_path) row.critical_path_total_ps += item.ps;
  row.digest = "0123456789abcdef";
  return row;
}

inline trace::Result result(std::vector<trace::Row> rows) {
  trace::Result result;
  result.host = {.system = "Linux 6.1",
                 .compiler = "g++ 12.2",
                 .cores = 2,
                 .ginlab = "0.1.0",
                 .started_utc = "2025-01-01T00:00:00Z",
                 .wall_ms = 12};
  result.scenario = "put_latency";
  result.description = "One PE puts to another and waits.";
  result.backend = "emulated";
  result.clock = "virtual";
  result.rows = std::move(rows);
  result.digest = "fedcba9876543210";
  return result;
}

/// Two contestants on the first axis in the places of one numeric axis; times in nanoseconds.
struct Times {
  std::int64_t bytes = 0;
  std::int64_t a_ns = 0;
  std::int64_t b_ns = 0;
};
inline trace::Result duel(const std::vector<Times>& places) {
  std::vector<trace::Row> rows;
  for (const Times& t : places) {
    rows.push_back(row({{"signalling", "a"}, {"bytes", std::to_string(t.bytes)}}, t.a_ns * ns));
  }
  for (const Times& t : places) {
    rows.push_back(row({{"signalling", "b"}, {"bytes", std::to_string(t.bytes)}}, t.b_ns * ns));
  }
  return result(std::move(rows));
}

}  // namespace gin::made
