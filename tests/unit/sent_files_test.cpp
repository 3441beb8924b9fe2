// Files that go from one socket to another: whose they are, and that they are what was sent.
#include "core/base/sent_files.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <string>

#include "core/base/error.hpp"

namespace gin {
namespace {

/// The end of a pipe to read from, in which `text` is.
int holding(const std::string& text) {
  std::array<int, 2> ends{};
  EXPECT_EQ(pipe(ends.data()), 0);
  EXPECT_EQ(write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  close(ends[1]);
  return ends[0];
}

std::string text_of(int file) {
  std::array<char, 64> buffer{};
  const ssize_t bytes = read(file, buffer.data(), buffer.size());
  close(file);
  return {buffer.data(), static_cast<std::size_t>(bytes > 0 ? bytes : 0)};
}

TEST(SentFiles, ArriveWithWhoSentThemAndStayOpenThere) {
  const SentFiles here;
  for (const std::uint32_t from : {3u, 0u}) {
    const int file = holding("of " + std::to_string(from));
    SentFiles::send(here.address(), from, file);
    close(file);
  }
  for (const std::uint32_t from : {3u, 0u}) {
    const SentFiles::Arrived arrived = here.receive();
    EXPECT_EQ(arrived.from, from);
    EXPECT_EQ(text_of(arrived.file), "of " + std::to_string(from));
  }
}

TEST(SentFiles, HaveAddressesOfTheirOwn) {
  const SentFiles one, other;
  EXPECT_NE(one.address(), other.address());
}

TEST(SentFiles, ToNobodyAreRefused) {
  std::string gone;
  {
    const SentFiles once;
    gone = once.address();
  }
  const int file = holding("");
  EXPECT_THROW(SentFiles::send(gone, 0, file), Error);
  close(file);
}

}  // namespace
}  // namespace gin
