// Queues of verbs devices as agents write and read them: the same on the device in software, in both of its formats, and on
// Linux' Soft-RoCE where there is one, as in the virtual machine of scripts/rxe. However a request ends, who waits is told the word
// for it.
#include "tests/unit/verbs_end.hpp"

#include <memory>
#include <ostream>
#include <string>

#include "core/base/error.hpp"

namespace gin::test {
namespace {

struct NamedDevice {
  const char* word;
  const char* name;
};
/// What GoogleTest prints of it.
std::ostream& operator<<(std::ostream& out, const NamedDevice& device) {
  return out << device.name;
}

class RequestsByHand : public testing::TestWithParam<NamedDevice> {
 protected:
  void SetUp() override {
    try {
      const verbs::Device there({GetParam().name});
    } catch (const Error& error) {
      GTEST_SKIP() << error.what();
    }
    a = std::make_unique<VerbsEnd>(GetParam().name);
    b = std::make_unique<VerbsEnd>(GetParam().name);
  }
  VerbsAgent agent() {
    a->connect(*b);
    b->connect(*a);
    return agent_between(*a, a->pair.get(), *b);
  }
  VerbsAgent agent(const Patience& patience) {
    a->connect(*b, patience);
    b->connect(*a);
    return agent_between(*a, a->pair.get(), *b);
  }
  static CompletionStatus end_of(VerbsAgent& agent, const WorkRequest& request) {
    agent.write(request);
    agent.ring();
    return agent.wait().next;
  }
  std::unique_ptr<VerbsEnd> a, b;
};
INSTANTIATE_TEST_SUITE_P(Of, RequestsByHand,
                         testing::Values(NamedDevice{"Soft", "soft"}, NamedDevice{"SoftMlx5", "soft-mlx5"},
                                         NamedDevice{"Rxe", "rxe0"}),
                         [](const auto& device) { return std::string(device.param.word); });

TEST_P(RequestsByHand, OfEveryKindAreCarriedOut) {
  VerbsAgent agent = this->agent();
  a->word(0) = 4;
  agent.carry_out(word_request(Verb::write));
  EXPECT_EQ(b->word(8), 4u);
  agent.carry_out(word_request(Verb::write_inline));
  EXPECT_EQ(b->word(8), 0x1122334455667788u);
  agent.carry_out(word_atomic(Amo::set, 40, 0, false));
  agent.carry_out(word_atomic(Amo::add, 2));
  EXPECT_EQ(a->word(0), 40u);
  agent.carry_out(word_atomic(Amo::compare_swap, 50, 42));
  EXPECT_EQ(a->word(0), 42u);
  agent.carry_out(word_atomic(Amo::add, 1, 0, false));
  EXPECT_EQ(a->word(0), 42u) << "nobody asked for the old value";
  agent.carry_out(word_request(Verb::read));
  EXPECT_EQ(a->word(0), 51u);
  agent.carry_out(word_atomic(Amo::fetch, 9));
  EXPECT_EQ(b->word(8), 51u);
}

TEST_P(RequestsByHand, AndTheirCompletionsGoOnOverTheWrapOfTheQueueAndOfSixteenBits) {
  VerbsAgent agent = this->agent();
  constexpr std::uint64_t batch = 50, all = 0x10000 + 5000;
  static_assert(VerbsEnd::requests % batch != 0, "laps end within a batch");
  while (agent.words.reserved < all) {
    for (std::uint64_t i = 0; i < batch; ++i) {
      WorkRequest request = word_atomic(Amo::add, 1, 0, false);
      request.signaled = i % 10 == 9;
      agent.write(request);
    }
    agent.ring();
    ASSERT_EQ(agent.wait().end, agent.words.reserved);
  }
  EXPECT_EQ(b->word(8), agent.words.reserved);
}

TEST_P(RequestsByHand, WaitForTheirDoorbell) {
  VerbsAgent agent = this->agent();
  agent.write(word_request(Verb::write_inline));
  agent.announce();
  EXPECT_EQ(VerbsQueueFormat::look(agent.memory).end, 0u);
  EXPECT_EQ(b->word(8), 0u);
  agent.wake();
  EXPECT_EQ(agent.wait().end, 1u);
}

TEST_P(RequestsByHand, WithAWrongKeyAreRefusedAndThoseBehindAreFlushed) {
  VerbsAgent agent = this->agent();
  agent.write(word_request(Verb::write));
  agent.memory.nic.remote.key ^= 0x80;
  agent.write(word_request(Verb::write));
  agent.write(word_request(Verb::write));
  agent.ring();
  const Completed seen = agent.wait();
  EXPECT_EQ(seen.end, 1u);
  EXPECT_EQ(seen.next, CompletionStatus::remote_access);
  EXPECT_EQ(VerbsQueueFormat::status(agent.memory), CompletionStatus::remote_access);
}

TEST_P(RequestsByHand, BeyondTheHeapAreRefused) {
  VerbsAgent agent = this->agent();
  WorkRequest last = word_request(Verb::write);
  last.remote = b->heap.size() - 8;
  agent.carry_out(last);
  last.remote += 1;
  EXPECT_EQ(end_of(agent, last), CompletionStatus::remote_access);
}

TEST_P(RequestsByHand, InAQueueThatIsInErrorAreFlushed) {
  VerbsAgent agent = this->agent();
  ibv_qp_attr error{};
  error.qp_state = IBV_QPS_ERR;
  ASSERT_EQ(a->domain.device.library->modify_qp(a->pair.get(), &error, IBV_QP_STATE), 0);
  EXPECT_EQ(end_of(agent, word_request(Verb::write)), CompletionStatus::flushed);
}

TEST_P(RequestsByHand, ForWhichTheReceiverIsNeverReadyFail) {
  VerbsAgent agent = this->agent({.retries = 6, .not_ready_retries = 2, .timeout = 14});
  WorkRequest request = word_request(Verb::write);
  request.has_immediate = true;  // which takes a receive, and there is none
  EXPECT_EQ(end_of(agent, request), CompletionStatus::receiver_not_ready);
}

TEST_P(RequestsByHand, ToAPeerThatIsGoneFail) {
  VerbsAgent agent = this->agent({.retries = 2, .not_ready_retries = 7, .timeout = 10});
  b->pair.reset();
  EXPECT_EQ(end_of(agent, word_request(Verb::write)), CompletionStatus::retry_exceeded);
}

}  // namespace
}  // namespace gin::test
