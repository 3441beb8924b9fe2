// Queues and rings whose slots look otherwise: descriptors of 128 bytes, completions in a queue of their own that a phase bit
// tells from old ones. Nothing but the formats says so.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "core/device/context.hpp"
#include "core/fabric/memory_fabric.hpp"
#include "core/proxy/proxy.hpp"

namespace gin {
namespace {

/// Which lap of a circle of `capacity` an index is on: 1 and 0 in turn, so that zeroed memory is of no lap yet.
constexpr std::uint32_t phase_of(std::uint64_t index, std::uint64_t capacity) {
  return (index / capacity & 1) == 0 ? 1 : 0;
}

struct WideQueueFormat {
  struct alignas(128) Slot {
    std::uint64_t index = 0;
    WorkRequest request;
  };
  struct Entry {
    std::uint16_t newest = 0;
    CompletionStatus next = CompletionStatus::ok;
    std::uint8_t phase = 0;
  };
  struct Cursors {
    std::uint64_t written = 0, taken = 0;
    CompletionStatus status = CompletionStatus::ok;
  };
  struct Nic {
    static constexpr std::uint64_t count = 4;
    Entry* entries = nullptr;
    Cursors* cursors = nullptr;
  };
  using Memory = QueueMemory<WideQueueFormat>;

  static void write(const Memory& memory, std::uint64_t index, const WorkRequest& request) {
    memory.slot(index) = {index, request};
  }
  static Completed look(const Memory& memory) {
    const auto& [entries, cursors] = memory.nic;
    for (Entry entry = entries[cursors->taken % Nic::count]; entry.phase == phase_of(cursors->taken, Nic::count);
         entry = entries[++cursors->taken % Nic::count]) {
      memory.gpu->completed = completed_after(memory.gpu->completed, entry.newest);
      cursors->status = entry.next;
    }
    return {memory.gpu->completed, cursors->status};
  }
  static CompletionStatus status(const Memory& memory) { return look(memory).next; }
  static void ring(const Memory& memory, std::uint64_t index) { memory.host->announced = index; }
  static const WorkRequest& read(const Memory& memory, std::uint64_t index) {
    EXPECT_EQ(memory.slot(index).index, index);
    return memory.slot(index).request;
  }
  static void complete(const Memory& memory, std::uint64_t newest, CompletionStatus next = CompletionStatus::ok) {
    const std::uint64_t at = memory.nic.cursors->written++;
    memory.nic.entries[at % Nic::count] = {static_cast<std::uint16_t>(newest), next,
                                           static_cast<std::uint8_t>(phase_of(at, Nic::count))};
  }
};
static_assert(sizeof(WideQueueFormat::Slot) == 128);

struct WideCommands {
  struct alignas(128) Slot {
    Operation operation;
    std::uint32_t phase = 0;
  };
  struct Command {
    Slot slots[1];
    std::uint32_t count = 1;
  };
  struct At {
    std::uint32_t position = 0, capacity = 1;
    std::uint32_t phase() const { return phase_of(position, capacity); }
  };
  static constexpr std::uint32_t slots_of(const Operation&) { return 1; }
  static constexpr std::uint32_t slot_count(const Slot&) { return 1; }
  static Command encode(const Operation& operation) { return {{{operation, 0}}, 1}; }
  static Operation decode(const Command& command) { return command.slots[0].operation; }
  static void publish(Slot& to, const Slot& slot, const At& at) { to = {slot.operation, at.phase()}; }
  static void leave_out(Slot& slot, const At& at) { slot.phase = at.phase(); }
  static bool try_read(const Slot& slot, const At& at, Slot& out) {
    if (slot.phase != at.phase()) return false;
    out = slot;
    return true;
  }
};
static_assert(sizeof(WideCommands::Slot) == 128);

struct WideEnv;

}  // namespace

template <>
struct FormatsOf<WideEnv> {
  using Queue = WideQueueFormat;
  using Commands = WideCommands;
};

namespace {

/// Agent and helpers in one thread: who waits lets the helper take a step.
struct WideEnv : OneLane {
  struct Gate {};
  using Limit = bool;
  using Paths = PathTable;
  using Queues = QueueTable<WideEnv>;
  void copy(const Copy&) {}
  void store(const StoreValue&) {}
  std::uint64_t atomic(const AtomicMove&) { return 0; }
  void drain() {}
  void* scratch(std::uint64_t) { return nullptr; }
  void post(Ring<WideEnv>& ring, std::uint32_t position, const WideCommands::Command& command) {
    ring.publish(position, command);
  }
  void post(SendQueue<WideEnv>& queue, std::uint64_t index) { queue.announce(index); }
  std::uint64_t observe(Gate&) const { return 0; }
  bool idle(Gate&, std::uint64_t, const Waiting&, Limit) const { return helper(), true; }
  void notify(Gate&) {}
  Limit limit(Deadline) const { return true; }
  // For the proxy.
  void charge(Cost, std::uint32_t) {}
  void settle() {}
  void count(Count, std::uint64_t) {}
  std::uint32_t number_at(const Ring<WideEnv>&, std::uint32_t) const { return 0; }
  void took(const Ring<WideEnv>&, const WideCommands::Command&) {}
  std::uint64_t poll(const PollGrid&, bool, Gate&, std::uint64_t) const { return 1; }
  void publish(std::uint32_t& word, std::uint32_t value, Gate&) { word = value; }

  std::function<void()> helper;
};
static_assert(Environment<WideEnv>);

class Wide : public testing::TestWithParam<Path> {
 protected:
  static constexpr std::uint32_t capacity = 4, values = 50;

  explicit Wide(std::int64_t refused = 0)
      : memory_{slots_, &words_, &doorbell_, capacity, capacity, {entries_, &cursors_}},
        nic_(Pe{0}, heaps_, {memory_}, refused),
        fabric_(Pe{0}, heaps_, capacity, refused),
        proxy_(env_, fabric_, {ring_}, gate_, {.batch = 2, .operations_max = capacity, .bytes_max = 1 << 20}) {
    env_.helper = [this] { nic_.step(), proxy_.round(); };
    queues_[1].memory = memory_;
    queues_[1].peer = Pe{1};
    state_.used = used_;
    state_.used_slot = used_slot_;
    state_.pushed = &pushed_;
    view_.n_pes = 2;
    view_.heap = heaps_[0];
    view_.rings = &ring_;
    view_.issue = &state_;
    view_.word_gate = &gate_;
    view_.paths = {paths_};
    view_.queues = {queues_, 1};
  }
  std::uint64_t arrived() const {
    std::uint64_t count = 0;
    while (count < values && theirs_[count] == count + 1) ++count;
    return count;
  }
  static void put_all(Context<WideEnv>& context) {
    for (std::uint64_t i = 0; i < values; ++i) context.p(Place{8 * i, 8}, i + 1, Pe{1});
  }

  Path paths_[2] = {GetParam(), GetParam()};
  std::uint64_t mine_[values] = {}, theirs_[values] = {};
  std::vector<unsigned char*> heaps_{reinterpret_cast<unsigned char*>(mine_),
                                     reinterpret_cast<unsigned char*>(theirs_)};
  WideEnv env_;
  WideEnv::Gate gate_;
  WideQueueFormat::Slot slots_[capacity];
  WideQueueFormat::Entry entries_[WideQueueFormat::Nic::count];
  WideQueueFormat::Cursors cursors_;
  QueueGpuWords words_ = words_from(0);
  QueueHostWords doorbell_;
  WideQueueFormat::Memory memory_;
  SendQueue<WideEnv> queues_[2];
  SoftNic<WideQueueFormat> nic_;
  WideCommands::Slot commands_[capacity];
  RingGpuWords ring_words_;
  RingAnswers ring_answers_;
  RingHostWords ring_host_;
  Ring<WideEnv> ring_{commands_, &ring_words_, &ring_answers_, &ring_host_, capacity, &gate_, &gate_, &gate_};
  MemoryFabric fabric_;
  Proxy<WideEnv, MemoryFabric> proxy_;
  IssueState<WideEnv> state_;
  IssueState<WideEnv>::Used used_[2];
  IssueState<WideEnv>::Pushed pushed_;
  std::uint32_t used_slot_[2] = {};
  AgentView<WideEnv> view_;
};

struct WideRefused : Wide {
  WideRefused() : Wide(values - 1) {}
};

const auto ways = testing::Values(Path::gpu, Path::proxy);
INSTANTIATE_TEST_SUITE_P(By, Wide, ways);
INSTANTIATE_TEST_SUITE_P(By, WideRefused, ways);

TEST_P(Wide, SlotsCarryManyLapsOfPutsToTheirEnd) {
  Context<WideEnv> context(env_, view_);
  put_all(context);
  context.quiet();
  EXPECT_EQ(arrived(), values);
}

TEST_P(WideRefused, SlotsTellOfAFailure) {
  Context<WideEnv> context(env_, view_);
  put_all(context);
  EXPECT_EQ(context.quiet(Deadline::never()), Status::failed);
  EXPECT_EQ(context.failure().status, CompletionStatus::remote_access);
  EXPECT_EQ(context.failure().peer, Pe{1});
  EXPECT_EQ(arrived(), values - 2);
}

}  // namespace
}  // namespace gin
