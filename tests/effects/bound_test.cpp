// With software that takes no time, regular traffic takes exactly what a hand finds in the profile's numbers; and
// no run is shorter than the bound that stands beside it.
#include <algorithm>
#include <cstdlib>
#include <ostream>

#include "models/load.hpp"
#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

using Sets = std::vector<scenario::Assignment>;

constexpr std::int64_t pes = 8;

Sets with(Sets sets, const Sets& more) {
  sets.insert(sets.end(), more.begin(), more.end());
  return sets;
}

/// What a hand needs to know of the machine, in picoseconds; rates rounded down.
class Hand {
 public:
  Hand(std::int64_t bytes, const Sets& sets) : profile_(loaded(sets)), bytes_(bytes) {}

  /// From the call until the NIC takes the first message: the doorbell, and reading the work request.
  std::int64_t posted() const { return profile_.pcie.posted.ps + profile_.nic.wqe_fetch.ps; }
  std::int64_t slot() const { return time(1, {profile_.nic.messages_per_second}); }
  /// From one message of a queue to the next.
  std::int64_t of_queue() const { return time(1, {profile_.nic.queue_messages_per_second}); }
  /// The payload's turn on PCIe at the source; nothing of what travels in the work request.
  std::int64_t pcie() const { return is_inline() ? 0 : written(); }
  /// And at the target.
  std::int64_t written() const { return time(bytes_, profile_.pcie.bandwidth); }
  /// There, once the last packet has come: each is written when it is there, and they come evenly within `arriving`.
  std::int64_t written_behind(std::int64_t arriving) const {
    const std::int64_t packet = std::min(bytes_, profile_.nic.mtu.count);
    const std::int64_t rest = bytes_ - (packets() - 1) * profile_.nic.mtu.count;  // of the last packet
    const std::int64_t last = time(rest, profile_.pcie.bandwidth);
    if (packets() == 1) return last;
    const std::int64_t before = time(packet, profile_.pcie.bandwidth) - arriving * rest / bytes_;
    return std::max({last, before + last, written() - arriving * (bytes_ - packet) / bytes_});
  }
  std::int64_t line() const { return time(bytes_ + packets() * profile_.nic.header.count, profile_.nic.line); }
  std::int64_t read() const { return is_inline() ? 0 : profile_.pcie.nic_read.ps; }
  std::int64_t transmit() const { return profile_.nic.transmit.ps; }
  /// From the first byte on the wire at the source until the last of it is in at the target.
  std::int64_t crossing() const { return wire() + std::max(line(), pcie() - transmit()); }
  std::int64_t wire() const { return profile_.wire.propagation.ps; }
  std::int64_t receive() const { return slot() + profile_.nic.receive.ps; }
  /// From the target's NIC having it until the source's agent sees the completion, which is not before the data is
  /// in the target's memory; `write` until PCIe has served it.
  std::int64_t acknowledged(std::int64_t write) const {
    return std::max(wire() + profile_.nic.acknowledge.ps, write) + profile_.pcie.posted.ps;
  }
  std::int64_t acknowledged() const { return acknowledged(written_behind(std::max(line(), pcie() - transmit()))); }
  /// Until it could be there, by the latency alone.
  std::int64_t answered() const { return acknowledged(0); }
  const models::Profile& profile() const { return profile_; }

 private:
  std::int64_t packets() const { return (bytes_ + profile_.nic.mtu.count - 1) / profile_.nic.mtu.count; }
  static models::Profile loaded(const Sets& sets) {
    Overrides overrides;
    for (const scenario::Assignment& set : sets)
      if (set.path.rfind("profile.", 0) == 0) overrides.push_back({set.path.substr(8), set.value});
    return models::load_profile("dgx-h100-cx7", overrides);
  }
  static std::int64_t time(std::int64_t amount, Bandwidth rate) { return RateClock{rate}.take(Bytes{amount}).ps; }
  bool is_inline() const {
    return bytes_ <= std::min<std::int64_t>(profile_.nic.inline_max.count, WorkRequest::inline_bytes);
  }

  models::Profile profile_;
  std::int64_t bytes_;
};

trace::Row puts(const std::string& to, std::int64_t bytes, const Sets& sets) {
  const trace::Result result = laboratory::run(
      "tests/effects/puts.json", with({{"params.to", to}, {"params.bytes", std::to_string(bytes)}}, sets));
  EXPECT_TRUE(result.rows.at(0).verified) << result.rows.at(0).mismatch;
  return result.rows.at(0);
}

/// Each message rounds at a few stages, each time by less than a picosecond.
void expect_within_rounding(std::int64_t found, std::int64_t by_hand, std::int64_t messages) {
  EXPECT_LE(std::abs(found - by_hand), 8 * messages) << found << " found, " << by_hand << " by hand";
}

struct Traffic {
  std::string name;
  std::int64_t bytes;
  Sets sets;
  std::string bound_by;  ///< of all to all
};
void PrintTo(const Traffic& traffic, std::ostream* out) {
  *out << traffic.name;
}

// The machine as shipped is bound by its line; what binds else is made to.
const Traffic traffics[] = {
    {"ByTheLine", 65536, {}, "nic.line_out of PE 0"},
    {"ByTheLineWhenLarge", 1 << 18, {}, "nic.line_out of PE 0"},
    {"ByTheLatency", 1024, {}, "latency"},
    {"ByPcie", 65536, {{"profile.pcie.bandwidth_bytes_per_second", "20000000000"}}, "pcie.read of PE 0"},
    {"ByTheMessageRate", 8, {{"profile.nic.messages_per_second", "1000000"}}, "nic.messages_out of PE 0"},
    {"ByTheMessageRateOfLargerOnes",
     256,
     {{"profile.nic.messages_per_second", "1000000"}},
     "nic.messages_out of PE 0"},
};

class ClosedForm : public testing::TestWithParam<Traffic> {};

/// Every PE sends to each other, and hears from one at a time. Stages follow each other as in any pipeline: each
/// once, and the slowest once more for each further message.
TEST_P(ClosedForm, IsWhatASymmetricAllToAllTakes) {
  const auto& [name, bytes, sets, by] = GetParam();
  const Hand hand(bytes, sets);
  const std::int64_t slowest = std::max({hand.slot(), hand.pcie(), hand.line()});
  const std::int64_t taken =
      hand.posted() + hand.slot() + hand.read() + hand.transmit() + hand.crossing() + hand.receive();
  const trace::Row row = puts("all", bytes, sets);
  expect_within_rounding(row.p50_ps(), taken + hand.acknowledged() + (pes - 2) * slowest, pes - 1);
  EXPECT_EQ(row.bound_by, by);
  expect_within_rounding(row.bound_ps, std::max((pes - 1) * slowest, taken + hand.answered()), pes - 1);
}

/// All messages reach the target's port at the same moment. It takes one after the other, and PCIe writes them so.
TEST_P(ClosedForm, IsWhatAnIncastTakes) {
  const auto& [name, bytes, sets, by] = GetParam();
  const Hand hand(bytes, sets);
  const std::int64_t more = pes - 2;  // after the first
  const std::int64_t arrives = hand.posted() + hand.slot() + hand.read() + hand.transmit() + hand.wire();
  const std::int64_t first_in = std::max(hand.line(), hand.pcie() - hand.transmit());
  // The pipeline has a slot for each when its first byte comes.
  const std::int64_t last_in = std::max({first_in, (more + 1) * hand.line(), more * hand.slot()});
  // Of all but the first the port has as many as it takes: their packets come at the line's rate.
  const std::int64_t last_written = std::max(last_in + hand.written_behind(hand.line()),
                                             first_in + hand.written_behind(first_in) + more * hand.written());
  const std::int64_t by_hand = arrives + last_in + hand.receive() + hand.acknowledged(last_written - last_in);
  const trace::Row row = puts("first", bytes, sets);
  expect_within_rounding(row.p50_ps(), by_hand, more + 1);
  const std::int64_t slowest = std::max({hand.slot(), hand.line(), hand.written()});
  const std::int64_t alone = arrives + first_in + hand.receive() + hand.answered();
  expect_within_rounding(row.bound_ps, std::max((more + 1) * slowest, alone), more + 1);
}

INSTANTIATE_TEST_SUITE_P(Bound, ClosedForm, testing::ValuesIn(traffics),
                         [](const auto& test) { return test.param.name; });

TEST(ClosedForm, OfTwoRailsIsThatOfHalfTheBytesOnEach) {
  // The rails take turns on PCIe: the second has its first packet when that of the first is through.
  const Sets sets{{"profile.nic.rails", "2"}, {"profile.pcie.bandwidth_bytes_per_second", "1000000000000"}};
  constexpr std::int64_t bytes = 1 << 18;
  const Hand half(bytes / 2, sets);
  const std::int64_t second_rail = half.slot() + Hand(half.profile().nic.turn.count, sets).pcie();
  const std::int64_t by_hand = half.posted() + second_rail + half.read() + half.transmit() +
                               (pes - 2) * half.line() + half.crossing() + half.receive() + half.acknowledged();
  const trace::Row row = puts("all", bytes, sets);
  expect_within_rounding(row.p50_ps(), by_hand, 2 * pes);
  EXPECT_EQ(row.bound_by, "nic.line_out of PE 0, rail 0");
  expect_within_rounding(row.bound_ps, (pes - 1) * half.line(), pes - 1);
}

TEST(ClosedForm, OfAPingPongIsTheLatencyOfItsHops) {
  const Sets sets{{"stack", "ideal"}, {"path", "gpu"}, {"params.rounds", "10"}};
  const trace::Row row = laboratory::run("tests/effects/ping_pong.json", sets).rows.at(0);
  const Hand hand(8, {});
  const models::Profile& profile = hand.profile();
  // The signal is the second work request, an atomic of 16 bytes of operands; the poll sees it.
  const Hand atomic(16, {});
  const std::int64_t hop = hand.posted() + hand.slot() + hand.of_queue() + hand.transmit() + atomic.crossing() +
                           hand.receive() + profile.nic.atomic.ps + profile.gpu.load.ps;
  expect_within_rounding(row.p50_ps(), 20 * hop, 20);
  EXPECT_EQ(row.bound_by, "latency");
  // What the signal waited for its own data, its queue's message before it, is not of the latency.
  expect_within_rounding(row.bound_ps, 20 * (hop - hand.of_queue()), 20);
}

TEST(ClosedForm, OfALargePingPongCountsTheDataBeforeTheSignal) {
  const Sets sets{{"stack", "ideal"}, {"path", "gpu"}, {"params.rounds", "10"}, {"params.bytes", "1048576"}};
  const trace::Row row = laboratory::run("tests/effects/ping_pong.json", sets).rows.at(0);
  EXPECT_EQ(row.bound_by, "latency");
  EXPECT_GT(100 * row.bound_ps, 99 * row.p50_ps());
}

/// Rows of the same machine, rules and program, and software that takes no time: none is below what was called its
/// bound.
TEST(Bound, NoSoftwareGoesBelowThatOfARow) {
  for (const char* file : {"scenarios/library/quickstart.json", "scenarios/library/one_call.json",
                           "scenarios/library/fence_rules.json", "scenarios/library/pairwise_exchange.json"}) {
    const trace::Result lean = laboratory::run(file);
    const trace::Result ideal = laboratory::run(file, {{"stack", "ideal"}});
    ASSERT_EQ(lean.rows.size(), ideal.rows.size());
    for (std::size_t i = 0; i < lean.rows.size(); ++i)
      EXPECT_LE(lean.rows[i].bound_ps, ideal.rows[i].p50_ps()) << file << ", row " << i;
  }
}

TEST(Bound, KnowsHowFarTheNicIs) {
  const trace::Result result = laboratory::run("scenarios/library/nic_near_and_far.json");
  for (const trace::Row& row : result.rows) {
    if (row.axes.at(0).second != "cross_socket" || row.p50_ps() < 100'000'000) continue;
    EXPECT_TRUE(row.bound_by.starts_with("pcie.")) << row.bound_by;
    EXPECT_LT(row.p50_ps(), row.bound_ps * 3 / 2);
  }
}

TEST(Bound, LeavesOutWhatWasStillUnderWayWhenTheProgramEnded) {
  // Calls that only issue follow each other faster than PCIe can serve them.
  const Sets sets{{"params.bytes", "262144"}, {"params.count", "40"}, {"measure.iterations", "1"}};
  const trace::Result result = laboratory::run("scenarios/library/one_call.json", sets);
  for (const trace::Row& row : result.rows) EXPECT_LE(row.bound_ps, std::ranges::min(row.samples_ps));
}

}  // namespace
}  // namespace gin
