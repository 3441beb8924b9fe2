// What holds of rails on any machine.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "core/topology/rails.hpp"

namespace gin::topology {
namespace {

/// Who hangs where is a way down of three parts.
using RailsPath = std::array<int, 3>;

struct RandomMachine {
  std::vector<RailsPath> places, nics;
  std::vector<bool> dead;

  Devices in_order(const std::vector<std::size_t>& place_order, const std::vector<std::size_t>& nic_order) const {
    Devices devices;
    for (const std::size_t nic : nic_order)
      devices.nics.push_back({std::to_string(nic), "", "one", dead[nic] ? "unplugged" : ""});
    for (const std::size_t place : place_order) {
      devices.places.push_back({std::to_string(place), {}});
      for (const std::size_t nic : nic_order)
        devices.places.back().ways.push_back({steps(places[place], nics[nic]), ""});
    }
    return devices;
  }
  static std::uint32_t steps(const RailsPath& place, const RailsPath& nic) {
    const auto parted = std::ranges::mismatch(place, nic).in1;
    return static_cast<std::uint32_t>(place.end() - parted);
  }
};

std::vector<std::size_t> counted(std::size_t n) {
  std::vector<std::size_t> all(n);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

RandomMachine random_machine() {
  const auto path = rc::gen::container<RailsPath>(rc::gen::inRange(0, 3));
  RandomMachine machine;
  machine.places = *rc::gen::container<std::vector<RailsPath>>(*rc::gen::inRange<std::size_t>(1, 9), path);
  machine.nics = *rc::gen::container<std::vector<RailsPath>>(*rc::gen::inRange<std::size_t>(0, 13), path);
  for (std::size_t nic = 0; nic < machine.nics.size(); ++nic) machine.dead.push_back(*rc::gen::inRange(0, 4) == 0);
  return machine;
}

std::vector<int> served_by(const Devices& devices, const RailChoice& choice) {
  std::vector<int> served(devices.nics.size(), 0);
  for (const Rails& rails : choice.rails)
    for (const std::uint32_t nic : rails) ++served[nic];
  return served;
}

RC_GTEST_PROP(RailsProperties, EveryPlaceHasTheNearestNicsThatLiveAndNicsThatAreAlikeServeEquallyMany, ()) {
  const RandomMachine machine = random_machine();
  const Devices devices = machine.in_order(counted(machine.places.size()), counted(machine.nics.size()));
  const RailChoice choice = choose_rails(devices);
  const bool any = std::ranges::count(machine.dead, false) > 0;
  for (std::size_t place = 0; place < devices.places.size(); ++place) {
    RC_ASSERT(choice.rails[place].empty() != any);
    for (const std::uint32_t rail : choice.rails[place]) {
      RC_ASSERT(!machine.dead[rail]);
      for (std::size_t nic = 0; nic < devices.nics.size(); ++nic)
        RC_ASSERT(machine.dead[nic] ||
                  devices.places[place].ways[nic].steps >= devices.places[place].ways[rail].steps);
    }
  }
  const std::vector<int> served = served_by(devices, choice);
  for (std::size_t a = 0; a < served.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      RC_ASSERT(machine.nics[a] != machine.nics[b] || machine.dead[a] || machine.dead[b] || served[a] == served[b]);
}

RC_GTEST_PROP(RailsProperties, AnotherOrderOfAddressesChangesNamesAndNothingElse, ()) {
  const RandomMachine machine = random_machine();
  const auto shuffled = [](std::size_t n) {
    std::vector<std::size_t> order = counted(n);
    for (std::size_t i = n; i > 1; --i) std::swap(order[i - 1], order[*rc::gen::inRange<std::size_t>(0, i)]);
    return order;
  };
  const std::vector<std::size_t> place_order = shuffled(machine.places.size());
  const std::vector<std::size_t> nic_order = shuffled(machine.nics.size());
  const Devices devices = machine.in_order(counted(machine.places.size()), counted(machine.nics.size()));
  const Devices permuted = machine.in_order(place_order, nic_order);
  const RailChoice choice = choose_rails(devices);
  const RailChoice other = choose_rails(permuted);
  for (std::size_t i = 0; i < place_order.size(); ++i)
    RC_ASSERT(other.rails[i].size() == choice.rails[place_order[i]].size());
  const std::vector<int> served = served_by(devices, choice);
  const std::vector<int> served_other = served_by(permuted, other);
  for (std::size_t i = 0; i < nic_order.size(); ++i) RC_ASSERT(served_other[i] == served[nic_order[i]]);
}

}  // namespace
}  // namespace gin::topology
