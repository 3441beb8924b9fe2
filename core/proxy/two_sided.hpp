// Sends and receives that a proxy has posted. They wait for a peer's program, for as long as it likes: so each leaves its ring at once, and
// nothing stands behind it that somebody else waits for. Each agent is told how many of its own are through.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/base/ids.hpp"

namespace gin {

/// Whose command it is: what the fabric is given with the operation and gives back. Bit 63 tells it from the commands of a ring.
struct TwoSidedName {
  std::uint32_t ring = 0;   ///< of its proxy
  std::uint32_t agent = 0;  ///< of the PE
  Pe peer;
};
constexpr std::uint64_t two_sided_bit = std::uint64_t{1} << 63;

constexpr std::uint64_t to_tag(const TwoSidedName& name) {
  return two_sided_bit | std::uint64_t{name.ring} << 48 | std::uint64_t{name.peer.value} << 32 | name.agent;
}
constexpr bool is_two_sided(std::uint64_t tag) {
  return (tag & two_sided_bit) != 0;
}
constexpr TwoSidedName to_two_sided(std::uint64_t tag) {
  return {static_cast<std::uint32_t>(tag >> 48 & 0x7fff), static_cast<std::uint32_t>(tag),
          Pe{static_cast<std::uint32_t>(tag >> 32 & 0xffff)}};
}

/// Of one ring: how many of each agent's are through.
class TwoSidedCount {
 public:
  /// Counts go on from what the words of the ring say, by agent.
  explicit TwoSidedCount(const std::uint32_t* words) : words_(words) {}

  void is_through(std::uint32_t agent) {
    while (through_.size() <= agent) through_.push_back(words_[through_.size()]);
    ++through_[agent];
    if (std::find(news_.begin(), news_.end(), agent) == news_.end()) news_.push_back(agent);
  }

  /// tell(agent, how many ever; it wraps), once for each agent of which there is news.
  template <class Tell>
  void tell(const Tell& tell) {
    for (const std::uint32_t agent : news_) tell(agent, through_[agent]);
    news_.clear();
  }

 private:
  const std::uint32_t* words_;
  std::vector<std::uint32_t> through_;
  std::vector<std::uint32_t> news_;
};

}  // namespace gin
