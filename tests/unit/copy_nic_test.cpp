// Copy engines as the NIC of queues that agents write: completions are told when the mark behind their requests is reached.
#include "backends/nvlink/copy_nic.hpp"

#include <gtest/gtest.h>

#include "tests/unit/obedient_engine.hpp"

namespace gin {
namespace {

/// A queue to PE 1 whose first index is the last before the record wraps.
class CopyQueue : public testing::Test {
 protected:
  using Format = PinnedQueueFormat;
  using Nic = nvlink::CopyNic<test::ObedientEngine, Format>;
  static constexpr std::uint64_t first = 0xffff;

  void post(bool signaled) {
    WorkRequest request;
    request.peer = 1;
    request.bytes = 8;
    request.signaled = signaled;
    Format::write(memory_, posted_++, request);
    Format::ring(memory_, posted_);
  }
  std::uint64_t complete() const { return Format::look(memory_).end; }

  std::uint64_t posted_ = first;
  WorkRequest slots_[8];
  QueueGpuWords words_ = words_from(first);
  QueueHostWords host_{first};
  std::uint32_t record_ = record_of(first - 1);
  const Format::Memory memory_{slots_, &words_, &host_, 8, 8, {&record_}};
  test::ObedientEngine engine_{2};
  Nic nic_{engine_, {memory_}, 0};
};

TEST_F(CopyQueue, IsCompleteUpToTheNewestSignaledRequestBeforeAMarkThatIsReached) {
  EXPECT_FALSE(nic_.round()) << "nothing was posted";
  post(false);
  post(true);
  post(false);
  EXPECT_TRUE(nic_.round());
  EXPECT_EQ(engine_.given.size(), 3u);
  EXPECT_EQ(complete(), first);
  engine_.finish(1);
  EXPECT_TRUE(nic_.round());
  EXPECT_EQ(complete(), first + 2);
  EXPECT_FALSE(nic_.round());
}

TEST_F(CopyQueue, HearsOfNothingWhereNoRequestIsSignaled) {
  post(false);
  EXPECT_TRUE(nic_.round());
  engine_.finish(1);
  EXPECT_FALSE(nic_.round());
  EXPECT_EQ(complete(), first);
}

TEST_F(CopyQueue, StopsWhereARequestIsRefused) {
  Nic refusing(engine_, {memory_}, 2);
  for (int i = 0; i < 3; ++i) post(true);
  EXPECT_TRUE(refusing.round());
  EXPECT_EQ(engine_.given.size(), 1u);
  engine_.finish(1);
  EXPECT_TRUE(refusing.round());
  EXPECT_EQ(complete(), first + 1);
  EXPECT_EQ(Format::status(memory_), CompletionStatus::remote_access);
  post(true);
  refusing.round();
  EXPECT_EQ(engine_.given.size(), 1u) << "what is behind it is flushed";
  EXPECT_EQ(complete(), first + 1);
}

}  // namespace
}  // namespace gin
