// Operations over a wire that promises next to nothing: what each of them does, what it costs in messages, and what
// may not be seen before what.
#include "core/fabric/wire_fabric.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <numeric>

#include "core/proxy/proxy.hpp"
#include "tests/unit/wire_job.hpp"
#include "tests/unit/wire_operation.hpp"

namespace gin {
namespace {

using test::JobRules;
using test::LoopWire;
static_assert(Fabric<WireFabric<LoopWire, NoEnv>>);
static_assert(Wire<Degraded<LoopWire>>);
static_assert(Fabric<WireFabric<Degraded<LoopWire>, NoEnv>>);

JobRules rules_of(UnorderedSignals signals, std::uint64_t seed) {
  JobRules rules;
  rules.signals = signals;
  rules.loop.seed = seed;
  rules.degraded.seed = seed + 1;
  rules.degraded.message_max = 512;
  rules.first_number = 0xfffffff0;  // every test goes over the end of all numbers
  return rules;
}

/// Over two NICs, from 64 bytes on.
JobRules striped(JobRules rules) {
  rules.loop.limits.rails = 2;
  rules.stripe_min = 64;
  return rules;
}

/// On every kind of wire, in every mode, with a few seeds.
template <class Body>
void everywhere(Body body) {
  for (const auto mode : {UnorderedSignals::receiver_count, UnorderedSignals::receiver_reorder})
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      SCOPED_TRACE(testing::Message() << "mode " << static_cast<int>(mode) << " seed " << seed);
      const JobRules rules = rules_of(mode, seed);
      test::WireJob<LoopWire> loop(rules);
      body(loop);
      test::WireJob<Degraded<LoopWire>> degraded(rules);
      body(degraded);
      test::WireJob<LoopWire> over_rails(striped(rules));
      body(over_rails);
    }
}

template <class Job>
void fill(Job& job, std::uint32_t pe, std::uint64_t at, std::uint64_t bytes, unsigned first) {
  for (std::uint64_t i = 0; i < bytes; ++i) job.heap(pe)[at + i] = static_cast<unsigned char>(first + i * 7);
}

template <class Job>
void expect_bytes(Job& job, std::uint32_t pe, std::uint64_t at, std::uint64_t bytes, unsigned first) {
  for (std::uint64_t i = 0; i < bytes; ++i)
    ASSERT_EQ(job.heap(pe)[at + i], static_cast<unsigned char>(first + i * 7)) << "byte " << i << " of " << bytes;
}

constexpr std::uint64_t write_sizes[] = {0, 1, 8, 31, 32, 33, 512, 513, 5000};

TEST(WireFabric, APutBringsItsBytesAndNoOthers) {
  everywhere([](auto& job) {
    std::uint64_t at = 1024;
    for (const std::uint64_t bytes : write_sizes) {
      fill(job, 0, at, bytes, 3);
      job.post(0, test::put(1, at, at, bytes));
      at += bytes + 1;
    }
    job.quiet(0);
    at = 1024;
    for (const std::uint64_t bytes : write_sizes) {
      expect_bytes(job, 1, at, bytes, 3);
      EXPECT_EQ(job.heap(1)[at + bytes], 0);
      at += bytes + 1;
    }
  });
}

TEST(WireFabric, AGetBringsTheBytesAndCompletesByItself) {
  everywhere([](auto& job) {
    std::uint64_t at = 1024;
    for (const std::uint64_t bytes : write_sizes) {
      fill(job, 1, at, bytes, 5);
      const std::uint64_t tag = job.post(0, test::get(1, at, at, bytes));
      job.until([&] { return job.is_done(0, tag); }, "a get that nobody asks about");
      expect_bytes(job, 0, at, bytes, 5);
      at += bytes + 1;
    }
    EXPECT_EQ(job.network.sent(MessageKind::ask), 0u);
  });
}

TEST(WireFabric, ASignalOfAnyKindIsNotSeenBeforeItsBytes) {
  everywhere([](auto& job) {
    for (const std::uint64_t bytes : write_sizes)
      for (const SignalOp op : {SignalOp::add, SignalOp::set}) {
        const unsigned first = static_cast<unsigned>(bytes + 11 + (op == SignalOp::add ? 0 : 1));
        const std::uint64_t before = job.word(1, 64);
        fill(job, 0, 1024, bytes, first);
        const std::uint64_t value = op == SignalOp::add ? 1 : before + 9;
        const auto tag = job.post(0, test::with_signal(test::put(1, 1024, 2048, bytes), 64, to_amo(op), value));
        job.until([&] { return job.word(1, 64) != before; }, "a signal");
        expect_bytes(job, 1, 2048, bytes, first);
        EXPECT_EQ(job.word(1, 64), op == SignalOp::add ? before + 1 : value);
        job.quiet(0);
        EXPECT_TRUE(job.is_done(0, tag));
      }
  });
}

TEST(WireFabric, AtomicsAndValuesAreCarriedOutOnceAndFetchedValuesComeBack) {
  everywhere([](auto& job) {
    for (std::uint64_t i = 0; i < 40; ++i) job.post(0, test::amo(1, 64, Amo::add, 3));
    job.quiet(0);
    EXPECT_EQ(job.word(1, 64), 120u);
    const std::uint64_t swapped = job.post(0, test::fetch(1, 64, 256, Amo::compare_swap, 7, 120));
    job.until([&] { return job.is_done(0, swapped); }, "a fetched value that nobody asks about");
    EXPECT_EQ(job.word(0, 256), 120u);
    EXPECT_EQ(job.word(1, 64), 7u);
    job.post(0, test::value(1, 72, 0x0102030405060708, 8));
    job.post(0, test::value(1, 81, 0xffffff, 2));
    job.quiet(0);
    EXPECT_EQ(job.word(1, 72), 0x0102030405060708u);
    EXPECT_EQ(job.word(1, 80), 0xffff00u);
    EXPECT_EQ(job.network.sent(MessageKind::fetched), 1u);
  });
}

TEST(WireFabric, WhatAPeDoesToItselfIsDoneAtOnceAndNeedsNoWire) {
  everywhere([](auto& job) {
    fill(job, 0, 1024, 100, 1);
    const auto at_once = [&](const Operation& operation) {
      const std::uint64_t tag = job.post(0, operation);
      Completion completion;
      EXPECT_EQ(job.pes[0]->fabric.poll({&completion, 1}), 1u);
      EXPECT_EQ(completion.tag, tag);
    };
    at_once(test::with_signal(test::put(0, 1024, 4096, 100), 64, Amo::add, 1));
    expect_bytes(job, 0, 4096, 100, 1);
    at_once(test::get(0, 4096, 8192, 100));
    expect_bytes(job, 0, 8192, 100, 1);
    at_once(test::amo(0, 64, Amo::add, 4));
    at_once(test::fetch(0, 64, 256, Amo::set, 1));
    at_once(test::value(0, 72, 99, 8));
    EXPECT_EQ(job.word(0, 256), 5u);
    EXPECT_EQ(job.word(0, 64), 1u);
    EXPECT_EQ(job.word(0, 72), 99u);
    EXPECT_EQ(job.network.writes + job.network.reads, 0u);
  });
}

TEST(WireFabric, EightBytesWithASignalAreOneWriteAndNoMessage) {
  test::WireJob<LoopWire> job(rules_of(UnorderedSignals::receiver_count, 0));
  const Operation bytes = test::put(1, 1024, 2048, 8);
  job.post(0, test::with_signal(bytes, 64, Amo::add, 1));
  job.until_quiet();
  EXPECT_EQ(job.word(1, 64), 1u);
  EXPECT_EQ(job.network.writes, 1u);
  EXPECT_EQ(job.network.sent(MessageKind::amo), 0u);
  // What the immediate has no place for is a message.
  job.post(0, test::with_signal(bytes, 64, Amo::add, 2));
  job.post(0, test::with_signal(bytes, 64, Amo::set, 1));
  job.post(0, test::with_signal(test::put(1, 1024, 2048, 0), 64, Amo::add, 1));
  job.until_quiet();
  EXPECT_EQ(job.network.writes, 3u);
  EXPECT_EQ(job.network.sent(MessageKind::amo), 3u);
}

TEST(WireFabric, WhatIsStripedIsAWriteForEachNicAndItsSignalComesBehindAll) {
  test::WireJob<LoopWire> job(striped(rules_of(UnorderedSignals::receiver_count, 0)));
  job.post(0, test::with_signal(test::put(1, 1024, 2048, 63), 64, Amo::add, 1));
  job.until_quiet();
  EXPECT_EQ(job.network.writes, 1u);
  job.post(0, test::with_signal(test::put(1, 1024, 2048, 64), 64, Amo::add, 1));
  job.until_quiet();
  EXPECT_EQ(job.network.writes, 2u) << "pieces are of whole lines";
  job.post(0, test::with_signal(test::put(1, 1024, 2048, 128), 64, Amo::add, 1));
  job.until_quiet();
  EXPECT_EQ(job.network.writes, 4u);
  EXPECT_EQ(job.word(1, 64), 3u);
  EXPECT_EQ(job.network.sent(MessageKind::amo), 2u) << "no write of several can bring it";
}

TEST(WireFabric, ASignalWordBehindWhatTheImmediateCanNameIsAMessage) {
  JobRules rules = rules_of(UnorderedSignals::receiver_count, 0);
  rules.loop.heap_bytes = 4 << 20;
  test::WireJob<LoopWire> job(rules);
  const std::uint64_t last = job.pes[0]->fabric.rules().layout.count_max();
  for (const std::uint64_t index : {last, last + 1})
    job.post(0, test::with_signal(test::put(1, 1024, 2048, 8), index * 8, Amo::add, 1));
  job.until_quiet();
  EXPECT_EQ(job.word(1, last * 8), 1u);
  EXPECT_EQ(job.word(1, last * 8 + 8), 1u);
  EXPECT_EQ(job.network.sent(MessageKind::amo), 1u);
}

TEST(WireFabric, APingPongWithoutAQuietAsksForNothing) {
  test::WireJob<LoopWire> job(rules_of(UnorderedSignals::receiver_count, 0));
  for (std::uint64_t round = 1; round <= 200; ++round)
    for (std::uint32_t pe = 0; pe < 2; ++pe) {
      job.post(pe, test::with_signal(test::put(1 - pe, 1024, 2048, 8), 64, Amo::add, 1));
      job.until([&] { return job.word(1 - pe, 64) == round; }, "the ball");
    }
  EXPECT_EQ(job.network.sent(MessageKind::ask) + job.network.sent(MessageKind::done), 0u);
}

TEST(WireFabric, AQuietAfterAThousandPutsIsAQuestionAndAnAnswerPerPeer) {
  JobRules rules = rules_of(UnorderedSignals::receiver_count, 0);
  rules.loop.n_pes = 3;
  test::WireJob<LoopWire> job(rules);
  for (int i = 0; i < 100; ++i)
    for (const std::uint32_t peer : {1u, 2u}) job.post(0, test::put(peer, 1024, 2048, 8));
  job.until_quiet();
  EXPECT_EQ(job.network.sent(MessageKind::ask) + job.network.sent(MessageKind::done), 0u);
  EXPECT_EQ(job.finished[0].size(), 0u);
  job.quiet(0);
  EXPECT_EQ(job.network.sent(MessageKind::ask), 2u);
  EXPECT_EQ(job.network.sent(MessageKind::done), 2u);
  for (int i = 0; i < 1000; ++i) job.post(0, test::put(1, 1024, 2048, 8));
  job.quiet(0);
  EXPECT_LE(job.network.sent(MessageKind::ask) + job.network.sent(MessageKind::done), 12u);
  const std::uint64_t messages = job.network.sent(MessageKind::ask) + job.network.sent(MessageKind::done);
  job.quiet(0);  // of nothing
  EXPECT_EQ(job.network.sent(MessageKind::ask) + job.network.sent(MessageKind::done), messages);
}

TEST(WireFabric, AFullWindowIsBusyAndOpensByItself) {
  test::WireJob<LoopWire> job(rules_of(UnorderedSignals::receiver_count, 0));
  WireFabric<LoopWire, NoEnv>& fabric = job.pes[0]->fabric;
  const std::uint32_t window = wire_window(fabric.rules().layout);
  const Operation one = test::value(1, 64, 1, 8);
  std::uint32_t accepted = 0;
  const auto fill_it = [&] {  // the target does not look meanwhile
    for (; fabric.post({one, 0, 1000000 + accepted}) == Post::accepted; ++accepted) fabric.progress();
  };
  fill_it();
  EXPECT_EQ(accepted, window);
  job.until([&] { return fabric.post({one, 0, 1}) == Post::accepted; }, "room in the window");
  EXPECT_LE(job.network.sent(MessageKind::ask), 2u);
}

TEST(WireFabric, NumbersGoRoundTheirCircleManyTimes) {
  for (const std::uint32_t first : {0u, 0x7ffu, 0xffeu, 0x7ffffff0u, 0xfffff001u}) {
    JobRules rules = rules_of(UnorderedSignals::receiver_reorder, first + 1);
    rules.first_number = first;
    test::WireJob<Degraded<LoopWire>> job(rules);
    for (std::uint64_t i = 1; i <= 10000; ++i) job.post(0, test::amo(1, 64, Amo::add, 1));
    job.quiet(0);
    EXPECT_EQ(job.word(1, 64), 10000u);
  }
}

TEST(WireFabric, ABusyWireDelaysAndLosesNothing) {
  JobRules rules = rules_of(UnorderedSignals::receiver_count, 0);
  rules.loop.depth = 2;
  rules.backlog_max = 4;
  test::WireJob<LoopWire> job(rules);
  fill(job, 0, 1024, 3000, 2);
  for (std::uint64_t i = 0; i < 300; ++i) {
    job.pes[0]->loop.refuse = i % 7;
    job.post(0, test::with_signal(test::put(1, 1024, 8192, 10 * i), 64, Amo::add, 1));
    job.post(1, test::fetch(0, 72, 80, Amo::add, 1));
  }
  job.quiet(0);
  job.quiet(1);
  EXPECT_EQ(job.word(1, 64), 300u);
  EXPECT_EQ(job.word(0, 72), 300u);
  expect_bytes(job, 1, 8192, 2990, 2);
  EXPECT_GT(job.pes[0]->loop.refused, 300u);
}

TEST(WireFabric, WhatWaitsForABusyWireGoesOutInOrder) {
  test::WireJob<LoopWire> job(rules_of(UnorderedSignals::receiver_count, 0));
  WireFabric<LoopWire, NoEnv>& fabric = job.pes[0]->fabric;
  job.pes[0]->loop.refuse = 1;
  for (std::uint64_t i = 0; i < 5; ++i) fabric.post({test::put(1, 1024, 2048 + 8 * i, 8), 0, i});
  fabric.progress();
  fabric.progress();
  ASSERT_EQ(job.network.inboxes[1].size(), 5u);
  for (std::uint32_t i = 0; i < 5; ++i)
    EXPECT_EQ(decode(fabric.rules().layout, job.network.inboxes[1][i].immediate).number, (0xff0 + i) & 0xfff);
}

TEST(WireFabric, ATransferOfMoreRequestsThanTheWireTakesGoesOnWhereItStopped) {
  JobRules rules = rules_of(UnorderedSignals::receiver_count, 0);
  rules.loop.limits.message_max = 16;
  rules.loop.depth = 3;
  test::WireJob<LoopWire> job(rules);
  fill(job, 0, 1024, 16000, 9);
  job.post(0, test::with_signal(test::put(1, 1024, 32768, 16000), 64, Amo::add, 1));
  job.quiet(0);
  expect_bytes(job, 1, 32768, 16000, 9);
  EXPECT_EQ(job.network.writes, 1000u);
  EXPECT_EQ(job.word(1, 64), 1u);
}

TEST(WireFabric, StrongSignalsComeInTheOrderOfIssue) {
  for (std::uint64_t seed = 1; seed < 50; ++seed) {
    test::WireJob<Degraded<LoopWire>> job(rules_of(UnorderedSignals::receiver_reorder, seed));
    fill(job, 0, 1024, 2000, 4);
    job.post(0, test::put(1, 1024, 8192, 2000));
    for (std::uint64_t i = 1; i <= 20; ++i) job.post(0, test::amo(1, 64, Amo::set, i));
    std::uint64_t last = 0;
    job.until(
        [&] {
          const std::uint64_t seen = job.word(1, 64);
          EXPECT_GE(seen, last);
          if (last == 0 && seen != 0) expect_bytes(job, 1, 8192, 2000, 4);
          last = seen;
          return seen == 20;
        },
        "the last of the signals");
  }
}

TEST(WireFabric, AWeakSignalPassesAnOperationThatIsNotAllThere) {
  JobRules rules = rules_of(UnorderedSignals::receiver_count, 0);
  for (const auto mode : {UnorderedSignals::receiver_count, UnorderedSignals::receiver_reorder}) {
    rules.signals = mode;
    test::WireJob<LoopWire> job(rules);
    job.network.lose = 1;
    job.post(0, test::put(1, 1024, 2048, 8));
    job.post(0, test::amo(1, 64, Amo::add, 1));
    job.until_quiet();
    EXPECT_EQ(job.word(1, 64), mode == UnorderedSignals::receiver_count ? 1u : 0u);
  }
}

TEST(WireFabric, SendsMeetReceivesWhicheverIsFirst) {
  everywhere([](auto& job) {
    for (const std::uint64_t bytes : write_sizes)
      for (const bool expected : {false, true})
        for (const std::uint32_t from : {0u, 1u}) {
          const unsigned first = static_cast<unsigned>(bytes + (expected ? 1 : 0) + from);
          fill(job, from, 1024, bytes, first);
          std::uint64_t sent = 0, received = 0;
          if (expected) received = job.post(1, test::receive(from, 16384, bytes + 1, 77));
          sent = job.post(from, test::send(1, 1024, bytes, 77));
          if (!expected) {
            job.until_quiet();
            received = job.post(1, test::receive(from, 16384, bytes + 1, 77));
          }
          job.until([&] { return job.is_done(1, received) && job.is_done(from, sent); }, "a send and its receive");
          expect_bytes(job, 1, 16384, bytes, first);
        }
    EXPECT_GT(job.network.sent(MessageKind::eager), 0u);
    EXPECT_EQ(job.network.sent(MessageKind::ready), job.network.sent(MessageKind::finished));
  });
}

TEST(WireFabric, SendsOfOnePeerAndTagAreReceivedInTheOrderOfIssue) {
  everywhere([](auto& job) {
    for (std::uint64_t i = 0; i < 20; ++i) {
      job.word(0, 1024 + i * 8) = i;
      job.post(0, test::send(1, 1024 + i * 8, 8, 5));
      job.post(1, test::receive(0, 2048 + i * 8, 8, 5));
    }
    job.quiet(1);
    for (std::uint64_t i = 0; i < 20; ++i) EXPECT_EQ(job.word(1, 2048 + i * 8), i);
  });
}

}  // namespace
}  // namespace gin
