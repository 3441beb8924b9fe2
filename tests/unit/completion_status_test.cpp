// How something ended travels in words that others read: each status comes out as it went in, and none is told apart from 0.
#include "core/format/completion_status.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "core/format/queue_words.hpp"

namespace gin {
namespace {

constexpr CompletionStatus every_status[] = {CompletionStatus::ok,
                                             CompletionStatus::remote_access,
                                             CompletionStatus::flushed,
                                             CompletionStatus::retry_exceeded,
                                             CompletionStatus::receiver_not_ready,
                                             CompletionStatus::other};

TEST(CompletionStatus, EachHasAName) {
  std::set<std::string> names;
  for (const CompletionStatus status : every_status) names.insert(name(status));
  EXPECT_EQ(names.size(), std::size(every_status));
}

TEST(CompletionStatus, AFailureIsAWordThatIsNotZero) {
  EXPECT_EQ(pack(Failure{}), 0u);
  for (const CompletionStatus status : every_status) {
    const Failure failure = unpack_failure(pack(Failure{status, Pe{0xffff}}));
    EXPECT_EQ(failure.status, status);
    EXPECT_EQ(failure.peer.value, 0xffffu);
    EXPECT_EQ(pack(Failure{status, Pe{0}}) == 0, status == CompletionStatus::ok);
  }
}

TEST(CompletionStatus, ARecordHasItBesideTheNewestIndex) {
  for (const CompletionStatus status : every_status) {
    const std::uint32_t record = record_of(0x12345fffe, status);
    EXPECT_EQ(record & 0xffff, 0xfffeu);
    EXPECT_EQ(status_of(record), status);
  }
  EXPECT_EQ(words_from(0).completion_record, 0xffffu);
}

}  // namespace
}  // namespace gin
