// What a fabric promises and what a run needs; they meet before anything starts.
#pragma once

#include <cstdint>
#include <string>

namespace gin {

enum class Ordering : std::uint8_t { none, per_queue };

struct Capabilities {
  Ordering ordering = Ordering::none;
  bool strong_signals = false;  ///< a signal after earlier writes of its queue, without help
  bool atomics = false;         ///< 64-bit, executed by the NIC
  std::uint64_t inline_bytes_max = 0;
  std::uint64_t message_bytes_max = 0;
  std::uint64_t queue_depth = 0;
  bool pointers_within_node = false;
  bool pointers_across_nodes = false;
};

struct Requirements {
  bool strong_signals = false;
  bool atomics = false;
  std::uint64_t message_bytes = 0;
  bool pointers = false;  ///< to every peer
  std::string pointers_why;
};

/// A sentence naming the first requirement that is not met and what to do; empty when all are.
std::string missing(const Capabilities& has, const Requirements& needs, bool several_nodes);

}  // namespace gin
