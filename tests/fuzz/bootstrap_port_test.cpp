// 10,000 hostile visits to the port of a running job: nothing crashes, no memory is kept, and the PEs do not
// notice.
#include <gtest/gtest.h>
#include <malloc.h>

#include <atomic>
#include <deque>
#include <filesystem>

#include "core/base/error.hpp"
#include "tests/fuzz/bootstrap_bytes.hpp"
#include "tests/fuzz/mutation.hpp"
#include "tests/fuzz/round.hpp"
#include "tests/fuzz/seeds.hpp"
#include "tests/fuzz/stranger.hpp"
#include "tests/unit/small_job.hpp"

namespace gin::fuzz {
namespace {

using namespace bootstrap;

constexpr std::uint64_t visits = 10'000;
constexpr std::uint64_t before_measuring = 1'000;  // buffers that stay reach their size
constexpr std::size_t kept_open = 80;              // more strangers than the port bears
constexpr std::size_t growth_max = std::size_t{4} << 20;

/// Goes through steps until PE 0 says that it is the last.
void pe(Member& member, const std::atomic<bool>& enough, std::atomic<std::uint64_t>& steps) {
  for (std::uint64_t n = 0;; ++n) {
    const auto part = [&](std::uint64_t rank) { return std::to_string(n * 10 + rank); };
    const bool last = member.rank() == 0 && enough;
    const auto parts = member.all_gather("step", part(member.rank()) + (last ? "." : "")).take();
    ASSERT_EQ(parts.size(), member.size());
    for (std::uint32_t rank = 1; rank < parts.size(); ++rank) ASSERT_EQ(parts[rank], part(rank));
    steps = n + 1;
    if (parts[0] == part(0) + ".") break;
    ASSERT_EQ(parts[0], part(0));
  }
  member.leave("saw nothing");
}

/// A hello that is right but for one thing: the rank is taken, or the secret, version or size is another.
std::string nearly_right(const Stranger& stranger, Random& random) {
  const std::string heard = stranger.hear(header_bytes + sizeof(Nonce));
  if (heard.size() < header_bytes) return {};
  const std::optional<Nonce> challenge = decode_challenge(heard.substr(header_bytes));
  if (!challenge) return {};
  const std::uint64_t wrong = random.below(4);
  Hello hello{{}, {}, 0, 3, 1000, "1.2.3"};
  if (wrong == 1) hello.version = "1.2.4";
  if (wrong == 2) hello.size = 4;
  hello.proof = proof_of_hello(wrong == 3 ? "another" : "the secret of the test", *challenge, hello);
  return encode(hello);
}

std::string hostile_bytes(const Stranger& stranger, Random& random) {
  const Buffer chance = made_up(random, 300);
  Numbers numbers(chance);
  switch (random.below(6)) {
    case 0:
      return std::string(text_of(chance));
    case 1:
      return nearly_right(stranger, random);
    case 2:
      return nearly_right(stranger, random) + take_stream(numbers);
    case 3:
      return std::string(random.below(200'000), static_cast<char>(random.next()));
    default:
      return take_stream(numbers);
  }
}

void visit(const std::string& endpoint, Random& random, std::deque<Stranger>& open) {
  Stranger stranger(endpoint);
  stranger.say(hostile_bytes(stranger, random));
  switch (random.below(8)) {
    case 0:
      stranger.break_off();
      break;
    case 1:
      stranger.finish();
      stranger.hear(1 << 16);
      break;
    case 2:
      open.push_back(std::move(stranger));
      if (open.size() > kept_open) open.pop_front();
      break;
    default:
      break;
  }
}

std::size_t files_open() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& file : std::filesystem::directory_iterator("/proc/self/fd")) ++count;
  return count;
}

TEST(BootstrapPort, TenThousandHostileVisitsDoNotDisturbARunningJob) {
  const test::SmallJob job(3);
  const std::string endpoint = job.endpoint();
  std::atomic<bool> enough{false};
  std::array<std::atomic<std::uint64_t>, 3> steps{};
  std::vector<std::thread> threads;
  // A stranger who knows the secret and comes first is PE 0: those whose ranks strangers try are there before.
  std::array<std::unique_ptr<Member>, 3> members = {job.join(0), job.join(1), nullptr};
  const auto start = [&](std::uint32_t rank) {
    threads.emplace_back([&, rank] {
      try {
        if (!members[rank]) members[rank] = job.join(rank);
        pe(*members[rank], enough, steps[rank]);
      } catch (const Error& error) {
        ADD_FAILURE() << error.what();
      }
    });
  };
  start(0);
  start(1);
  const Seeds seeds = seeds_of_this_run(visits);
  std::deque<Stranger> open;
  std::size_t files = 0, bytes = 0;
  for (std::uint64_t i = 0; i < seeds.count; ++i) {
    if (i == std::min(before_measuring, seeds.count) / 2) start(2);  // a PE gets in among them
    if (i == before_measuring) {
      files = files_open();
      bytes = ::mallinfo2().uordblks;
    }
    const Round round(seeds.first + i);
    Random random(seeds.first + i);
    visit(endpoint, random, open);
  }
  if (seeds.count > before_measuring) {
    EXPECT_LT(::mallinfo2().uordblks, bytes + growth_max);
    EXPECT_LT(files_open(), files + 2 * kept_open);
  }
  enough = true;
  for (std::thread& thread : threads) thread.join();
  const Outcome outcome = job.rendezvous().wait();
  EXPECT_EQ(outcome.failure, "");
  EXPECT_EQ(outcome.reports, std::vector<std::string>(3, "saw nothing"));
  RecordProperty("steps", std::to_string(steps[0]));
}

}  // namespace
}  // namespace gin::fuzz
