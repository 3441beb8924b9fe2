// PEs of one process, each with a WireFabric of its own over the same network: a test posts and looks.
#pragma once

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "core/fabric/degraded.hpp"
#include "core/fabric/wire_fabric.hpp"
#include "tests/unit/loop_wire.hpp"

namespace gin::test {

struct JobRules {
  LoopRules loop;
  DegradedSetup degraded;
  UnorderedSignals signals = UnorderedSignals::receiver_count;
  std::uint32_t first_number = 0;
  std::uint32_t backlog_max = 64;
  std::uint64_t eager_max = 64;
  std::uint64_t stripe_min = ~std::uint64_t{0};
};

/// W is LoopWire, or Degraded<LoopWire> on top of it.
template <class W>
class WireJob {
 public:
  explicit WireJob(const JobRules& rules) : network(rules.loop), finished(rules.loop.n_pes) {
    for (std::uint32_t i = 0; i < rules.loop.n_pes; ++i)
      pes.push_back(std::make_unique<OnePe>(network, rules, Pe{i}));
  }

  /// Posts until it is accepted, and moves everything meanwhile. Returns the tag, which is new.
  std::uint64_t post(std::uint32_t pe, const Operation& operation) {
    const std::uint64_t tag = ++tags_;
    until([&] { return pes[pe]->fabric.post({operation, 0, tag}) == Post::accepted; }, "room for an operation");
    return tag;
  }

  /// One look of every PE; returns whether anybody found anything.
  bool look() {
    bool any = false;
    for (std::uint32_t pe = 0; pe < pes.size(); ++pe) any |= look(pe);
    return any;
  }
  bool look(std::uint32_t pe) {
    const bool any = pes[pe]->fabric.progress();
    Completion some[3];
    for (std::size_t count = 0; (count = pes[pe]->fabric.poll(some)) > 0;)
      for (std::size_t i = 0; i < count; ++i)
        if (!finished[pe].emplace(some[i].tag, some[i].status).second)
          throw std::runtime_error("a tag was told twice");
    return any;
  }

  template <class Condition>
  void until(Condition condition, const std::string& what) {
    for (int looks = 0; !condition(); ++looks) {
      if (looks == 20000) throw std::runtime_error("hang: waited for " + what);
      look();
    }
  }
  void until_quiet() {
    until([&] { return !look(); }, "nothing to move");
  }

  /// As an agent's quiet: everything that the PE posted completes.
  void quiet(std::uint32_t pe) {
    until(
        [&] {
          pes[pe]->fabric.request_completions();
          return pes[pe]->fabric.idle();
        },
        "operations of PE " + std::to_string(pe));
    look(pe);
  }
  bool is_done(std::uint32_t pe, std::uint64_t tag) const { return finished[pe].count(tag) == 1; }

  unsigned char* heap(std::uint32_t pe) { return network.heaps[pe]; }
  std::uint64_t& word(std::uint32_t pe, std::uint64_t offset) { return network.memory[pe][offset / 8]; }

  struct OnePe {
    OnePe(LoopNetwork& network, const JobRules& rules, Pe me)
        : loop(network, me),
          wire(make_wire(rules, me)),
          fabric(env, *wire, matching, over_wire(setup(network, rules, me), wire->limits())) {}
    static WireFabricSetup setup(const LoopNetwork& network, const JobRules& rules, Pe me) {
      WireFabricSetup setup;
      setup.me = me;
      setup.n_pes = rules.loop.n_pes;
      setup.heap = network.heaps[me.value];
      setup.heap_bytes = rules.loop.heap_bytes;
      setup.post.signals = rules.signals;
      setup.post.stripe_min = rules.stripe_min;
      setup.eager_max = rules.eager_max;
      setup.first_number = rules.first_number;
      setup.backlog_max = rules.backlog_max;
      return setup;
    }
    W* make_wire(const JobRules& rules, Pe me) {
      if constexpr (std::is_same_v<W, LoopWire>) {
        return &loop;
      } else {
        DegradedSetup setup = rules.degraded;
        setup.seed += me.value;
        above = std::make_unique<W>(loop, setup);
        return above.get();
      }
    }
    LoopWire loop;
    std::unique_ptr<W> above = nullptr;
    W* wire;
    Matching matching;
    NoEnv env;
    WireFabric<W, NoEnv> fabric;
  };

  LoopNetwork network;
  std::vector<std::map<std::uint64_t, CompletionStatus>> finished;  ///< by PE, then tag
  std::vector<std::unique_ptr<OnePe>> pes;

 private:
  std::uint64_t tags_ = 0;
};

}  // namespace gin::test
