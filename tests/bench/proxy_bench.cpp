// A proxy's look at a ring and at its completions, over a fabric that completes at once; an item is one step.
#include <benchmark/benchmark.h>

#include "core/base/fifo.hpp"
#include "core/run/ring_memory.hpp"
#include "tests/unit/still_proxy.hpp"

namespace gin {
namespace {

class InstantFabric {
 public:
  Post post(const Posting& posting) {
    done_.push({posting.tag});
    return Post::accepted;
  }
  bool wants_doorbell() const { return false; }
  void ring_doorbell() {}
  bool progress() { return false; }
  void request_completions() {}
  std::size_t poll(std::span<Completion> out) {
    std::size_t count = 0;
    while (count < out.size() && !done_.empty()) out[count++] = done_.pop();
    return count;
  }

 private:
  Fifo<Completion> done_;
};

void proxy_step(benchmark::State& state) {
  const bool busy = state.range(0) != 0;
  RingMemory memory(1024, 0);
  test::StillEnv::Gate gate;
  const Ring<test::StillEnv> ring = memory.ring<test::StillEnv>(gate, gate, gate);
  test::StillEnv env;
  InstantFabric fabric;
  Proxy<test::StillEnv, InstantFabric> proxy(env, fabric, {ring}, gate, {false, 1, 1024, 1 << 30});
  Operation operation;
  operation.bytes = 64;
  const Command command = encode(operation);
  std::uint32_t position = 0;
  for (auto step : state) {
    if (busy) {
      Slot slot = command.slots[0];
      slot.high |= lap_parity(position, ring.capacity);
      publish_pair(ring.slot(position++), slot);
    }
    proxy.step();  // the ring
    proxy.step();  // the completions
  }
  if (busy && memory.answers().completed != position) state.SkipWithError("a command did not complete");
  state.SetItemsProcessed(state.iterations() * 2);
}
BENCHMARK(proxy_step)->ArgName("busy")->Arg(0)->Arg(1);

}  // namespace
}  // namespace gin
