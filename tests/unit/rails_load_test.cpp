// What NICs carry in an all-to-all over two machines of a kind: how far the busiest is above the mean, as source and
// as target, in messages and in bytes. The same without dealing out and turning is seen to be worse.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "core/device/post_rules.hpp"
#include "core/topology/machine.hpp"
#include "core/topology/rails.hpp"
#include "core/topology/rotation.hpp"
#include "tests/unit/rails_machine.hpp"

namespace gin::topology {
namespace {

using HomeRail = std::uint32_t (*)(const Turn&);

std::uint32_t always_the_first(const Turn&) {
  return 0;
}

/// Of one machine; the other's is the same mirrored. Sums by NIC.
struct NicLoad {
  std::vector<std::uint64_t> sent, sent_bytes, received, received_bytes;
};

double over_mean(std::vector<std::uint64_t> load) {
  std::erase(load, 0U);  // dead ones, and those that are nobody's rail
  const auto sum = std::accumulate(load.begin(), load.end(), std::uint64_t{0});
  return static_cast<double>(*std::ranges::max_element(load)) * static_cast<double>(load.size()) /
         static_cast<double>(sum);
}

double worst(const NicLoad& load) {
  return std::max(
      {over_mean(load.sent), over_mean(load.sent_bytes), over_mean(load.received), over_mean(load.received_bytes)});
}

struct AllToAll {
  std::uint64_t bytes = 8;
  std::uint32_t messages = 1;  ///< to each peer
  HomeRail home = home_rail;
};

/// PEs 0 to n-1 on one machine and n to 2n-1 on the other, a GPU each: within a machine nothing takes a NIC.
NicLoad carried(const std::vector<Rails>& rails, std::size_t nics, const AllToAll& all) {
  const auto n = static_cast<std::uint32_t>(rails.size());
  const std::vector<std::uint64_t> none(nics, 0);
  NicLoad load{none, none, none, none};
  const auto add = [&](const Turn& turn, std::vector<std::uint64_t>& count, std::vector<std::uint64_t>& bytes,
                       const Rails& of) {
    Operation put;
    put.bytes = all.bytes;
    PostRules rules;
    rules.stripe_min = 1 << 20;
    rules.rails = static_cast<std::uint32_t>(rails[turn.source % n].size());
    const Pieces pieces = pieces_of(put, rules);
    for (std::uint32_t piece = 0; piece < pieces.count; ++piece) {
      const std::uint32_t nic = of[(all.home(turn) + piece) % of.size()];
      ++count[nic];
      bytes[nic] += std::min(pieces.size, all.bytes - piece * pieces.size);
    }
  };
  for (std::uint32_t here = 0; here < n; ++here)
    for (std::uint32_t there = n; there < 2 * n; ++there)
      for (std::uint32_t number = 0; number < all.messages; ++number) {
        add({here, there, number}, load.sent, load.sent_bytes, rails[here]);
        add({there, here, number}, load.received, load.received_bytes, rails[here]);
      }
  return load;
}

struct KnownMachine {
  const char* name;
  std::vector<test::Socket> sockets;
  bool has_choice = true;  ///< more than one NIC that is equally near to a GPU
};

std::vector<KnownMachine> known_machines() {
  return {{"p4d", test::p4d(), false},  {"p5", test::p5()},       {"p5en", test::p5en()},
          {"p6-b200", test::p6_b200()}, {"gb200", test::gb200()}, {"gb200 by Grace", test::gb200_by_grace()}};
}

Devices loaded(const std::vector<test::Socket>& sockets, const std::set<std::string>& down = {}) {
  return Machine::described(test::RailsMachine::text(sockets, down)).devices();
}

TEST(RailsLoad, NoNicCarriesATenthMoreThanTheMean) {
  for (const KnownMachine& machine : known_machines()) {
    const Devices devices = loaded(machine.sockets);
    for (const std::uint64_t bytes : {8U, 8U << 20})
      for (const std::uint32_t messages : {1U, 7U})
        EXPECT_LE(worst(carried(choose_rails(devices).rails, devices.nics.size(), {bytes, messages})), 1.1)
            << machine.name << ", " << messages << " messages of " << bytes << " bytes";
  }
}

TEST(RailsLoad, WhereEveryGpuBeginsWithTheFirstOfItsNearestOneNicHasAllTheWork) {
  for (const KnownMachine& machine : known_machines()) {
    const Devices devices = loaded(machine.sockets);
    std::vector<Rails> nearest;
    for (const Place& place : devices.places) {
      const auto least = std::ranges::min_element(place.ways, {}, &Way::steps)->steps;
      nearest.emplace_back();
      for (std::uint32_t nic = 0; nic < place.ways.size(); ++nic)
        if (place.ways[nic].steps == least) nearest.back().push_back(nic);
    }
    std::vector<std::uint64_t> sent = carried(nearest, devices.nics.size(), {.home = always_the_first}).sent;
    const auto busy = static_cast<std::size_t>(std::ranges::count_if(sent, [](std::uint64_t n) { return n > 0; }));
    const RailChoice choice = choose_rails(devices);
    const auto used = static_cast<std::size_t>(std::ranges::count(choice.unused, ""));
    if (machine.has_choice)
      EXPECT_LE(2 * busy, used) << machine.name << ": so the busiest carries twice what it would";
    else
      EXPECT_EQ(busy, used) << machine.name;
  }
}

TEST(RailsLoad, EachEndTurnsByItself) {
  // The first switch's NICs are dead: its GPU has the twelve of its socket, and others send to it with four.
  const Devices devices = loaded(test::p5(), {"rdmap79s0", "rdmap80s0", "rdmap81s0", "rdmap82s0"});
  NicLoad load = carried(choose_rails(devices).rails, devices.nics.size(), {.messages = 12});
  for (auto* one : {&load.sent, &load.received}) {
    one->resize(16);  // the first socket
    EXPECT_LE(over_mean(*one), 1.01);
  }
}

TEST(RailsLoad, TheNeighboursOfADeadNicCarryAlike) {
  const Devices devices = loaded(test::p5en(), {"rdmap86s0"});
  NicLoad load = carried(choose_rails(devices).rails, devices.nics.size(), {.messages = 3});
  EXPECT_EQ(load.sent[1], 0U);
  load.sent.resize(4);
  load.received.resize(4);
  EXPECT_DOUBLE_EQ(over_mean(load.sent), 1.0);
  EXPECT_DOUBLE_EQ(over_mean(load.received), 1.0);
}

}  // namespace
}  // namespace gin::topology
