// Ranks of one sweep find each other by a file, and nobody else gets in.
#include "sweep/meeting.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/base/json.hpp"
#include "tests/unit/refusal.hpp"
#include "tests/unit/temporary_file.hpp"

namespace gin::sweep {
namespace {

constexpr std::chrono::seconds enough{60};

MeetingPlace place_of(const std::string& file, std::uint32_t rank, std::uint32_t size = 3) {
  return {.file = file, .who = {.rank = rank, .size = size}, .rows = "00ff"};
}

/// Steps until `over`, from a thread of its own, as rank 0 would between two points.
class Doorman {
 public:
  explicit Doorman(Meeting& meeting)
      : thread_([this, &meeting] {
          while (!over_) {
            for (Meeting::Joined& one : meeting.step()) joined_.push_back(std::move(one));
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
          }
        }) {}
  ~Doorman() {
    if (thread_.joinable()) joined();
  }
  std::vector<Meeting::Joined>& joined() {
    over_ = true;
    thread_.join();
    return joined_;
  }

 private:
  std::atomic<bool> over_{false};
  std::vector<Meeting::Joined> joined_;
  std::thread thread_;
};

std::uint16_t port_of(const std::string& file) {
  std::ifstream in(file);
  return Json::parse(in)["port"].get<std::uint16_t>();
}

Channel stranger_at(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  EXPECT_EQ(::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  return Channel(socket);
}

TEST(Meeting, RanksFindRankZeroByItsFileAndTalk) {
  const test::TemporaryFile nearby("x", "");
  const std::string file = nearby.folder() + "/meeting.json";
  std::vector<Channel> ranks(3);
  Meeting meeting(place_of(file, 0));
  EXPECT_FALSE(meeting.complete());
  Doorman doorman(meeting);
  for (const std::uint32_t rank : {2u, 1u}) ranks[rank] = join(place_of(file, rank), enough);
  std::vector<Meeting::Joined>& joined = doorman.joined();
  ASSERT_EQ(joined.size(), 2u);
  EXPECT_TRUE(meeting.complete());
  for (Meeting::Joined& one : joined) {
    ASSERT_TRUE(one.channel.send("point"));
    EXPECT_EQ(ranks[one.rank].next().value().body, "point");
  }
}

TEST(Meeting, WhoComesFirstWaitsForTheFileAndDoesNotTrustAnOldOne) {
  const test::TemporaryFile nearby("x", "");
  const std::string file = nearby.folder() + "/meeting.json";
  std::ofstream(file) << R"({"host": "x", "addresses": ["127.0.0.1"], "port": 1, "secret": "old"})";
  std::thread early([&] { EXPECT_TRUE(join(place_of(file, 1, 2), enough).is_open()); });
  Meeting meeting(place_of(file, 0, 2));
  Doorman doorman(meeting);
  early.join();
}

TEST(Meeting, TheFileIsItsOwnersAloneAndGoesWithTheMeeting) {
  const test::TemporaryFile nearby("x", "");
  const std::string file = nearby.folder() + "/meeting.json";
  {
    const Meeting meeting(place_of(file, 0));
    struct stat facts {};
    ASSERT_EQ(stat(file.c_str(), &facts), 0);
    EXPECT_EQ(facts.st_mode & 0777, 0600u);
  }
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(Meeting, RanksOfAnotherSweepAreTurnedAwayWithTheReason) {
  const test::TemporaryFile nearby("x", "");
  const std::string file = nearby.folder() + "/meeting.json";
  Meeting meeting(place_of(file, 0));
  Doorman doorman(meeting);
  const auto why = [&](const MeetingPlace& place) { return test::refusal([&] { join(place, enough); }); };
  EXPECT_EQ(why(place_of(file, 1, 4)), "sweep: rank 1 of 4: refused: rank 0 expected 3 ranks, came one of 4");
  MeetingPlace other = place_of(file, 1);
  other.rows = "00fe";
  EXPECT_EQ(why(other),
            "sweep: rank 1 of 3: refused: rank 0 has other points; give all ranks the same file and options");
  EXPECT_EQ(why(place_of(file, 1)), "accepted");
  EXPECT_EQ(why(place_of(file, 1)), "sweep: rank 1 of 3: refused: rank 1 is here already");
}

TEST(Meeting, WithoutTheSecretNobodyGetsIn) {
  const test::TemporaryFile nearby("x", "");
  const std::string file = nearby.folder() + "/meeting.json";
  Meeting meeting(place_of(file, 0));
  Doorman doorman(meeting);
  std::ifstream in(file);
  Json known = Json::parse(in);
  known["secret"] = std::string(32, '0');
  const std::string copy = nearby.folder() + "/guessed.json";
  std::ofstream(copy) << known.dump();
  EXPECT_NE(test::refusal([&] { join(place_of(copy, 1), std::chrono::milliseconds(1)); }), "accepted");
  EXPECT_TRUE(doorman.joined().empty());
}

TEST(Meeting, StrangersAreHeardForAKilobyte) {
  const test::TemporaryFile nearby("x", "");
  Meeting meeting(place_of(nearby.folder() + "/meeting.json", 0));
  Doorman doorman(meeting);
  for (const std::string& said :
       {std::string(64'000'000, 'x'), framed(bootstrap::Kind::hello, std::string(64'000'000, 'x'))}) {
    Channel stranger = stranger_at(port_of(nearby.folder() + "/meeting.json"));
    EXPECT_EQ(stranger.next().value().kind, bootstrap::Kind::challenge);
    EXPECT_FALSE(stranger.send_frame(said));
  }
  EXPECT_TRUE(doorman.joined().empty());
}

TEST(Meeting, OfTooManyStrangersTheOldestGoAndRanksStillGetIn) {
  const test::TemporaryFile nearby("x", "");
  const std::string file = nearby.folder() + "/meeting.json";
  Meeting meeting(place_of(file, 0));
  std::vector<Channel> strangers;
  for (std::size_t i = 0; i <= bootstrap::strangers_max; ++i) strangers.push_back(stranger_at(port_of(file)));
  EXPECT_TRUE(meeting.step().empty());
  std::vector<pollfd> sockets;
  meeting.watch(sockets);
  ASSERT_EQ(sockets.size(), 1 + bootstrap::strangers_max);
  EXPECT_EQ(strangers.front().next().value().kind, bootstrap::Kind::challenge);
  EXPECT_FALSE(strangers.front().next());
  Doorman doorman(meeting);
  EXPECT_TRUE(join(place_of(file, 1), enough).is_open());
}

TEST(Meeting, ARefusalByWhoDoesNotKnowTheSecretEndsNoRank) {
  const test::TemporaryFile nearby("x", "");
  const std::string file = nearby.folder() + "/meeting.json";
  const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(::bind(listener, reinterpret_cast<const sockaddr*>(&address), size), 0);
  ASSERT_EQ(::listen(listener, 1), 0);
  ASSERT_EQ(::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size), 0);
  std::ofstream(file) << Json{{"addresses", {"127.0.0.1"}}, {"port", ntohs(address.sin_port)}, {"secret", "x"}};
  std::thread liar([&] {
    const Channel rank(::accept(listener, nullptr, nullptr));
    static_cast<void>(rank.send_frame(bootstrap::encode_challenge({}) + bootstrap::encode_welcome({}) +
                                      bootstrap::encode_sentence(bootstrap::Kind::refusal, "go away")));
    ::close(listener);
  });
  const std::string why = test::refusal([&] { join(place_of(file, 1), std::chrono::milliseconds(1)); });
  liar.join();
  EXPECT_EQ(why.find("go away"), std::string::npos) << why;
  EXPECT_NE(why.find("met nobody"), std::string::npos) << why;
}

TEST(Meeting, WithoutRankZeroTheOthersSayWhatTheyWaitedFor) {
  const std::string why =
      test::refusal([] { join(place_of("/nowhere/meeting.json", 1), std::chrono::milliseconds(1)); });
  EXPECT_EQ(
      why,
      "sweep: rank 1 of 3: expected to meet rank 0 by /nowhere/meeting.json within 0 s, met nobody; --out has to "
      "name a folder that all ranks share");
}

}  // namespace
}  // namespace gin::sweep
