#include "core/topology/rails.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "core/base/assert.hpp"

namespace gin::topology {
namespace {

using Places = std::vector<std::uint32_t>;

/// The kind that most NICs are of; of several, the one that comes first.
std::string commonest(const std::vector<Nic>& nics) {
  std::map<std::string, int> count;
  std::string best;
  for (const Nic& nic : nics)
    if (nic.dead.empty()) ++count[nic.kind];
  for (const Nic& nic : nics)
    if (count[nic.kind] > count[best]) best = nic.kind;
  return best;
}

std::vector<std::string> unfit(const std::vector<Nic>& nics) {
  const std::string kind = commonest(nics);
  std::vector<std::string> why;
  for (const Nic& nic : nics)
    why.push_back(!nic.dead.empty()  ? nic.dead
                  : nic.kind != kind ? fmt::format("expected the kind of most, {}, came {}", kind, nic.kind)
                                     : "");
  return why;
}

Rails nearest(const Place& place, const std::vector<std::string>& unfit) {
  Rails best;
  for (std::uint32_t nic = 0; nic < unfit.size(); ++nic) {
    if (!unfit[nic].empty()) continue;
    if (!best.empty() && place.ways[nic].steps > place.ways[best.front()].steps) continue;
    if (!best.empty() && place.ways[nic].steps < place.ways[best.front()].steps) best.clear();
    best.push_back(nic);
  }
  return best;
}

/// Those that serve the fewest, and as many of the next as it takes for each of `places` to have one.
Rails least_served(const Rails& nics, std::size_t places, const std::vector<std::uint32_t>& served) {
  std::map<std::uint32_t, Rails> by_served;
  for (const std::uint32_t nic : nics) by_served[served[nic]].push_back(nic);
  Rails taken;
  for (const auto& [serves, some] : by_served) {
    if (taken.size() >= places) break;
    taken.insert(taken.end(), some.begin(), some.end());
  }
  std::ranges::sort(taken);
  return taken;
}

struct Group {
  Rails nearest;
  Places places;
};

/// NICs that fewer places compete for come first: these places have no other that is as near.
std::vector<Group> groups(const Devices& devices, const std::vector<std::string>& unfit) {
  std::map<Rails, Places> by_nearest;
  for (std::uint32_t place = 0; place < devices.places.size(); ++place)
    by_nearest[nearest(devices.places[place], unfit)].push_back(place);
  std::vector<Group> all;
  for (auto& [rails, places] : by_nearest)
    if (!rails.empty()) all.push_back({rails, std::move(places)});
  std::ranges::stable_sort(all, {}, [](const Group& group) { return group.nearest.size(); });
  return all;
}

std::string named(const Devices& devices, const Rails& rails) {
  std::vector<std::string> names;
  for (const std::uint32_t nic : rails) names.push_back(devices.nics[nic].name);
  return fmt::format("NIC{} {}", names.size() == 1 ? "" : "s", fmt::join(names, ", "));
}

/// Who else has one of the rails of `place`.
std::string sharing(const Devices& devices, const RailChoice& choice, std::uint32_t place) {
  std::vector<std::string> others;
  for (std::uint32_t other = 0; other < choice.rails.size(); ++other)
    if (other != place &&
        std::ranges::find_first_of(choice.rails[other], choice.rails[place]) != choice.rails[other].end())
      others.push_back(devices.places[other].name);
  return others.empty() ? "" : fmt::format("; shared with {}", fmt::join(others, ", "));
}

}  // namespace

RailChoice choose_rails(const Devices& devices) {
  RailChoice choice{std::vector<Rails>(devices.places.size()), unfit(devices.nics)};
  std::vector<std::uint32_t> served(devices.nics.size(), 0);
  for (const auto& [near, places] : groups(devices, choice.unused)) {
    const Rails nics = least_served(near, places.size(), served);
    // As many parts as make each alike: the same number of places in each, and of NICs.
    const std::size_t parts = std::gcd(places.size(), nics.size());
    const std::size_t wide = nics.size() / parts;
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto first = nics.begin() + static_cast<std::ptrdiff_t>(i * parts / places.size() * wide);
      choice.rails[places[i]].assign(first, first + static_cast<std::ptrdiff_t>(wide));
      for (const std::uint32_t nic : choice.rails[places[i]]) ++served[nic];
    }
  }
  for (std::size_t nic = 0; nic < served.size(); ++nic)
    if (served[nic] == 0 && choice.unused[nic].empty()) choice.unused[nic] = "others are nearer to everybody";
  return choice;
}

std::vector<std::string> sentences(const Devices& devices, const RailChoice& choice) {
  GIN_ASSERT(choice.rails.size() == devices.places.size() && choice.unused.size() == devices.nics.size());
  std::vector<std::string> all;
  for (std::uint32_t place = 0; place < choice.rails.size(); ++place) {
    const Rails& rails = choice.rails[place];
    const Place& from = devices.places[place];
    all.push_back(rails.empty() ? fmt::format("{}: expected a NIC for RDMA, came none that can be used", from.name)
                                : fmt::format("{}: {}, {}{}", from.name, named(devices, rails),
                                              from.ways[rails.front()].meets, sharing(devices, choice, place)));
  }
  for (std::size_t nic = 0; nic < choice.unused.size(); ++nic)
    if (!choice.unused[nic].empty())
      all.push_back(fmt::format("NIC {} is not used: {}", devices.nics[nic].name, choice.unused[nic]));
  return all;
}

}  // namespace gin::topology
