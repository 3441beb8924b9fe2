// What a GPU has of its peers' memory in its own L2, where the machine keeps lines that came over NVLink, and what an agent
// has in the L1 of its SM, its own GPU's memory included.
//
// Nothing tells the GPU that their owner has written them: they may be stale from the next acquire at system scope
// on, and so they are forgotten then. Only time knows of them. Bytes always come from the owner's memory, where an
// agent that has acquired nothing may find newer ones than real hardware would let it see.
#pragma once

#include <cstdint>
#include <map>
#include <memory_resource>
#include <set>
#include <utility>

#include "core/base/ids.hpp"
#include "core/base/units.hpp"
#include "core/device/cost.hpp"

namespace gin {

/// Looks of an agent after which it relies on what others wrote before.
constexpr bool is_acquire(Cost cost) {
  return cost == Cost::word_poll || cost == Cost::gpu_poll || cost == Cost::proxy_poll;
}

/// Part of a peer's heap.
struct LineRange {
  Pe peer;
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
};

class KeptLines {
 public:
  /// Without room nothing is kept. `memory` outlives it.
  explicit KeptLines(Bytes room = {}, std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : room_(static_cast<std::uint64_t>(room.count)), places_(memory), by_age_(memory) {}

  bool keeps() const { return room_ > 0; }

  /// Loads the range; returns how many of its bytes were there when it began. It is there from now on, and pushes
  /// out what was loaded longest ago. What is more than there is room for runs through and leaves nothing.
  std::uint64_t load(const LineRange& range);

  void forget();

 private:
  using Begin = std::pair<std::uint32_t, std::uint64_t>;  ///< peer, offset
  struct Kept {
    std::uint64_t end;
    std::uint64_t loaded;  ///< counts loads
  };
  using Places = std::pmr::map<Begin, Kept>;

  void keep(const Begin& begin, const Kept& kept);
  Places::iterator drop(Places::iterator at);
  std::uint64_t take_out(const LineRange& range);
  void make_room();

  std::uint64_t room_;
  std::uint64_t held_ = 0;
  std::uint64_t loads_ = 0;
  Places places_;  // of one peer they do not overlap
  std::pmr::set<std::pair<std::uint64_t, Begin>> by_age_;
};

}  // namespace gin
