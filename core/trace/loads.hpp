// Who carried how much, and what agents were doing meanwhile: the parts of a row that are pictures more than
// numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gin::trace {

/// Payload bytes that crossed between PEs in the measured iterations, by whose memory they left and whose they
/// reached.
struct PeTraffic {
  static constexpr std::int64_t side_max = 32;
  std::int64_t pes_per_cell = 1;  ///< where there would be more cells a side than that, neighbouring PEs share one
  std::vector<std::vector<std::int64_t>> bytes = {};  ///< [from][to], square; empty where nobody counted
};

/// What one NIC was given to carry in the measured iterations. Bytes are those on the line, headers included.
struct NicLoad {
  std::int64_t pe = 0;
  std::int64_t rail = 0;
  std::int64_t bytes_out = 0;
  std::int64_t bytes_in = 0;
  std::int64_t messages_out = 0;
  std::int64_t messages_in = 0;

  /// Of the same NIC.
  NicLoad& operator+=(const NicLoad& more) {
    bytes_out += more.bytes_out, bytes_in += more.bytes_in;
    messages_out += more.messages_out, messages_in += more.messages_in;
    return *this;
  }
};

/// What agent 0 of a PE was doing in the last measured iteration, from its start. A PE's phases follow each other
/// without a gap until the iteration ends.
struct Phase {
  static constexpr std::int64_t pes_max = 32;  ///< later PEs are left out
  std::int64_t pe = 0;
  std::string name;  ///< "issue", "compute", "move", "fence", "wait: CALL", "through"
  std::int64_t begin_ps = 0;
  std::int64_t end_ps = 0;
};

}  // namespace gin::trace
