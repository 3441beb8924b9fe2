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
  std::uint64_t message_bytes_max = 0;
  std::uint32_t streams_max = ~std::uint32_t{0};       ///< queues to one peer that immediates can tell apart
  std::uint64_t signal_words_max = ~std::uint64_t{0};  ///< of one PE: where the NIC counts, what it can
  bool two_sided = false;                              ///< somebody matches sends and receives
  bool pointers_within_node = false;
};

struct Requirements {
  bool strong_signals = false;
  bool atomics = false;
  std::uint64_t message_bytes = 0;
  bool pointers = false;  ///< to every peer
  std::string pointers_why;
  bool two_sided = false;
  std::string two_sided_why;
  std::uint32_t streams = 1;       ///< queues to one peer
  std::uint64_t signal_words = 0;  ///< of one PE: 8 bytes each, all that signals may go to
};

/// A sentence naming the first requirement that is not met and what to do; empty when all are.
std::string missing(const Capabilities& has, const Requirements& needs, bool several_nodes);

}  // namespace gin
