// A target that has no receive left, because it does not look: the device asks again, as often as it was told to.
#include <dlfcn.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <infiniband/verbs.h>

#include <array>
#include <chrono>

#include "tests/efa/traffic.hpp"
#include "tests/unit/holds.hpp"

namespace {
int not_ready_retries = -1;  // that the device is told; -1: what the provider says
}

// In front of the device's, in this program only: libfabric has an option for it, which nobody here sets.
extern "C" int ibv_modify_qp(ibv_qp* pair, ibv_qp_attr* attr, int mask) {
  static const auto of_device = reinterpret_cast<decltype(&ibv_modify_qp)>(::dlsym(RTLD_NEXT, "ibv_modify_qp"));
  if (mask & IBV_QP_RNR_RETRY && not_ready_retries >= 0)
    attr->rnr_retry = static_cast<std::uint8_t>(not_ready_retries);
  return of_device(pair, attr, mask);
}

namespace gin::test {
namespace {

/// Messages from end 0 to the other two by turns, of which the first does not look.
class DeafTarget {
 public:
  static constexpr std::uint64_t each = 1000;  // more than an end has receives for

  DeafTarget() : ends_(tested_place(), 3) {}

  std::string title() { return ends_.wire(0).title(); }
  /// What the two ends have heard, and how what was sent to them ended.
  std::string state() const {
    std::string text;
    for (const End& end : heard_) {
      text += fmt::format("{} came", end.arrived);
      for (const auto& [status, count] : end.told) text += fmt::format(", {} {}", count, status);
      text += "; ";
    }
    return text;
  }
  /// Looks until all is told, or nothing has happened for so long.
  bool until_over(std::chrono::seconds silence) {
    using Clock = std::chrono::steady_clock;
    for (auto last = Clock::now(); told_ < 2 * each;) {
      if (look()) last = Clock::now();
      if (Clock::now() - last > silence) return false;
    }
    return true;
  }
  void let_it_look() { is_deaf_ = false; }

 private:
  struct End {
    std::uint64_t arrived = 0;
    std::map<std::string, int> told;
  };

  bool look() {
    const std::uint64_t before = posted_ + told_ + heard_[0].arrived + heard_[1].arrived;
    WorkRequest request;
    request.verb = Verb::send;
    request.has_immediate = true;
    request.message = pack(CpuMessage{});
    for (; posted_ < 2 * each; ++posted_) {
      request.peer = static_cast<std::uint16_t>(1 + posted_ % 2);
      if (ends_.wire(0).post(request, posted_) == Post::busy) break;
    }
    for (std::size_t end = 0; end < 3; ++end) {
      if (end == 1 && is_deaf_) continue;
      ends_.wire(end).progress();
      for (Arrival one; ends_.wire(end).next_arrival(one);) ++heard_.at(end - 1).arrived;
    }
    for (Done one; ends_.wire(0).next_done(one); ++told_) ++heard_.at(one.token % 2).told[name(one.status)];
    return posted_ + told_ + heard_[0].arrived + heard_[1].arrived != before;
  }

  Ends ends_;
  bool is_deaf_ = true;
  std::uint64_t posted_ = 0;
  std::uint64_t told_ = 0;
  std::array<End, 2> heard_;
};

/// All that can happen while it does not look, and then.
std::string with_deaf_target(int retries) {
  return on_devices({}, [retries] {
    not_ready_retries = retries;
    DeafTarget target;
    const std::string fabric = target.title().starts_with("efa-direct") ? "efa-direct: " : "efa: ";
    if (target.until_over(std::chrono::seconds(1))) return fabric + "over, " + target.state();
    const std::string before = target.state();
    target.let_it_look();
    // The provider asks again after a while that doubles.
    if (!target.until_over(std::chrono::seconds(60))) return "it looked, and came were " + target.state();
    return fabric + before + "then " + target.state();
  });
}

const std::string all_came = "then 1000 came, 1000 success; 1000 came, 1000 success; ";

/// The provider tells the device to ask for ever (efa-direct), or asks again by itself (efa): a process that is stopped is no error,
/// until whoever runs the job finds that nothing moves.
TEST(EfaNotReady, ATargetThatDoesNotLookIsWaitedFor) {
  const std::string said = with_deaf_target(-1);
  EXPECT_TRUE(said.starts_with("efa") && said.ends_with(all_came)) << said;
  EXPECT_FALSE(holds(said, "receiver not ready")) << said;
}

/// Of fabric efa's packets only the device ends; what they carry is sent again.
TEST(EfaNotReady, WhereTheDeviceGivesUpRequestsToItFailAndNobodyElses) {
  const std::string said = with_deaf_target(1);
  if (said.starts_with("efa: "))
    EXPECT_TRUE(said.ends_with(all_came) && !holds(said, "receiver not ready")) << said;
  else
    EXPECT_EQ(said, "efa-direct: over, 0 came, 744 receiver not ready, 256 success; 1000 came, 1000 success; ");
}

}  // namespace
}  // namespace gin::test
