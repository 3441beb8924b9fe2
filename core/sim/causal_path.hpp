// Where the time went. Each flow (an agent, a proxy, a message) holds the end of a chain of intervals; a flow
// that is woken goes on from the chain of whoever woke it. Read backwards from the finish, the chain is the
// critical path, and its intervals follow each other without a gap, so they add up to the elapsed time.
#pragma once

#include <string>
#include <vector>

#include "core/base/assert.hpp"
#include "core/base/blocks.hpp"
#include "core/base/units.hpp"

namespace gin::sim {

/// A name for a kind of interval; see CausalPath::item.
struct Item {
  std::uint16_t value = 0;
};

/// The end of a chain. Node 0 is the start of the measured time, and so is every chain of an earlier epoch.
struct Chain {
  std::uint32_t node = 0;
  std::uint32_t epoch = 0;
};

class CausalPath {
 public:
  struct Share {
    std::string item;
    Duration time;
    std::int64_t count = 0;
  };

  CausalPath() { restart({}); }

  /// The item of that name, made on first use. Called while setting up, not on the data path.
  Item item(const std::string& name);

  /// Forgets all chains: intervals before `start` are of no interest.
  void restart(Instant start);

  /// The interval from the end of `chain` to `end` was spent on `item`.
  Chain extend(Chain chain, Item item, Instant end) {
    const std::uint32_t before = index(chain);
    GIN_ASSERT(end >= nodes_[before].end);
    if (end == nodes_[before].end) return chain;
    nodes_.add() = {end, before, item};
    return {static_cast<std::uint32_t>(nodes_.size() - 1), epoch_};
  }

  /// Counts restarts.
  std::uint32_t epoch() const { return epoch_; }

  /// The chain as it stands in this epoch: one of an earlier epoch is at the start.
  Chain current(Chain chain) const { return {index(chain), epoch_}; }

  Instant end(Chain chain) const { return nodes_[index(chain)].end; }

  /// The chain by items, longest first; equal times in order of item name.
  std::vector<Share> shares(Chain finish) const;

 private:
  struct Node {
    Instant end;
    std::uint32_t before;
    Item item;
  };

  std::uint32_t index(Chain chain) const { return chain.epoch == epoch_ ? chain.node : 0; }

  std::vector<std::string> names_;
  Arena arena_;
  Blocks<Node, 1 << 12> nodes_{arena_};
  std::uint32_t epoch_ = 0;
};

}  // namespace gin::sim
