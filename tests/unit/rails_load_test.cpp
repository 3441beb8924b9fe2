// What NICs carry in an all-to-all over two machines of a kind: how far the busiest is above the mean, as source and
// as target, in messages and in bytes. The same without dealing out and turning is seen to be worse.
#include <gtest/gtest.h>

#include <algorithm>

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

/// Of these NICs, whether they carry anything or not.
double over_mean(const std::vector<std::uint64_t>& load, const Rails& nics) {
  std::uint64_t sum = 0;
  std::uint64_t most = 0;
  for (const std::uint32_t nic : nics) {
    sum += load[nic];
    most = std::max(most, load[nic]);
  }
  return static_cast<double>(most) * static_cast<double>(nics.size()) / static_cast<double>(sum);
}

double worst(const NicLoad& load, const Rails& nics) {
  return std::max({over_mean(load.sent, nics), over_mean(load.sent_bytes, nics), over_mean(load.received, nics),
                   over_mean(load.received_bytes, nics)});
}

/// Those that are somebody's.
Rails used_by(const RailChoice& choice) {
  Rails used;
  for (std::uint32_t nic = 0; nic < choice.unused.size(); ++nic)
    if (choice.unused[nic].empty()) used.push_back(nic);
  return used;
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
    const RailChoice choice = choose_rails(devices);
    for (const std::uint64_t bytes : {8U, 8U << 20})
      for (const std::uint32_t messages : {1U, 7U})
        EXPECT_LE(worst(carried(choice.rails, devices.nics.size(), {bytes, messages}), used_by(choice)), 1.1)
            << machine.name << ", " << messages << " messages of " << bytes << " bytes";
  }
}

TEST(RailsLoad, WhereEveryGpuBeginsWithTheFirstOfItsNearestTheBusiestCarriesTwiceTheMeanAndMore) {
  for (const KnownMachine& machine : known_machines()) {
    const Devices devices = loaded(machine.sockets);
    std::vector<Rails> nearest;
    for (const Place& place : devices.places) {
      const auto least = std::ranges::min_element(place.ways, {}, &Way::steps)->steps;
      nearest.emplace_back();
      for (std::uint32_t nic = 0; nic < place.ways.size(); ++nic)
        if (place.ways[nic].steps == least) nearest.back().push_back(nic);
    }
    const NicLoad load = carried(nearest, devices.nics.size(), {.home = always_the_first});
    EXPECT_GE(worst(load, used_by(choose_rails(devices))), machine.has_choice ? 2.0 : 1.0) << machine.name;
  }
}

TEST(RailsLoad, EachEndTurnsByItself) {
  // The first switch's NICs are dead: its GPU has the twelve of its socket, and others send to it with four.
  const Devices devices = loaded(test::p5(), {"rdmap79s0", "rdmap80s0", "rdmap81s0", "rdmap82s0"});
  const NicLoad load = carried(choose_rails(devices).rails, devices.nics.size(), {.messages = 12});
  EXPECT_LE(worst(load, {4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}), 1.01);
}

TEST(RailsLoad, TheNeighboursOfADeadNicCarryAlike) {
  const Devices devices = loaded(test::p5en(), {"rdmap86s0"});
  const NicLoad load = carried(choose_rails(devices).rails, devices.nics.size(), {.messages = 3});
  EXPECT_EQ(load.sent[1] + load.received[1], 0U);
  EXPECT_DOUBLE_EQ(worst(load, {0, 2, 3}), 1.0);
}

}  // namespace
}  // namespace gin::topology
