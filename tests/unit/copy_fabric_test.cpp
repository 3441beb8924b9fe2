// Copy engines as a fabric: what is posted is done when the mark behind it is reached, in order for each stream.
#include "backends/nvlink/copy_fabric.hpp"

#include <gtest/gtest.h>

#include "tests/unit/obedient_engine.hpp"
#include "tests/unit/wire_operation.hpp"

namespace gin {
namespace {

class CopyEngines : public testing::Test {
 protected:
  void post(std::uint32_t peer, std::uint64_t tag) { post(test::put(peer, 0, 0, 64), tag); }
  void post(const Operation& operation, std::uint64_t tag) {
    ASSERT_EQ(fabric_.post({operation, 0, tag}), Post::accepted);
  }
  void ring() {
    while (fabric_.wants_doorbell()) fabric_.ring_doorbell();
  }
  std::vector<Completion> polled(std::size_t most = 8) {
    std::vector<Completion> completions(most);
    completions.resize(fabric_.poll(completions));
    return completions;
  }
  std::vector<std::uint64_t> tags() {
    std::vector<std::uint64_t> tags;
    for (const Completion& completion : polled()) tags.push_back(completion.tag);
    return tags;
  }

  test::ObedientEngine engine_{2};
  nvlink::CopyFabric<test::ObedientEngine> fabric_{engine_, 4, 0};
};

TEST_F(CopyEngines, HaveDoneAnOperationWhenTheMarkBehindItIsReached) {
  post(1, 7);
  EXPECT_EQ(tags().size(), 0u);
  EXPECT_TRUE(fabric_.wants_doorbell());
  ring();
  EXPECT_EQ(tags().size(), 0u) << "carried out some time later";
  engine_.finish(1);
  EXPECT_EQ(tags(), std::vector<std::uint64_t>{7});
  EXPECT_EQ(tags().size(), 0u) << "once";
}

TEST_F(CopyEngines, AreAskedOnceForAllThatAStreamWasGiven) {
  for (std::uint64_t tag = 0; tag < 5; ++tag) post(3, tag);
  post(0, 9);
  ring();
  EXPECT_EQ(engine_.marks(0), 1u);
  EXPECT_EQ(engine_.marks(1), 1u);
  engine_.finish(1);
  EXPECT_EQ(tags(), (std::vector<std::uint64_t>{0, 1, 2, 3, 4})) << "of the other stream nothing";
  engine_.finish(0);
  EXPECT_EQ(tags(), std::vector<std::uint64_t>{9});
}

TEST_F(CopyEngines, LeaveWhatCameBehindAMarkToTheNext) {
  post(1, 1);
  ring();
  post(1, 2);
  engine_.finish(1);
  EXPECT_EQ(tags(), std::vector<std::uint64_t>{1});
  ring();
  engine_.finish(1);
  EXPECT_EQ(tags(), std::vector<std::uint64_t>{2});
}

TEST_F(CopyEngines, TellNoMoreThanIsAskedFor) {
  for (std::uint64_t tag = 0; tag < 3; ++tag) post(1, tag);
  ring();
  engine_.finish(1);
  EXPECT_EQ(polled(2).size(), 2u);
  EXPECT_EQ(tags(), std::vector<std::uint64_t>{2});
}

TEST_F(CopyEngines, CarryOutASignalBehindItsData) {
  Operation put = test::put(1, 0, 0, 64);
  put.has_signal = true;
  put.signal = 128;
  put.signal_amo = Amo::add;
  put.signal_value = 1;
  post(put, 0);
  ASSERT_EQ(engine_.given.size(), 2u);
  EXPECT_EQ(engine_.given[0].verb, Verb::write);
  EXPECT_EQ(engine_.given[1].verb, Verb::atomic);
  EXPECT_EQ(engine_.given[1].remote, 128u);
}

TEST_F(CopyEngines, AreNotGivenWhatIsRefusedNorWhatIsBehindItToThatPeer) {
  nvlink::CopyFabric<test::ObedientEngine> refusing(engine_, 4, 2);
  for (std::uint64_t tag = 0; tag < 4; ++tag) refusing.post({test::put(tag == 3 ? 2 : 1, 0, 0, 64), 0, tag});
  while (refusing.wants_doorbell()) refusing.ring_doorbell();
  EXPECT_EQ(engine_.given.size(), 2u) << "the first to PE 1, and that to PE 2";
  engine_.finish(0);
  engine_.finish(1);
  std::vector<Completion> told(4);
  ASSERT_EQ(refusing.poll(told), 4u);
  std::vector<CompletionStatus> of(4);
  for (const Completion& completion : told) of[completion.tag] = completion.status;
  EXPECT_EQ(of, (std::vector{CompletionStatus::ok, CompletionStatus::remote_access, CompletionStatus::flushed,
                             CompletionStatus::ok}));
}

}  // namespace
}  // namespace gin
