// What a peer may not send: each of it ends in a sentence that names the PE, and nothing is touched.
#include <gtest/gtest.h>

#include "tests/unit/wire_job.hpp"
#include "tests/unit/wire_operation.hpp"

namespace gin {
namespace {

using test::LoopWire;

struct NumberedRefusals : testing::Test {
  static test::JobRules rules() {
    test::JobRules rules;
    rules.loop.n_pes = 3;  // two bits: one number is nobody's
    rules.first_number = 0xfffffffe;
    return rules;
  }
  test::WireJob<LoopWire> job{rules()};
  const ImmediateLayout layout = job.pes[0]->fabric.rules().layout;

  Arrival made(const Immediate& immediate) const {
    Arrival arrival;
    arrival.has_immediate = true;
    arrival.immediate = encode(layout, immediate).bits;
    return arrival;
  }
  Arrival part(std::uint32_t ahead, std::uint32_t count = 1) const {
    return made({ImmediateKind::part, 1, rules().first_number + ahead, count});
  }
  static Arrival with(Arrival arrival, const CpuMessage& message) {
    arrival.has_message = true;
    arrival.message = message;
    return arrival;
  }
  Arrival answer(MessageKind kind, std::uint64_t landing, std::uint64_t value) const {
    return with(made({ImmediateKind::acknowledge, 1, 0, 0}), {kind, Amo::set, landing, 0, value, 0});
  }

  /// What PE 0 says of it.
  std::string said_of(const Arrival& arrival) {
    const std::vector<std::uint64_t> before = job.network.memory[0];
    job.network.inboxes[0].push_back(arrival);
    try {
      job.look(0);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), Code::failed);
      EXPECT_EQ(job.network.memory[0], before);
      return error.what();
    }
    return "accepted";
  }
  void expect_refused(const Arrival& arrival, const std::string& why) {
    const std::string said = said_of(arrival);
    EXPECT_NE(said.find("PE 0"), std::string::npos) << said;
    EXPECT_NE(said.find(why), std::string::npos) << said << "\nis not about " << why;
  }
};

TEST_F(NumberedRefusals, AnImmediateOfNobody) {
  expect_refused(made({ImmediateKind::part, 3, 0, 1}), "names another of 3 PEs");
  expect_refused(made({ImmediateKind::part, 0, 0, 1}), "names another of 3 PEs");
  expect_refused({}, "names another of 3 PEs");
  expect_refused(made({ImmediateKind::fetched, 1, 0, 1}), "from PE 1");
}

TEST_F(NumberedRefusals, ANumberThatCannotHaveBeenIssued) {
  expect_refused(part(layout.window()), "cannot have been issued");
  expect_refused(part(0xfff), "done long ago");
  expect_refused(part(0, 0), "operation 4094");
}

TEST_F(NumberedRefusals, AMessageThatCameTwice) {
  for (const std::uint32_t count : {1u, 2u}) {
    job.network.twice = 2;
    job.post(1, test::with_signal(test::put(0, 1024, 2048, 8), 64, Amo::set, count));
    EXPECT_THROW(job.quiet(1), Error);
  }
}

TEST_F(NumberedRefusals, MessagesOfOneOperationThatDisagree) {
  EXPECT_EQ(said_of(part(0, 3)), "accepted");
  expect_refused(part(0, 2), "disagree");
  expect_refused(made({ImmediateKind::signal, 1, rules().first_number, 8}), "disagree");
}

TEST_F(NumberedRefusals, AWordOutsideTheHeap) {
  const std::uint64_t end = job.network.rules.heap_bytes;
  expect_refused(made({ImmediateKind::signal, 1, rules().first_number, static_cast<std::uint32_t>(end / 8)}),
                 "a signal word in 65536 bytes");
  for (const MessageKind kind : {MessageKind::amo, MessageKind::fetch_amo})
    for (const std::uint64_t offset : {end, end - 4, ~std::uint64_t{7}, std::uint64_t{12}})
      expect_refused(with(part(0), {kind, Amo::add, 0, offset, 1, 0}), "an atomic on a word of the heap");
  expect_refused(with(part(0), {MessageKind::amo, static_cast<Amo>(9), 0, 64, 1, 0}), "an atomic");
  expect_refused(with(part(0), {MessageKind::ready, Amo::set, 0, end - 10, 7, 11}), "bytes of the heap");
  expect_refused(with(part(0), {MessageKind::ready, Amo::set, 0, 10, 7, ~std::uint64_t{0}}), "bytes of the heap");
}

TEST_F(NumberedRefusals, AShortSendThatIsLongOrHasOtherBytes) {
  Arrival arrival = with(part(0), {MessageKind::eager, Amo::set, 0, 0, 7, 65});
  arrival.bytes.resize(65);
  expect_refused(arrival, "a short send");
  arrival.message.extra = 64;
  expect_refused(arrival, "a short send");
  arrival.bytes.resize(64);
  EXPECT_EQ(said_of(arrival), "accepted");
}

TEST_F(NumberedRefusals, AMessageWhereNoneBelongsAndTheOtherWayRound) {
  expect_refused(made({ImmediateKind::acknowledge, 1, 0, 0}), "no message");
  expect_refused(with(made({ImmediateKind::signal, 1, rules().first_number, 8}), {}), "a message");
  expect_refused(with(part(0), {MessageKind::done, Amo::set, 0, 0, 0, 0}), "kind 7");
  expect_refused(with(part(0), {static_cast<MessageKind>(200), Amo::set, 0, 0, 0, 0}), "a known kind");
  expect_refused(answer(MessageKind::amo, 0, 0), "an atomic");
}

TEST_F(NumberedRefusals, AnAnswerThatNobodyWaitsFor) {
  job.pes[0]->fabric.post({test::fetch(1, 64, 72, Amo::add, 1), 0, 1});
  job.pes[0]->fabric.post({test::fetch(2, 64, 80, Amo::add, 1), 0, 2});
  expect_refused(answer(MessageKind::fetched, 7, 1), "the answer to a fetch");
  expect_refused(answer(MessageKind::fetched, 1, 1), "the answer to a fetch");  // was asked of PE 2
  expect_refused(answer(MessageKind::finished, 0, 1), "the end of a long send");
  EXPECT_EQ(said_of(answer(MessageKind::done, 0, 0xffffffff)), "accepted");
  expect_refused(answer(MessageKind::fetched, 0x1000000, 1), "the answer to a fetch");  // of another use of slot 0
}

TEST_F(NumberedRefusals, AnAnswerThatCameTwice) {
  job.pes[0]->loop.refuse = 100;  // the wire has not told that it is done, so the operations are still there
  job.pes[0]->fabric.post({test::fetch(1, 64, 72, Amo::add, 1), 0, 1});
  job.pes[0]->fabric.post({test::send(1, 1024, 100, 5), 0, 2});
  EXPECT_EQ(said_of(answer(MessageKind::finished, 1, 0)), "accepted");
  expect_refused(answer(MessageKind::finished, 1, 0), "the end of a long send");
  job.word(0, 72) = 9;
  EXPECT_EQ(said_of(answer(MessageKind::fetched, 0, 9)), "accepted");
  expect_refused(answer(MessageKind::fetched, 0, 8), "the answer to a fetch");
}

TEST_F(NumberedRefusals, AnAcknowledgementOrQuestionAboutWhatWasNeverIssued) {
  const std::uint32_t first = rules().first_number;
  expect_refused(answer(MessageKind::done, 0, first + 1), "what is under way");
  expect_refused(answer(MessageKind::done, 0, std::uint64_t{first} << 8), "an acknowledgement");
  expect_refused(answer(MessageKind::ask, 0, (first + layout.window()) & 0xffffffff), "a question about");
  EXPECT_EQ(said_of(answer(MessageKind::done, 0, first - 1)), "accepted");  // late
  EXPECT_EQ(said_of(answer(MessageKind::ask, 0, first - 1)), "accepted");
}

TEST_F(NumberedRefusals, ASendThatIsLongerThanItsReceive) {
  job.post(0, test::receive(1, 1024, 7, 5));
  expect_refused(with(part(0), {MessageKind::ready, Amo::set, 0, 1024, 5, 100}),
                 "receive from PE 1 with tag 5: expected at most 7 bytes, the send has 100");
}

TEST(WireRules, FieldsAreAsWideAsThePesTakeAndTooManyAreRefused) {
  for (const std::uint32_t n_pes : {1u, 2u, 3u, 64u, 256u, 1024u, 4096u, 16384u}) {
    const ImmediateLayout layout = layout_for(n_pes);
    EXPECT_EQ(layout.bits(), 32u);
    EXPECT_EQ(encode(layout, {ImmediateKind::signal, n_pes - 1, 5, layout.count_max()}).too_wide, nullptr);
    EXPECT_GE(wire_window(layout), 256u);
    EXPECT_LE(wire_window(layout), 1024u);
    EXPECT_GE(layout.count_max(), 63u);
  }
  EXPECT_THROW(layout_for(16385), Error);
  WireFabricSetup setup;
  setup.n_pes = 256;
  const std::uint32_t unbounded = over_wire(setup, {32, 8192, 0}).window;
  EXPECT_EQ(over_wire(setup, {32, 8192, 0, 1, 8192}).window, 16u) << "8192 messages of 256 peers, two each";
  EXPECT_EQ(over_wire(setup, {32, 8192, 0, 1, 1 << 30}).window, unbounded);
  EXPECT_THROW(over_wire(setup, {32, 8192, 0, 1, 511}), Error);
  PostRules holding;
  holding.signals = UnorderedSignals::sender_hold;
  EXPECT_THROW(rules_for_wire({32, 8192, 0}, 2, holding), Error);
  EXPECT_THROW(rules_for_wire({4, 8192, 0}, 2, {}), Error);
}

}  // namespace
}  // namespace gin
