// Rings from a GPU to threads of its host, in four layouts and two placements: half of a round trip of one command, and how many commands a
// second so many threads take. Each command is a put of the device API, pushed as ProxyPath pushes it, with the fence before it, and without.
// And what a stack says of a ring: a push without the fence, a look in vain, and what a thread takes for a command that is there. Prints a line
// of JSON for each.
//
// usage: gpu_ring [--commands N]     commands of a thread of the GPU in each measurement; 10000 unless said
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <exception>
#include <thread>
#include <vector>

#include "core/cuda/ring.hpp"
#include "tests/bench/gpu_ring/copies.hpp"
#include "tests/bench/gpu_ring/pushes.hpp"

namespace gin::bench {
namespace {

/// Takes `commands` of them and answers each at once, or all at the end.
template <class Layout>
void consume(const BenchRing<Layout>& ring, std::uint64_t commands, bool answers_each) {
  std::uint32_t tail = 0, told = 0;
  std::uint64_t checked = 0;
  for (std::uint64_t taken = 0; taken < commands; ++taken) {
    typename Layout::Command command;
    command.count = 1;
    for (std::uint32_t i = 0; i < command.count; ++i) {
      while (!Layout::try_read(ring.slot(tail + i), {tail + i, ring.capacity}, command.slots[i])) relax();
      if (i == 0) command.count = Layout::slot_count(command.slots[0]);
    }
    const Operation operation = Layout::decode(command);
    checked += operation.op == Op::put && operation.bytes == 64 ? 1 : 0;
    tail += command.count;
    if (answers_each) store<Order::release>(ring.answers->completed, tail);
    if (tail - told < ring.capacity / 8) continue;
    told = tail;
    store<Order::release>(ring.host->tail, tail);
  }
  if (checked == commands) return;
  std::fprintf(stderr, "gpu_ring: expected %llu whole commands, came %llu\n",
               static_cast<unsigned long long>(commands), static_cast<unsigned long long>(checked));
  std::exit(1);
}

template <class Layout, class Memory>
std::vector<BenchRing<Layout>> views_of(std::deque<gpu::GpuRing<Layout, Memory>>& rings) {
  std::vector<BenchRing<Layout>> views;
  for (const auto& ring : rings) views.push_back(ring.template ring<NoWaiting>());
  return views;
}

/// A ring, and where the GPU sees it.
template <class Layout, class Memory>
struct OneRing {
  explicit OneRing(std::uint32_t capacity) : there(sizeof(BenchRing<Layout>)), took(sizeof(std::uint64_t)) {
    rings.emplace_back(capacity);
    view = views_of(rings)[0];
    there.write(&view, sizeof(view));
  }
  const BenchRing<Layout>* on_gpu() const { return reinterpret_cast<const BenchRing<Layout>*>(there.data()); }
  double took_ns() const { return static_cast<double>(*took.template as<std::uint64_t>()); }

  std::deque<gpu::GpuRing<Layout, Memory>> rings;
  BenchRing<Layout> view;
  gpu::DeviceMemory there;
  gpu::PinnedMemory took;
};

template <class Layout, class Memory, bool Fenced = true>
double one_way_us(std::uint64_t commands) {
  const OneRing<Layout, Memory> ring(1024);
  std::thread consumer([&] { consume<Layout>(ring.view, commands, true); });
  start_round_trips<Layout, Fenced>(ring.on_gpu(), commands, ring.took.template as<std::uint64_t>());
  wait_for_kernel();
  consumer.join();
  return ring.took_ns() / 1000 / 2 / static_cast<double>(commands);
}

/// Nanoseconds, as numbers of a stack: what a GPU's thread takes for a push, and one of the host for a look in vain and for a command.
struct StackNumbers {
  double push;
  double look;
  double take;
};

template <class Layout>
StackNumbers stack_numbers() {
  constexpr std::uint64_t commands = 4096, looks = 1'000'000;
  using Clock = std::chrono::steady_clock;
  const auto since = [](Clock::time_point begin) {
    return std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
  };
  const OneRing<Layout, gpu::PinnedMemory> ring(4 * commands);
  auto begin = Clock::now();
  typename Layout::Command command;
  for (std::uint64_t i = 0; i < looks; ++i)
    if (Layout::try_read(ring.view.slot(0), {0, ring.view.capacity}, command.slots[0])) std::abort();
  const double look = since(begin) / looks;
  start_pushes_alone<Layout>(ring.on_gpu(), commands, ring.took.template as<std::uint64_t>());
  wait_for_kernel();
  begin = Clock::now();
  consume<Layout>(ring.view, commands, false);
  return {ring.took_ns() / commands, look, since(begin) / commands};
}

template <class Layout>
double millions_a_second(std::uint32_t consumers, std::uint64_t commands) {
  std::deque<gpu::GpuRing<Layout, gpu::PinnedMemory>> rings;
  for (std::uint32_t i = 0; i < consumers; ++i) rings.emplace_back(4096);
  const auto views = views_of(rings);
  gpu::DeviceMemory there(views.size() * sizeof(views[0]));
  there.write(views.data(), views.size() * sizeof(views[0]));
  const std::uint64_t of_each = commands * blocks * threads / consumers;
  std::vector<std::thread> taking;
  for (const auto& view : views) taking.emplace_back([&, view] { consume<Layout>(view, of_each, false); });
  const auto begin = std::chrono::steady_clock::now();
  start_pushes<Layout>(reinterpret_cast<const BenchRing<Layout>*>(there.data()), consumers, commands);
  for (std::thread& thread : taking) thread.join();
  const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
  wait_for_kernel();
  return static_cast<double>(of_each * consumers) / took.count();
}

template <class Layout>
void measure(const char* name, std::uint64_t commands) {
  one_way_us<Layout, gpu::PinnedMemory>(commands / 10 + 1);  // warms up
  std::printf("{\"ring\": \"%s\", \"slot_bytes\": %zu, \"slots_of_a_put\": %u, \"one_way_us\": %.3f", name,
              sizeof(typename Layout::Slot), Layout::slots_of(Operation{.op = Op::put, .peer = Pe{1}, .bytes = 64}),
              one_way_us<Layout, gpu::PinnedMemory>(commands));
  std::printf(", \"one_way_unfenced_us\": %.3f", one_way_us<Layout, gpu::PinnedMemory, false>(commands));
  std::printf(", \"one_way_managed_us\": %.3f", one_way_us<Layout, gpu::ManagedMemory>(commands / 10 + 1));
  for (const std::uint32_t consumers : {1, 2, 4})
    std::printf(", \"million_a_second_%u\": %.2f", consumers,
                millions_a_second<Layout>(consumers, commands / 10 + 1));
  const StackNumbers numbers = stack_numbers<Layout>();
  std::printf(", \"push_ns\": %.1f, \"look_ns\": %.2f, \"take_ns\": %.1f}\n", numbers.push, numbers.look,
              numbers.take);
  std::fflush(stdout);
}

}  // namespace
}  // namespace gin::bench

int main(int argc, char** argv) {
  const std::uint64_t commands =
      argc == 3 && std::strcmp(argv[1], "--commands") == 0 ? std::strtoull(argv[2], nullptr, 10) : 10'000;
  try {
    gin::bench::measure<gin::SixteenByteCommands>("MSCCL++: 16 bytes, lap's parity", commands);
    gin::bench::measure<gin::WordsWithParity>("NVSHMEM: words of 8 bytes", commands);
    gin::bench::measure<gin::FlaggedDescriptors>("NCCL GIN: 128 bytes, flags", commands);
    gin::bench::measure<gin::SequencedCells>("Libefaxx: cells with a number", commands);
    gin::bench::measure_copies();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "gpu_ring: %s\n", error.what());
    std::_Exit(1);
  }
}
