// Backend efa's wire in bad weather, and where something is broken: all of it comes, once, or it is said what does not.
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <ostream>

#include "backends/efa/offer.hpp"
#include "core/base/error.hpp"
#include "tests/efa/traffic.hpp"
#include "tests/unit/holds.hpp"

namespace gin::test {
namespace {

struct Weather {
  const char* name;
  SoftSettings settings;
};

void PrintTo(const Weather& weather, std::ostream* out) {
  *out << weather.name;
}
std::string called(const testing::TestParamInfo<Weather>& weather) {
  return weather.param.name;
}

class EfaWeather : public testing::TestWithParam<Weather> {
 protected:
  /// Of this test's devices, with more than the weather says.
  SoftSettings and_also(SoftSettings more) const {
    more.insert(GetParam().settings.begin(), GetParam().settings.end());
    return more;
  }
};

INSTANTIATE_TEST_SUITE_P(In, EfaWeather,
                         testing::Values(Weather{"Fair", {}}, Weather{"Reordered", {{"SOFTVERBS_REORDER", "64"}}},
                                         Weather{"LateAcknowledgements",
                                                 {{"SOFTVERBS_LOSS", "100"}, {"SOFTVERBS_DELAY_US", "200"}}},
                                         Weather{"NotReady", {{"SOFTVERBS_NOT_READY", "300"}}},
                                         Weather{"Storm",
                                                 {{"SOFTVERBS_LOSS", "50"},
                                                  {"SOFTVERBS_DELAY_US", "100"},
                                                  {"SOFTVERBS_NOT_READY", "100"},
                                                  {"SOFTVERBS_REORDER", "16"}}}),
                         called);

TEST_P(EfaWeather, EverythingComesOnce) {
  for (const char* seed : {"1", "2", "3"})
    EXPECT_EQ(on_devices(and_also({{"SOFTVERBS_SEED", seed}}),
                         [&] {
                           Ends ends(tested_place());
                           return traffic(ends, std::stoull(seed), 400);
                         }),
              "")
        << seed;
}

TEST_P(EfaWeather, AndOverTwoNics) {
  EXPECT_EQ(on_devices(and_also({{"SOFTVERBS_NICS", "2"}}),
                       [] {
                         Ends ends(tested_place(2));
                         return traffic(ends, 5, 400);
                       }),
            "");
}

/// More than any queue holds is posted before anybody looks.
TEST(EfaFaults, AFullQueueIsBusyAndLosesNothing) {
  EXPECT_EQ(on_devices({},
                       [] {
                         Ends ends(tested_place());
                         std::uint64_t posted = 0, done = 0;
                         std::uint32_t arrived = 0;
                         WorkRequest request;
                         request.verb = Verb::write_inline;
                         request.peer = 1;
                         request.has_immediate = true;
                         request.bytes = 8;
                         for (; posted < 100'000; ++posted, request.immediate = static_cast<std::uint32_t>(posted))
                           if (ends.wire(0).post(request, posted) == Post::busy) break;
                         if (posted == 100'000) return std::string("it was never busy");
                         const bool all = ends.until([&] {
                           for (Done one; ends.wire(0).next_done(one);) done += one.status == CompletionStatus::ok;
                           for (Arrival one; ends.wire(1).next_arrival(one);) ++arrived;
                           return done >= posted && arrived >= posted;
                         });
                         return all && done == posted && arrived == posted
                                    ? std::string()
                                    : std::to_string(posted) + " were posted, " + std::to_string(done) + " done, " +
                                          std::to_string(arrived) + " arrived";
                       }),
            "");
}

/// Fabric efa has a protocol of its own above the device. Its packets may fail, too, and what is behind one that failed waits for it:
/// then that is said, and the wire is over.
TEST(EfaFaults, WhatTheTargetCannotCarryOutIsAStatusOrTheEndOfTheWire) {
  for (const char* seed : {"1", "2", "3"}) {
    const std::string said = on_devices({{"SOFTVERBS_ERRORS", "20"}, {"SOFTVERBS_SEED", seed}}, [] {
      Ends ends(tested_place());
      const bool is_direct = ends.wire(0).title().starts_with("efa-direct");
      return traffic(ends, 7, 200, is_direct ? Failing::alone : Failing::with_others);
    });
    EXPECT_TRUE(said.empty() ||
                said.starts_with("what a peer sent over efa on softefa0: expected it to complete, came ") ||
                said.starts_with("endpoint of efa on softefa0: expected to go on, came "))
        << seed << ": " << said;
  }
}

/// The other end is a process that is killed; what is posted to it afterwards ends, and says why.
TEST(EfaFaults, APeerThatIsKilledIsAStatus) {
  const auto body = []() -> std::string {
    int ours[2], theirs[2];
    if (::pipe(ours) != 0 || ::pipe(theirs) != 0) return "no pipe";
    const pid_t peer = ::fork();
    if (peer == 0) ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // whatever goes wrong in the other
    const auto tell = [](int to, std::string text) {
      text.resize(1024);
      return ::write(to, text.data(), text.size()) == 1024;
    };
    const auto hear = [](int from, std::size_t bytes) {
      std::string text(1024, '\0');
      if (::read(from, text.data(), text.size()) != 1024) return std::string();
      return text.substr(0, bytes);
    };
    std::vector<unsigned char> heap(4096);
    efa::EfaWire wire({.heap = heap, .eager_max = 64, .n_pes = 2, .place = tested_place()});
    const std::string own = wire.address();
    if (peer == 0) {
      wire.connect({hear(ours[0], own.size()), own}, Pe{1});
      tell(theirs[1], own);
      for (;;) wire.progress();
    }
    tell(ours[1], own);
    // Addresses of the two have one size.
    const auto other = hear(theirs[0], own.size());
    wire.connect({own, other}, Pe{0});
    WorkRequest request;
    request.verb = Verb::write_inline;
    request.peer = 1;
    request.has_immediate = true;
    request.bytes = 8;
    const auto ended = [&](std::uint64_t token) {
      while (wire.post(request, token) == Post::busy) wire.progress();
      const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
      for (Done done; std::chrono::steady_clock::now() < end; wire.progress())
        if (wire.next_done(done)) return std::string(name(done.status));
      return std::string("nothing was told");
    };
    const std::string before = ended(1);
    ::kill(peer, SIGKILL);
    ::waitpid(peer, nullptr, 0);
    return before + ", " + ended(2);
  };
  EXPECT_EQ(on_devices({}, body),
            std::string(name(CompletionStatus::ok)) + ", " + std::string(name(CompletionStatus::retry_exceeded)));
}

TEST(EfaFaults, ANicThatIsDownIsNamed) {
  const std::string said = on_devices({{"SOFTVERBS_NICS", "2"}, {"SOFTVERBS_DOWN", "2"}},
                                      [] { return efa::trouble_with(tested_place(2)); });
  EXPECT_TRUE(holds(said, "softefa1")) << said;
}

TEST(EfaFaults, FewerCapabilitiesThanAFabricNeedsAreRefused) {
  const std::string said = on_devices({{"SOFTVERBS_EFA", "7"}}, [] {
    WirePlace place;
    place.nic.fabric = "efa-direct";
    return efa::trouble_with(place);
  });
  EXPECT_TRUE(said.starts_with("launch.fabric: expected one that libfabric ")) << said;
}

}  // namespace
}  // namespace gin::test
