// Counters of arrivals, as EFA's NICs keep them (rdma-core 64: ibv_create_comp_cntr(3), ibv_qp_attach_comp_cntr(3) with
// REMOTE_RDMA_WRITE, efadv_create_comp_cntr(3) for where they are written): each belongs to one NIC and one word of memory.
// The NIC adds one for each message that names the word and writes what it has counted; what is in the word counts for nothing.
#pragma once

#include <cstdint>
#include <map>

namespace gin::emulated {

/// Those of all NICs of one PE, by word.
class Counters {
 public:
  /// How far a counter of this hardware goes; then it begins again at 0.
  static constexpr std::uint32_t value_max = (std::uint32_t{1} << 31) - 1;

  struct Count {
    std::uint32_t rail;   ///< of the NIC that counts this word: the one that did so first
    std::uint32_t value;  ///< with the newest message, unless that came to another NIC
  };

  /// One more message for `word` has come over `rail`.
  Count add(std::uint64_t word, std::uint32_t rail) {
    Count& count = counts_.try_emplace(word, Count{rail, 0}).first->second;
    if (count.rail == rail) count.value = after(count.value);
    return count;
  }

  static constexpr std::uint32_t after(std::uint32_t value) { return value == value_max ? 0 : value + 1; }

 private:
  std::map<std::uint64_t, Count> counts_;
};

}  // namespace gin::emulated
