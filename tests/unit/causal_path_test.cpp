// Reports say where the time went; the parts must add up to the whole, to the picosecond.
#include "core/sim/causal_path.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "core/base/error.hpp"

namespace gin::sim {
namespace {

/// "push 30 x2, wire 20 x1"
std::string text(const std::vector<CausalPath::Share>& shares) {
  std::string out;
  for (const CausalPath::Share& share : shares)
    out += (out.empty() ? "" : ", ") + share.item + " " + std::to_string(share.time.ps) + " x" +
           std::to_string(share.count);
  return out;
}

TEST(CausalPath, AnItemIsMadeOnFirstUseAndFoundAfterwards) {
  CausalPath path;
  const Item push = path.item("push");
  const Item wire = path.item("wire");
  EXPECT_NE(push.value, wire.value);
  EXPECT_EQ(path.item("push").value, push.value);
}

TEST(CausalPath, AFlowThatIsWokenGoesOnFromWhoeverWokeIt) {
  CausalPath path;
  const Item push = path.item("push");
  const Item wire = path.item("wire");
  const Item idle = path.item("idle");
  path.restart(Instant{100});
  Chain agent = path.extend({}, push, Instant{110});
  const Chain sleeper = path.extend({}, idle, Instant{105});  // and nothing it did before matters later
  Chain message = path.extend(agent, wire, Instant{130});
  agent = path.extend(agent, idle, Instant{200});  // what the sender does meanwhile is not on the path either
  const Chain woken = path.extend(message, push, Instant{150});
  EXPECT_EQ(text(path.shares(woken)), "push 30 x2, wire 20 x1");
  EXPECT_EQ(text(path.shares(sleeper)), "idle 5 x1");
  EXPECT_EQ(path.end(woken), Instant{150});
}

TEST(CausalPath, EqualTimesAreOrderedByName) {
  CausalPath path;
  const Item b = path.item("b");
  const Item a = path.item("a");
  EXPECT_EQ(text(path.shares(path.extend(path.extend({}, b, Instant{5}), a, Instant{10}))), "a 5 x1, b 5 x1");
}

TEST(CausalPath, NothingThatTookNoTimeIsCounted) {
  CausalPath path;
  const Item push = path.item("push");
  const Item wire = path.item("wire");
  Chain chain = path.extend({}, push, Instant{0});
  chain = path.extend(chain, push, Instant{10});
  chain = path.extend(chain, wire, Instant{10});
  EXPECT_EQ(text(path.shares(chain)), "push 10 x1");
  EXPECT_EQ(text(path.shares({})), "");
}

TEST(CausalPath, ARestartForgetsEveryChain) {
  CausalPath path;
  const Item push = path.item("push");
  const Chain before = path.extend({}, push, Instant{50});
  path.restart(Instant{1000});
  EXPECT_EQ(path.end(before), Instant{1000});
  EXPECT_EQ(text(path.shares(before)), "");
  // A flow that did not hear of the restart counts from there, too.
  EXPECT_EQ(text(path.shares(path.extend(before, push, Instant{1010}))), "push 10 x1");
  // Nor does it matter that the number of its node has been given to another.
  const Chain now = path.extend({}, push, Instant{1001});
  EXPECT_GE(now.node, before.node);
  EXPECT_EQ(path.end(before), Instant{1000});
  path.restart(Instant{2000});
  path.restart(Instant{3000});
  EXPECT_EQ(path.end(now), Instant{3000});
}

TEST(CausalPath, BareTimeIsWhatTheHardwareTakesWithNothingInItsWay) {
  CausalPath path;
  const Item call = path.item("call");
  const Item wire = path.bare_item("wire");
  const Item port = path.item("port");
  path.restart(Instant{100});
  Chain chain = path.extend({}, call, Instant{110});
  EXPECT_EQ(path.bare(chain), Instant{100});
  chain = path.extend(chain, wire, Instant{130});
  EXPECT_EQ(path.bare(chain), Instant{120});
  chain = path.extend(chain, port, Instant{190}, Duration{15});  // 45 of it waited
  EXPECT_EQ(path.bare(chain), Instant{135});
  chain = path.extend(chain, port, Instant{191}, Duration{15});  // no interval is barer than long
  EXPECT_EQ(path.bare(chain), Instant{136});
  path.restart(Instant{200});
  EXPECT_EQ(path.bare(chain), Instant{200});
}

TEST(CausalPath, WhatGoesOnFromTwoChainsIsNoEarlierThanEither) {
  CausalPath path;
  const Item wire = path.bare_item("wire");
  const Item queue = path.item("queue");
  const Chain data = path.extend({}, wire, Instant{70});
  const Chain signal = path.extend(path.extend({}, wire, Instant{20}), queue, Instant{80});
  const Chain both = path.not_before(signal, path.bare(data));
  EXPECT_EQ(path.bare(both), Instant{70});
  EXPECT_EQ(path.end(both), Instant{80});
  EXPECT_EQ(text(path.shares(both)), text(path.shares(signal)));
  EXPECT_EQ(path.bare(path.not_before(data, path.bare(signal))), Instant{70});
}

TEST(CausalPathDeathTest, AChainDoesNotGoBack) {
  CausalPath path;
  const Item push = path.item("push");
  const Chain chain = path.extend({}, push, Instant{50});
  EXPECT_DEATH(path.extend(chain, push, Instant{49}), "end >=");
}

RC_GTEST_PROP(CausalPath, ItemsAddUpToTheElapsedTimeHoweverChainsBranch, ()) {
  using Step = std::tuple<std::size_t, std::uint16_t, std::int64_t>;  // from which chain, on what, how long
  const auto step = rc::gen::tuple(rc::gen::inRange<std::size_t>(0, 1000), rc::gen::inRange<std::uint16_t>(0, 4),
                                   rc::gen::inRange<std::int64_t>(0, 9));
  const auto steps = *rc::gen::container<std::vector<Step>>(step);
  const Instant start{*rc::gen::inRange<std::int64_t>(0, 1000)};
  struct Known {
    Chain chain;
    Instant end;
    std::vector<std::int64_t> by_item;
  };
  CausalPath path;
  const std::string names[] = {"a", "b", "c", "d"};
  for (const std::string& name : names) path.item(name);
  path.extend(path.extend({}, Item{1}, Instant{3}), Item{2}, Instant{4});  // of an earlier epoch
  path.restart(start);
  std::vector<Known> known = {{{}, start, std::vector<std::int64_t>(4)}};
  for (const auto& [from, item, time] : steps) {
    Known next = known[from % known.size()];
    next.end = next.end + Duration{time};
    next.by_item[item] += time;
    next.chain = path.extend(next.chain, Item{item}, next.end);
    known.push_back(next);
  }
  for (const Known& flow : known) {
    RC_ASSERT(path.end(flow.chain) == flow.end);
    Duration sum;
    for (const CausalPath::Share& share : path.shares(flow.chain)) {
      RC_ASSERT(share.time.ps == flow.by_item[static_cast<std::size_t>(share.item[0] - 'a')]);
      sum += share.time;
    }
    RC_ASSERT(sum == flow.end - start);
  }
}

TEST(CausalPath, AnIntervalThatEndsBeyondTheClockIsRefusedByItsName) {
  CausalPath path;
  const Item line = path.item("nic.port_queue");
  const Chain chain = path.extend({}, line, Instant{5'000'000'000});
  try {
    path.extend(chain, line, Instant{INT64_MAX - 1} + Duration{1});
    ADD_FAILURE() << "was taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::bad_input);
    EXPECT_STREQ(
        error.what(),
        "virtual time: expected to end before 2^63 ps, which are 106 days, came nic.port_queue that began at 5 "
        "ms and ends later; use less data, fewer iterations or a faster machine");
  }
}

}  // namespace
}  // namespace gin::sim
