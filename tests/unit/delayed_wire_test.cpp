// Due times on the wire with delays, against sums made by hand, on a clock that the test moves.
#include "backends/emulated-wall/delayed_wire.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "core/format/immediate.hpp"
#include "models/pairing.hpp"
#include "nic/machine_of.hpp"
#include "tests/unit/small_world.hpp"

namespace gin::emulated {
namespace {

constexpr std::int64_t scale = 1000;
constexpr Bandwidth byte_a_ns{1'000'000'000};

/// Round numbers, in nanoseconds: see the sums below.
NicModel round_model() {
  NicModel model{};
  model.pcie.gpudirect = 1;
  model.pcie.posted = nanoseconds(100);
  model.pcie.nic_read = nanoseconds(300);
  model.pcie.bandwidth = byte_a_ns;
  model.nic.ordering = models::NicOrdering::per_queue;
  model.nic.native_atomics = 1;
  model.nic.rails = 1;
  model.nic.message_max = Bytes{1 << 20};
  model.nic.wqe_fetch = nanoseconds(200);
  model.nic.transmit = nanoseconds(50);
  model.nic.receive = nanoseconds(70);
  model.nic.acknowledge = nanoseconds(90);
  model.nic.atomic = nanoseconds(10);
  model.nic.atomics_per_second = model.nic.messages_per_second = 1'000'000'000;
  model.nic.line = byte_a_ns;
  model.nic.mtu = Bytes{4096};
  model.nic.header = Bytes{10};
  model.wire.propagation = nanoseconds(500);
  model.wire.uplink_percent = 100;
  model.wire.uplinks = 1;
  return model;
}

Machine round_machine() {
  Machine machine = test::still_machine();
  std::ranges::fill(machine.posted.time, nanoseconds(100));
  return machine;
}

/// Three PEs of one node with a wire each.
class Delayed {
 public:
  explicit Delayed(const NicModel& model = round_model(), std::uint64_t seed = 1)
      : world_(round_machine(), {.seed = seed}, pes),
        network_(world_, model, {.agent_streams = 0, .cpu_streams = 1, .threads = 1, .pes_per_node = pes}),
        paced_(world_, scale, [this] { return now_; }) {
    for (std::uint32_t pe = 0; pe < pes; ++pe) {
      heaps_.emplace_back(1 << 14);
      world_.pes[pe].heap = heaps_.back().data();
      cpus_.push_back(std::make_unique<WallEnv>(threads_, WallEnv::Identity{Pe{pe}}));
      wires_.push_back(std::make_unique<DelayedWire>(paced_, network_, *cpus_.back(),
                                                     NicWireSetup{{32, 1 << 20, 256}, {Pe{pe}, 0, 64, false}}));
    }
  }

  DelayedWire& wire(std::uint32_t pe) { return *wires_[pe]; }
  unsigned char& byte(std::uint32_t pe, std::uint64_t offset) { return heaps_[pe][offset]; }
  /// The wall clock shows so many nanoseconds of the world, stretched, and everybody has looked.
  void at(std::int64_t ns) {
    now_ = PacedWorld::Clock::time_point(std::chrono::nanoseconds(ns * scale));
    for (auto& wire : wires_) wire->progress();
  }
  std::vector<std::uint64_t> done(std::uint32_t pe) {
    std::vector<std::uint64_t> tokens;
    for (Done done; wire(pe).next_done(done);) tokens.push_back(done.token);
    return tokens;
  }
  std::vector<std::uint32_t> arrived(std::uint32_t pe) {
    std::vector<std::uint32_t> immediates;
    for (Arrival arrival; wire(pe).next_arrival(arrival);) immediates.push_back(arrival.immediate);
    return immediates;
  }
  /// `bytes` from the start of the heap of `from` to that of `to`, with an immediate.
  void write(std::uint32_t from, std::uint16_t to, std::uint32_t bytes, std::uint32_t immediate) {
    WorkRequest request;
    request.peer = to;
    request.bytes = bytes;
    request.has_immediate = true;
    request.immediate = immediate;
    ASSERT_EQ(wire(from).post(request, immediate), Post::accepted);
  }

 private:
  static constexpr std::uint32_t pes = 3;
  PacedWorld::Clock::time_point now_{};
  World world_;
  Network network_;
  PacedWorld paced_;
  WallWorld threads_;
  std::vector<std::vector<unsigned char>> heaps_;
  std::vector<std::unique_ptr<WallEnv>> cpus_;
  std::vector<std::unique_ptr<DelayedWire>> wires_;
};

using Numbers = std::vector<std::uint64_t>;
using Immediates = std::vector<std::uint32_t>;

// 100 bytes: doorbell 100, fetch 300, pipeline 301, payload from 601 to 701, transmit 651, on the line until 761,
// its last byte over there at 1261, pipeline 1262, received 1332, through PCIe 1432, visible 1532. The
// acknowledgement leaves at 1332, is back at 1832, handled at 1922, and the completion in memory at 2022.
TEST(DelayedWire, AWriteIsVisibleAndDoneWhenTheSumOfItsStagesSays) {
  Delayed job;
  job.byte(0, 0) = 7;
  job.write(0, 1, 100, 3);
  job.at(1531);
  EXPECT_EQ(job.byte(1, 0), 0);
  EXPECT_TRUE(job.arrived(1).empty());
  job.at(1532);
  EXPECT_EQ(job.byte(1, 0), 7);
  EXPECT_EQ(job.arrived(1), Immediates{3});
  job.at(2021);
  EXPECT_TRUE(job.done(0).empty());
  job.at(2022);
  EXPECT_EQ(job.done(0), Numbers{3});
}

TEST(DelayedWire, ThePayloadIsReadWhenTheNicReadsItAndNotWhenItIsPosted) {
  Delayed job;
  job.byte(0, 0) = 1;
  job.write(0, 1, 100, 0);
  job.at(650);
  job.byte(0, 0) = 2;  // the NIC reads at 651
  job.at(651);
  job.byte(0, 0) = 3;
  job.at(1532);
  EXPECT_EQ(job.byte(1, 0), 2);
}

// 1000 bytes take the line for 1010. The first: on the line 651 to 1661, received 2232, visible 3332. The second is
// fetched at 500, finds PCIe busy until 1301 and the port until 1661: over there 3171, received 3242, visible 4342.
TEST(DelayedWire, ASourcePortIsBusyUntilTheLastByteIsThrough) {
  Delayed job;
  job.write(0, 1, 1000, 1);
  job.write(0, 1, 1000, 2);
  job.at(3331);
  EXPECT_TRUE(job.arrived(1).empty());
  job.at(3332);
  EXPECT_EQ(job.arrived(1), Immediates{1});
  job.at(4341);
  EXPECT_TRUE(job.arrived(1).empty());
  job.at(4342);
  EXPECT_EQ(job.arrived(1), Immediates{2});
}

// Both are at the target's port at 1151; the second has it from 2161 to 3171, and is visible at 4342.
TEST(DelayedWire, ATargetPortTakesOneMessageAfterTheOther) {
  Delayed job;
  job.write(0, 2, 1000, 1);
  job.write(1, 2, 1000, 2);
  job.at(3332);
  EXPECT_EQ(job.arrived(2), Immediates{1});
  job.at(4341);
  EXPECT_TRUE(job.arrived(2).empty());
  job.at(4342);
  EXPECT_EQ(job.arrived(2), Immediates{2});
}

// A read of 100 bytes: sent at 351, over there 861, pipeline 862, received 932, payload from 1232, on the line
// until 1342, its last byte back at 1842, pipeline 1843, handled 1933, through PCIe 2033, in memory 2133.
TEST(DelayedWire, AReadIsThereWhenItIsDone) {
  Delayed job;
  job.byte(1, 0) = 9;
  WorkRequest request;
  request.verb = Verb::read;
  request.peer = 1;
  request.bytes = 100;
  ASSERT_EQ(job.wire(0).post(request, 5), Post::accepted);
  job.at(2132);
  EXPECT_TRUE(job.done(0).empty());
  EXPECT_EQ(job.byte(0, 0), 0);
  job.at(2133);
  EXPECT_EQ(job.done(0), Numbers{5});
  EXPECT_EQ(job.byte(0, 0), 9);
}

TEST(DelayedWire, WhoeverLooksLateFindsEverythingInTheOrderOfItsTimes) {
  Delayed job;
  job.write(0, 2, 1000, 1);
  job.write(1, 2, 10, 2);
  job.write(1, 2, 10, 3);
  job.at(1'000'000);
  // Between messages of two sources the target's port decides: PE 0's was there first by its number.
  EXPECT_EQ(job.arrived(2), (Immediates{1, 2, 3}));
}

TEST(DelayedWire, IsBusyWhileAsMuchIsUnderWayAsItsQueuesHold) {
  Delayed job;
  for (std::uint32_t i = 0; i < 64; ++i) job.write(0, 1, 8, i);
  WorkRequest request;
  request.peer = 1;
  EXPECT_EQ(job.wire(0).post(request, 64), Post::busy);
  job.at(100'000);
  EXPECT_EQ(job.done(0).size(), 64);
  EXPECT_EQ(job.wire(0).post(request, 64), Post::accepted);
}

Immediates sprayed(std::uint64_t seed) {
  NicModel model = round_model();
  model.nic.ordering = models::NicOrdering::none;
  model.wire.spray = nanoseconds(20'000);
  Delayed job(model, seed);
  for (std::uint32_t i = 0; i < 16; ++i) job.write(0, 1, 8, i);
  job.at(1'000'000);
  return job.arrived(1);
}

TEST(DelayedWire, WithoutOrderMessagesOvertakeEachOtherAsTheSeedSays) {
  Immediates posted(16);
  for (std::uint32_t i = 0; i < 16; ++i) posted[i] = i;
  const Immediates some = sprayed(1);
  EXPECT_NE(some, posted);
  EXPECT_EQ(some, sprayed(1));
  EXPECT_NE(some, sprayed(2));
  Immediates sorted = some;
  std::ranges::sort(sorted);
  EXPECT_EQ(sorted, posted);
}

/// In which order long and short messages of one queue arrive, whose leaf has uplinks of a quarter of the line.
Immediates over_uplinks(models::Routing routing, models::NicOrdering ordering) {
  NicModel model = round_model();
  model.nic.ordering = ordering;
  model.wire.uplinks = 4;
  model.wire.routing = routing;
  Delayed job(model);
  for (std::uint32_t i = 0; i < 16; ++i) job.write(0, 1, i % 2 == 0 ? 4000 : 8, i);
  job.at(1'000'000);
  return job.arrived(1);
}

TEST(DelayedWire, MessagesOvertakeEachOtherWhereTheyTakeSeveralUplinksAndTheNicKeepsNoOrder) {
  using models::NicOrdering, models::Routing;
  Immediates posted(16);
  for (std::uint32_t i = 0; i < 16; ++i) posted[i] = i;
  EXPECT_EQ(over_uplinks(Routing::by_flow, NicOrdering::none), posted) << "a connection has one way";
  EXPECT_NE(over_uplinks(Routing::spray, NicOrdering::none), posted);
  EXPECT_NE(over_uplinks(Routing::adaptive, NicOrdering::none), posted);
  for (const Routing routing : {Routing::by_flow, Routing::spray, Routing::adaptive})
    EXPECT_EQ(over_uplinks(routing, NicOrdering::per_queue), posted)
        << "a NIC that keeps order holds what is early";
}

TEST(NicWireSetup, HasNoMoreUnderWayThanANicsRecordTellsApart) {
  models::Asked asked;
  asked.profile = "host-shm";
  asked.stack = "ginlab-host";
  asked.stack_overrides = {{"proxy.completions_max", "1000000"}};
  EXPECT_EQ(nic_wire_of(models::load_pairing(asked), Pe{0}, 0, true).queues.completions, 1u << 15);
}

}  // namespace
}  // namespace gin::emulated
