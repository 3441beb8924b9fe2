// Where the time went. Each flow (an agent, a proxy, a message) holds the end of a chain of intervals; a flow
// that is woken goes on from the chain of whoever woke it. Read backwards from the finish, the chain is the
// critical path, and its intervals follow each other without a gap, so they add up to the elapsed time.
//
// A chain also knows when it could have ended: had nothing been in the way, and had software taken no time.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/assert.hpp"
#include "core/base/blocks.hpp"
#include "core/base/units.hpp"

namespace gin::sim {

/// A name for a kind of interval; see CausalPath::item.
struct Item {
  static constexpr std::uint16_t bare_bit = 0x8000;
  std::uint16_t value = 0;

  std::uint16_t name() const { return value & static_cast<std::uint16_t>(~bare_bit); }
  bool is_bare() const { return (value & bare_bit) != 0; }
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
  /// The same, of intervals that the hardware takes when nothing is in its way.
  Item bare_item(const std::string& name) {
    return {static_cast<std::uint16_t>(item(name).value | Item::bare_bit)};
  }
  const std::string& name(Item item) const { return names_[item.name()]; }
  /// Of all items that were made, in the order of their making.
  const std::vector<std::string>& names() const { return names_; }

  /// Forgets all chains: intervals before `start` are of no interest.
  void restart(Instant start);

  /// The interval from the end of `chain` to `end` was spent on `item`. Throws Error(bad_input) where `end` is never,
  /// which is what all sums of times come to that do not fit.
  Chain extend(Chain chain, Item item, Instant end) {
    return extend(chain, item, end, item.is_bare() ? end - this->end(chain) : Duration{});
  }
  /// The same where the hardware would have taken `alone`, had nothing been in its way.
  Chain extend(Chain chain, Item item, Instant end, Duration alone) {
    return extend(chain, item, end, bare(chain) + std::min(alone, end - this->end(chain)));
  }
  /// The same where the chain could have ended at `bare`.
  Chain extend(Chain chain, Item item, Instant end, Instant bare) {
    const std::uint32_t before = index(chain);
    if (end == Instant::never()) [[unlikely]]
      refuse_endless(item, nodes_[before].end);
    GIN_ASSERT(end >= nodes_[before].end);
    if (end == nodes_[before].end) return chain;
    return add({end, bare, before, item});
  }

  /// What began at `begin` would end beyond the clock. Throws Error(bad_input) that names the item.
  [[noreturn]] void refuse_endless(Item item, Instant begin) const;

  /// Counts restarts.
  std::uint32_t epoch() const { return epoch_; }

  /// The chain as it stands in this epoch: one of an earlier epoch is at the start.
  Chain current(Chain chain) const { return {index(chain), epoch_}; }

  /// When the chain could have ended if only bare intervals took time. Never after its end.
  Instant bare(Chain chain) const { return nodes_[index(chain)].bare; }
  /// A chain that could not have ended before `bare` either, for it goes on from something else too.
  Chain not_before(Chain chain, Instant bare) {
    if (bare <= this->bare(chain)) return chain;
    const std::uint32_t before = index(chain);
    GIN_ASSERT(bare <= nodes_[before].end);
    return add({nodes_[before].end, bare, before, {}});
  }

  Instant end(Chain chain) const { return nodes_[index(chain)].end; }

  /// The chain by items, longest first; equal times in order of item name.
  std::vector<Share> shares(Chain finish) const;

 private:
  struct Node {
    Instant end;
    Instant bare;
    std::uint32_t before;
    Item item;
  };

  Chain add(const Node& node) {
    nodes_.add() = node;
    return {static_cast<std::uint32_t>(nodes_.size() - 1), epoch_};
  }
  std::uint32_t index(Chain chain) const { return chain.epoch == epoch_ ? chain.node : 0; }

  std::vector<std::string> names_;
  Arena arena_;
  Blocks<Node, 1 << 12> nodes_{arena_};
  std::uint32_t epoch_ = 0;
};

}  // namespace gin::sim
