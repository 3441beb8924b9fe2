// A sleeping proxy must wake at the very look at which a polling one would have found the event, or the two modes
// give different times and the sleeping one, which everybody uses, would be the wrong one.
#include "core/device/poll_grid.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <ostream>
#include <vector>

#include "tests/unit/small_world.hpp"

namespace gin {
namespace {

/// Who tells the poller, by the order of events at one time. Itself: by something it sent off long before. Passed
/// on: one behind it acts, and one before it tells.
enum class Teller : std::uint8_t { before, itself, behind, passed_on };
constexpr const char* names[] = {"from before", "by itself", "from behind", "passed on"};

/// Something to be found at a station from `when` on.
struct Notice {
  std::int64_t when = 0;
  std::uint32_t station = 0;
  Teller teller = Teller::before;
};

struct Scene {
  std::uint32_t rings = 1;
  std::uint32_t first_station = 0;
  std::int64_t poll_ring = 1;
  std::int64_t poll_completions = 1;
  std::int64_t work = 0;  ///< for each thing found
  std::vector<Notice> notices;
};

struct Found {
  std::uint32_t station;
  std::int64_t when;
  auto operator<=>(const Found&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Found& found) {
  return out << "station " << found.station << " at " << found.when;
}

void showValue(const Scene& scene, std::ostream& out) {
  out << scene.rings << " rings from station " << scene.first_station << ", costs " << scene.poll_ring << " and "
      << scene.poll_completions << ", work " << scene.work << ", notices";
  for (const Notice& n : scene.notices)
    out << " [" << n.when << " at " << n.station << " " << names[static_cast<int>(n.teller)] << "]";
}

/// The loop of looks of a proxy thread, without what it does with what it finds.
class Poller {
 public:
  Poller(VirtualEnv& env, const Scene& scene, sim::Gate& gate, std::vector<bool>& present)
      : env_(env), gate_(gate), present_(present), grid_{scene.rings, scene.first_station} {
    seen_ = env_.observe(gate_);
  }

  bool look(Found& found) {
    if (vain_looks_ >= grid_.stations() && env_.observe(gate_) != seen_) start_round();
    const std::uint64_t passed = env_.poll(grid_, vain_looks_ >= grid_.stations(), gate_, seen_);
    const auto station = static_cast<std::uint32_t>((grid_.station + passed - 1) % grid_.stations());
    grid_.station = (station + 1) % grid_.stations();
    ++vain_looks_;
    if (!present_[station]) return false;
    present_[station] = false;
    found = {station, env_.world().now().ps};
    env_.charge(Cost::proxy_decode, 1);
    start_round();
    return true;
  }

 private:
  void start_round() {
    vain_looks_ = 0;
    seen_ = env_.observe(gate_);
  }

  VirtualEnv& env_;
  sim::Gate& gate_;
  std::vector<bool>& present_;
  PollGrid grid_;
  std::uint64_t seen_ = 0;
  std::uint32_t vain_looks_ = 0;
};

std::vector<Found> found_in(const Scene& scene, bool poll_for_real) {
  Machine machine = test::still_machine();
  machine.gpu[Cost::proxy_poll_ring] = Duration{scene.poll_ring};
  machine.gpu[Cost::proxy_poll_completions] = Duration{scene.poll_completions};
  machine.gpu[Cost::proxy_decode] = Duration{scene.work};
  WorldOptions options;
  options.poll_for_real = poll_for_real;
  test::SmallWorld small(machine, options);
  sim::Simulation& simulation = small.world.simulation;
  const sim::ActorId before = simulation.add_actor();
  std::vector<Found> all;
  std::vector<bool> present(scene.rings + 1);
  std::size_t told = 0;
  sim::Gate gate;
  const VirtualEnv& self = small.spawn([&](VirtualEnv& env) {
    Poller poller(env, scene, gate, present);
    Found found{};
    while (told < scene.notices.size() || std::find(present.begin(), present.end(), true) != present.end())
      if (poller.look(found)) all.push_back(found);
  });
  const sim::ActorId behind = simulation.add_actor();
  for (const Notice& notice : scene.notices) {
    const auto tell = [&] {
      ++told;
      present[notice.station] = true;
      gate.notify();
    };
    const auto pass_on = [&small, before, tell] { small.at(before, small.world.now(), tell); };
    const Instant when{notice.when};
    switch (notice.teller) {
      case Teller::before:
        small.at(before, when, tell);
        break;
      case Teller::itself:
        small.at(self.actor(), when, tell);
        break;
      case Teller::behind:
        small.at(behind, when, tell);
        break;
      case Teller::passed_on:
        small.at(behind, when, pass_on);
        break;
    }
  }
  small.run();
  return all;
}

/// Drawn from again while a failure is made smaller, so it refers to nothing outside.
rc::Gen<Notice> any_notice(std::uint32_t stations, bool passed_on) {
  return rc::gen::exec([stations, passed_on] {
    Notice notice;
    notice.when = *rc::gen::resize(100, rc::gen::inRange(0, 100));
    notice.station = *rc::gen::inRange(0u, stations);
    notice.teller = *rc::gen::element(Teller::before, Teller::itself, Teller::behind,
                                      passed_on ? Teller::passed_on : Teller::before);
    return notice;
  });
}

struct Choice {
  std::int64_t cost_min = 1;
  std::int64_t cost_end = 6;
  bool passed_on = false;
};

rc::Gen<Scene> any_scene(Choice choice) {
  return rc::gen::exec([choice] {
    Scene scene;
    scene.rings = *rc::gen::inRange(0u, 4u);
    scene.first_station = *rc::gen::inRange(0u, scene.rings + 1);
    scene.poll_ring = *rc::gen::inRange(choice.cost_min, choice.cost_end);
    scene.poll_completions = *rc::gen::inRange(choice.cost_min, choice.cost_end);
    scene.work = *rc::gen::inRange(0, 4);
    // Few enough that there is time to fall asleep between them.
    scene.notices =
        *rc::gen::resize(8, rc::gen::container<std::vector<Notice>>(any_notice(scene.rings + 1, choice.passed_on)));
    return scene;
  });
}

void check_both_ways(const Scene& scene) {
  const std::vector<Found> polling = found_in(scene, true);
  const std::vector<Found> sleeping = found_in(scene, false);
  RC_ASSERT(polling == sleeping);
}

TEST(PollGrid, TheCompletionQueueIsTheStationAfterTheRings) {
  const PollGrid grid{2, 0};
  EXPECT_EQ(grid.stations(), 3u);
  EXPECT_EQ(grid.cost(1), Cost::proxy_poll_ring);
  EXPECT_EQ(grid.cost(2), Cost::proxy_poll_completions);
}

TEST(PollGrid, LooksGoOnInTurnWhileTheProxySleeps) {
  // Looks end at 10, 20 (rings 0 and 1), 35 (completions), 45, 55, 70, ...
  Scene scene{2, 0, 10, 15, 0, {}};
  const auto found = [&](std::int64_t when, std::uint32_t station, Teller teller = Teller::before) {
    scene.notices = {{when, station, teller}};
    EXPECT_EQ(found_in(scene, true), found_in(scene, false));
    return found_in(scene, false).at(0).when;
  };
  EXPECT_EQ(found(100, 0), 115);  // between the looks at 105 (completions) and 115
  EXPECT_EQ(found(100, 1), 125);
  EXPECT_EQ(found(100, 2), 105);
  EXPECT_EQ(found(115, 0), 115);  // the event comes first, the look sees it
  EXPECT_EQ(found(115, 0, Teller::itself), 115);
  EXPECT_EQ(found(115, 0, Teller::behind), 150);  // the look came first and finds it a round later
  EXPECT_EQ(found(5, 0), 10);                     // awake: the first round has not been in vain yet
}

RC_GTEST_PROP(PollGrid, ASleeperFindsEverythingWhereAndWhenAPollerDoes, ()) {
  check_both_ways(*any_scene({}));
}

TEST(PollGrid, OfSeveralLooksAtOneMomentTheFirstThatCanSeesTheEvent) {
  // Completions at 1, 2, 3, ..., each time followed at once by the ring, which costs nothing to look at.
  const Scene before{1, 1, 0, 1, 0, {{2, 1, Teller::before}}};
  EXPECT_EQ(found_in(before, true), (std::vector<Found>{{1, 2}}));
  EXPECT_EQ(found_in(before, false), (std::vector<Found>{{1, 2}}));
  const Scene behind{1, 1, 0, 1, 0, {{2, 0, Teller::behind}}};
  EXPECT_EQ(found_in(behind, true), (std::vector<Found>{{0, 3}}));
  EXPECT_EQ(found_in(behind, false), (std::vector<Found>{{0, 3}}));
}

RC_GTEST_PROP(PollGrid, LooksThatCostNothingMakeNoDifference, ()) {
  check_both_ways(*any_scene({.cost_min = 0, .cost_end = 3}));
}

TEST(PollGrid, ANoticePassedOnFromBehindTheLookComesAfterIt) {
  // Looks at 1, 2, 3, ...; at 2 an actor behind the poller acts and one before it passes that on.
  const Scene scene{0, 0, 1, 1, 0, {{2, 0, Teller::passed_on}}};
  EXPECT_EQ(found_in(scene, true), (std::vector<Found>{{0, 3}}));
  EXPECT_EQ(found_in(scene, false), (std::vector<Found>{{0, 3}}));
}

RC_GTEST_PROP(PollGrid, NoticesPassedOnAtTheSameTimeMakeNoDifference, ()) {
  check_both_ways(*any_scene({.cost_min = 0, .cost_end = 4, .passed_on = true}));
}

TEST(PollGrid, ALoopWithoutCostSleepsEvenWhereItIsToldToPoll) {
  const Scene scene{2, 1, 0, 0, 0, {{30, 0, Teller::before}, {40, 2, Teller::behind}}};
  EXPECT_EQ(found_in(scene, true), (std::vector<Found>{{0, 30}, {2, 40}}));
  EXPECT_EQ(found_in(scene, false), (std::vector<Found>{{0, 30}, {2, 40}}));
}

}  // namespace
}  // namespace gin
