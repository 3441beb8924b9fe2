// A peer that has gone mad: immediates and messages that nobody agreed on, between operations of this PE's own,
// over a wire that is busy when it likes. Either all of it is carried out within the heap or the run ends with a
// sentence; what is posted stays within the heap too, and no operation completes twice.
#include "core/fabric/wire_fabric.hpp"

#include <algorithm>
#include <set>

#include "tests/fuzz/finding.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/unit/wire_operation.hpp"

namespace gin::fuzz {
namespace {

constexpr std::uint32_t n_pes = 3;
constexpr std::uint64_t heap_bytes = 512;
constexpr std::uint64_t eager_max = 16;

/// Takes what is posted apart and forgets it; what arrives is put here by the input.
class MadWire {
 public:
  WireLimits limits() const { return {32, 64, eager_max}; }
  Post post(const WorkRequest& request, std::uint64_t token) {
    if (busy) return Post::busy;
    const auto in_heap = [](std::uint64_t offset) { return offset <= heap_bytes; };
    must(request.peer < n_pes && request.peer != 0, "a request goes to another PE");
    must(request.verb != Verb::atomic, "a wire is asked for no atomics");
    must(request.bytes <= limits().message_max, "a request is as short as the wire wants it");
    must(in_heap(request.remote + request.bytes) && in_heap(request.local + request.bytes),
         "a request stays within the heap");
    must((request.verb == Verb::read) != request.has_immediate, "all but reads say whom they are from");
    done_.push_back(token);
    return Post::accepted;
  }
  bool progress() { return false; }
  bool next_done(Done& done) {
    if (busy || done_.empty()) return false;
    done.token = done_.back();
    done_.pop_back();
    return true;
  }
  bool next_arrival(Arrival& out) {
    if (!has_arrival) return false;
    has_arrival = false;
    out = arrival;
    return true;
  }

  bool busy = false;
  bool has_arrival = false;
  Arrival arrival;

 private:
  std::vector<std::uint64_t> done_;
};

/// A peer that goes mad now and then only: mad all the time, its first word would be its last.
class MadPeer {
 public:
  MadPeer(const ImmediateLayout& layout, std::uint32_t first)
      : layout_(layout), first_(first), next_{first, first} {}

  Arrival speak(Numbers& numbers) {
    const std::uint64_t how = numbers.take(1);
    const auto who = static_cast<std::uint32_t>(how & 1);
    Immediate immediate{ImmediateKind::part, who + 1, next_[who], 1};
    Arrival arrival;
    arrival.has_immediate = true;
    switch (how >> 1 & 7) {
      case 0:
        immediate.kind = ImmediateKind::signal;
        immediate.count = static_cast<std::uint32_t>(numbers.take(1) % (heap_bytes / 8));
        ++next_[who];
        break;
      case 1:  // two messages of an operation, or those of two in the wrong order
        immediate.count = 2;
        next_[who] += (how & 0x10) != 0 ? 1 : 0;
        break;
      case 2:
      case 3:
        say_answer(arrival, numbers);
        immediate.kind = ImmediateKind::acknowledge;
        break;
      default:
        say_operation(arrival, numbers);
        immediate.number += (how & 0x30) == 0x30 ? 1 : 0;
        ++next_[who];
        break;
    }
    if ((how & 0xf0) == 0xf0) go_mad(arrival, immediate, numbers);
    arrival.immediate ^= encode(layout_, immediate).bits;
    return arrival;
  }

 private:
  static void say_operation(Arrival& arrival, Numbers& numbers) {
    constexpr MessageKind kinds[] = {MessageKind::amo, MessageKind::fetch_amo, MessageKind::eager,
                                     MessageKind::ready};
    CpuMessage& message = arrival.message;
    const std::uint64_t what = numbers.take(1);
    arrival.has_message = true;
    message.kind = kinds[what & 3];
    message.amo = static_cast<Amo>((what >> 2) % 7);
    message.landing = what;
    message.offset = numbers.take(1) % (heap_bytes / 8) * 8;
    message.value = numbers.take(1) % 4;
    message.extra = what >> 4;
    if (message.kind == MessageKind::eager) arrival.bytes.assign(message.extra, 0xee);
  }
  void say_answer(Arrival& arrival, Numbers& numbers) const {
    constexpr MessageKind kinds[] = {MessageKind::fetched, MessageKind::finished, MessageKind::ask,
                                     MessageKind::done};
    const std::uint64_t what = numbers.take(1);
    arrival.has_message = true;
    arrival.message.kind = kinds[what & 3];
    arrival.message.landing = (what >> 2 & 3) | (what >> 4 & 1) << 24;
    arrival.message.value = (first_ + (what >> 5)) & 0xffffffff;
  }
  static void go_mad(Arrival& arrival, Immediate& immediate, Numbers& numbers) {
    const std::uint64_t how = numbers.take(1), what = numbers.take();
    CpuMessage& message = arrival.message;
    if ((how & 1) != 0) arrival.immediate = static_cast<std::uint32_t>(what);
    if ((how & 2) != 0) arrival.has_message = !arrival.has_message;
    if ((how & 4) != 0) message.kind = static_cast<MessageKind>(what);
    if ((how & 8) != 0) message.amo = static_cast<Amo>(what >> 8);
    if ((how & 16) != 0) message.offset = what;
    if ((how & 32) != 0) message.extra = what >> (how >> 6) * 16;
    if ((how & 64) != 0) immediate.number += static_cast<std::uint32_t>(what);
    if ((how & 128) != 0) arrival.bytes.resize(what % 256);
  }

  ImmediateLayout layout_;
  std::uint32_t first_;
  std::uint32_t next_[2];  ///< number of each of the two PEs that it plays
};

Operation take_operation(Numbers& numbers) {
  const auto peer = static_cast<std::uint32_t>(numbers.take(1) % n_pes);
  const std::uint64_t at = numbers.take(1) / 2 * 2, word = at / 8 * 8, bytes = numbers.take(1);
  switch (numbers.take(1) % 7) {
    case 0:
      return test::put(peer, at, 256, bytes);
    case 1:
      return test::with_signal(test::put(peer, at, 256, bytes), word, Amo::add, 1);
    case 2:
      return test::get(peer, 256, at, bytes);
    case 3:
      return test::amo(peer, word, Amo::bit_xor, bytes);
    case 4:
      return test::fetch(peer, word, 8, Amo::add, bytes);
    case 5:
      return test::send(peer, at, bytes % 32, bytes % 4);
    default:
      return test::receive(peer, at, bytes, bytes % 4);
  }
}

void play(Numbers& numbers, WireFabric<MadWire, NoEnv>& fabric, MadWire& wire, std::uint32_t first) {
  MadPeer peer(fabric.rules().layout, first);
  std::set<std::uint64_t> under_way;
  Completion completions[4];
  for (std::uint64_t tag = 1; !numbers.empty(); ++tag) {
    const std::uint64_t how = numbers.take(1);
    if ((how & 0xc0) == 0xc0) wire.busy = !wire.busy;
    if ((how & 3) == 0) {
      if (fabric.post({take_operation(numbers), 0, tag}) == Post::accepted) under_way.insert(tag);
    } else {
      wire.arrival = peer.speak(numbers);
      wire.has_arrival = true;
    }
    if ((how & 0x18) == 0) fabric.request_completions();
    fabric.progress();
    const std::size_t count = fabric.poll(completions);
    for (std::size_t i = 0; i < count; ++i)
      must(under_way.erase(completions[i].tag) == 1, "an operation completes once");
  }
}

}  // namespace

int wire_fabric(Input input) {
  Numbers numbers(input);
  // The heap lies between words that nobody may touch.
  constexpr std::uint64_t fence = 0x5a5a5a5a5a5a5a5a, around = 64;
  std::vector<std::uint64_t> memory(heap_bytes / 8 + 2 * around, fence);
  std::fill_n(memory.begin() + around, heap_bytes / 8, 0);
  WireFabricSetup setup;
  setup.n_pes = n_pes;
  setup.heap = reinterpret_cast<unsigned char*>(memory.data() + around);
  setup.heap_bytes = heap_bytes;
  const std::uint64_t how = numbers.take(1);
  setup.post.signals = (how & 1) != 0 ? UnorderedSignals::receiver_reorder : UnorderedSignals::receiver_count;
  setup.first_number = (how & 2) != 0 ? 0xfffffffe : 0xfff;
  setup.eager_max = eager_max;
  setup.backlog_max = 4;
  MadWire wire;
  Matching matching;
  NoEnv env;
  WireFabric<MadWire, NoEnv> fabric(env, wire, matching, over_wire(setup, wire.limits()));
  try {
    play(numbers, fabric, wire, setup.first_number);
  } catch (const Error& error) {
    must(error.code() == Code::failed, "a peer gone mad is a failed run");
    must(std::string(error.what()).find("PE 0: ") == 0, "the sentence says who noticed");
  }
  const auto is_fence = [](std::uint64_t word) { return word == fence; };
  must(std::all_of(memory.begin(), memory.begin() + around, is_fence) &&
           std::all_of(memory.end() - around, memory.end(), is_fence),
       "nothing outside the heap is written");
  return 0;
}

}  // namespace gin::fuzz
