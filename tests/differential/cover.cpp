#include "tests/differential/cover.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <set>
#include <string_view>

#include "tests/conformance/declared.hpp"

namespace gin::differential {
namespace {

struct Level {
  std::string name;
  std::function<void(Placing&)> set;
};
using Factor = std::vector<Level>;

Factor backends() {
  Factor levels;
  for (const std::unique_ptr<Backend>& one : test::every_backend())
    levels.push_back(
        {test::word_of(one->name()), [name = one->name()](Placing& placing) { placing.backend = name; }});
  return levels;
}
Level across(const char* word, scenario::Path path) {
  return {word, [path](Placing& placing) { placing.paths = {path, path}; }};
}
/// Whatever the stack says of itself.
void promise_much(Placing& placing) {
  placing.overrides.push_back({"strong_signals", "true"});
}
void promise_little(Placing& placing) {
  placing.signals = fuzz::Signals::weak;
  placing.overrides.push_back({"strong_signals", "false"});
}
/// A network that keeps no order, and how signals come after their data there. Short transfers are striped too.
void unordered(Placing& placing, const char* how) {
  placing.profile = "aws-p5-efa";
  placing.overrides.push_back({"arrivals.signals", how});
  placing.overrides.push_back({"queues.stripe_min_bytes", "64"});
}
Level pes(const char* word, std::int64_t nodes, std::int64_t per_node) {
  return {word, [=](Placing& placing) { placing.nodes = nodes, placing.pes_per_node = per_node; }};
}
Level rails(const char* word, const char* count) {
  return {word, [count](Placing& placing) { placing.machine.push_back({"nic.rails", count}); }};
}
Level stack(const char* word, const char* name) {
  return {word, [name](Placing& placing) { placing.stack = name; }};
}

void make_shallow(Placing& placing) {
  for (const Override& one :
       Overrides{{"queues.depth", "64"}, {"proxy.ring_slots", "128"}, {"proxy.budget_operations", "3"}})
    placing.overrides.push_back(one);
}

const std::vector<Factor>& factors() {
  static const std::vector<Factor> all = {
      backends(),
      {across("Gpu", scenario::Path::gpu), across("Proxy", scenario::Path::proxy),
       across("Doorbell", scenario::Path::gpu_cpu_doorbell), across("Host", scenario::Path::host)},
      {{"", [](Placing&) {}},
       {"PointerWithin", [](Placing& placing) { placing.paths.same_node = scenario::Path::pointer; }}},
      {{"Kept", promise_much},
       {"Counted",
        [](Placing& placing) {
          unordered(placing, "receiver_count");
          promise_little(placing);
        }},
       {"Reordered",
        [](Placing& placing) {
          unordered(placing, "receiver_reorder");
          promise_much(placing);
        }},
       {"Held",
        [](Placing& placing) {
          unordered(placing, "sender_hold");
          promise_much(placing);
        }}},
      {pes("2x1", 2, 1), pes("3x1", 3, 1), pes("1x4", 1, 4), pes("2x2", 2, 2), pes("4x2", 4, 2)},
      {rails("Rails1", "1"), rails("Rails2", "2"), rails("Rails4", "4")},
      {stack("Lean", "lean"), stack("Ibgda", "nvshmem-ibgda"), stack("Nccl", "nccl-proxy"),
       stack("Uccl", "uccl-ep")},
      {{"", [](Placing&) {}},
       {"NearWrap", [](Placing& placing) { placing.test.start_near_wrap = true; }},
       {"Shallow", make_shallow},
       {"Degraded", [](Placing& placing) { placing.test.degraded = true; }},
       {"LateByMachine", [](Placing& placing) { placing.test.adversary = scenario::Adversary::machine; }},
       {"LateByContract", [](Placing& placing) { placing.test.adversary = scenario::Adversary::contract; }}},
  };
  return all;
}

/// What backends say of themselves; a combination that differs from another only in what is not used is left out.
bool is_run(const Placing& at) {
  using scenario::Path;
  const Path far = at.paths.other_node;
  const bool kept = std::string_view(at.profile) != "aws-p5-efa";
  const bool held =
      std::ranges::any_of(at.overrides, [](const Override& one) { return one.number == "sender_hold"; });
  const bool one_rail = at.machine.front().number == "1";
  const bool near_by_pointer = at.paths.same_node == Path::pointer;
  if (near_by_pointer && at.pes_per_node == 1) return false;
  if (near_by_pointer && at.nodes == 1 && far != Path::proxy) return false;
  const Traits traits = test::find_backend(at.backend)->traits();
  const bool is_late = at.test.adversary != scenario::Adversary::none;
  if (is_late && traits.time != Traits::Time::modelled) return false;
  // Its signals are weak, whatever the stack promises.
  if (at.test.adversary == scenario::Adversary::contract && at.signals != fuzz::Signals::weak) return false;
  // What is degraded stands between proxies and their wire.
  if (at.test.degraded && (!traits.has_processes || far != Path::proxy)) return false;
  if (!traits.has(at.paths.same_node) || !traits.has(far)) return false;
  if (traits.counts && (far == Path::gpu || at.paths.same_node == Path::gpu)) return false;  // scripts have atomics
  if (traits.time == Traits::Time::modelled) return true;
  // Over a wire, which keeps no order, nobody holds a signal back at the source.
  if (traits.order == Traits::Order::of_profile) return !held && (kept || far == Path::proxy);
  // One NIC, and the order is its own whatever the profile says.
  return one_rail && !held && kept == (traits.order == Traits::Order::kept);
}

}  // namespace

Placing placing_of(const Levels& levels) {
  Placing placing;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const Level& level = factors()[i][levels[i]];
    placing.name += level.name;
    level.set(placing);
  }
  return placing;
}

const std::vector<Levels>& full_product() {
  static const std::vector<Levels> all = [] {
    std::vector<Levels> some;
    Levels at(factors().size(), 0);
    for (bool more = true; more;) {
      if (is_run(placing_of(at))) some.push_back(at);
      more = false;
      for (std::size_t i = at.size(); i-- > 0 && !more;) {
        more = ++at[i] < factors()[i].size();
        if (!more) at[i] = 0;
      }
    }
    return some;
  }();
  return all;
}

std::vector<Placing> covered() {
  const char* const wanted = std::getenv("GINLAB_COVER");
  const bool all = wanted != nullptr && std::string_view(wanted) == "all";
  std::vector<Placing> placings;
  for (const Levels& levels : all ? full_product() : test::covering_array(full_product()))
    placings.push_back(placing_of(levels));
  return placings;
}

}  // namespace gin::differential
