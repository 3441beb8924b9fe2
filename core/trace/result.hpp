// What a run leaves behind. The writer and reader of result.json and its schema live beside this file;
// reports are made from it and from nothing else.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/trace/loads.hpp"

namespace gin::trace {

/// Which moment of a transfer ends a sample (reports must name it: end points differ 2 to 5 times).
enum class Bracket { source_reusable, acknowledged, visible };

/// One piece of the critical path. All items of a row add up to its elapsed time exactly.
struct PathItem {
  std::string item;  ///< a cost point ("proxy.post"), a stage ("nic.transmit") or a wait ("nic.port_queue")
  std::int64_t ps = 0;
  std::int64_t count = 0;
};

/// Traffic of one kind: by path ("gpu") or by link ("nvlink", "nic", "pcie").
struct Traffic {
  std::string name;
  std::int64_t operations = 0;
  std::int64_t bytes = 0;
};

struct Counter {
  std::string name;  ///< "fences_that_waited", "doorbells", "ring_full_stalls", ...
  std::int64_t value = 0;
};

using Texts = std::vector<std::pair<std::string, std::string>>;  ///< name, value
using Axes = Texts;                                              ///< axis, value

/// What was run stands in every row, because an axis may vary any of it.
struct Row {
  Axes axes;  ///< in the compare block's order
  std::string program;
  Texts params;         ///< of the program, all of them, by name: with it, the work that was done
  std::string payload;  ///< "real" or "phantom"
  std::int64_t pes = 0;
  std::int64_t nodes = 0;
  std::int64_t agents = 0;
  std::string scope;
  std::uint64_t seed = 0;  ///< of the first repeat
  std::string profile;
  std::string stack;
  Texts overrides;  ///< "stack.proxy.post_ns", "80": what was replaced in profile and stack, profile first
  std::string path_same_node;
  std::string path_other_node;
  std::string signalling;
  Bracket bracket = Bracket::visible;
  std::vector<std::int64_t> samples_ps;  ///< one per measured iteration, in order
  std::int64_t predicted_p50_ps = 0;     ///< what the model says of the same row; 0 where nobody asked it
  std::int64_t bound_ps = 0;  ///< the least that what an iteration moved can take; 0 where nobody counted it
  std::string bound_by;       ///< what needs that long: "nic.line_out of PE 0", "latency"; empty as well
  bool verified = false;      ///< data compared byte for byte and right; false for phantom payload
  std::string mismatch;       ///< first wrong element, empty when none
  std::vector<Traffic> by_path;
  std::vector<Traffic> by_link;
  /// What of it stack and profile do not do and an override asked for, a clause each: no property of that library.
  std::vector<std::string> not_offered;
  /// Between program and fabric, outermost first; then what was done to threads. Words of layer.hpp.
  std::vector<std::string> layers;
  std::vector<Counter> counters;
  PeTraffic pe_traffic;
  std::vector<NicLoad> nics;  ///< by PE, then rail; empty where no NIC carried anything, or nobody counted
  std::vector<Phase> phases;  ///< by PE; empty where nobody recorded them
  std::vector<PathItem> critical_path;      ///< of the last measured iteration, longest first
  std::int64_t critical_path_total_ps = 0;  ///< the elapsed time the items add up to
  std::string digest;                       ///< 16 hex digits
  /// 16 hex digits of what all windows held at the end, the same on whatever ran the row; empty for phantom payload.
  std::string windows;

  std::int64_t p50_ps() const;
  std::int64_t p99_ps() const;  ///< nearest rank
  std::int64_t max_ps() const;
};

/// Facts of the machine that ran this; the only part of a result that may differ between two equal runs.
struct Host {
  std::string system;
  std::string compiler;
  std::int64_t cores = 0;
  std::string ginlab;       ///< version
  std::string started_utc;  ///< ISO 8601
  std::int64_t wall_ms = 0;
};

struct Result {
  static constexpr int version = 6;
  Host host;
  std::string scenario;  ///< its name
  std::string description;
  std::string backend;
  std::string clock;  ///< "virtual" or "wall"
  std::vector<Row> rows;
  std::string digest;  ///< over the rows' digests
};

/// Of a result's text: a sweep has up to 16384 rows, and one of many PEs may take thirty kilobytes.
inline constexpr std::size_t result_bytes_max = std::size_t{512} << 20;

std::string to_json(const Result& result);  ///< pretty, keys in a fixed order, newline at the end
Result from_json(const std::string& text, const std::string& where);  ///< throws Error(bad_input)
std::string schema();                                                 ///< JSON Schema 2020-12

}  // namespace gin::trace
