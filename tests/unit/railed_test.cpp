// Several wires as one: every message goes once, over all rails alike, and to a rail that the peer has.
#include "core/process/railed.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <optional>

#include "tests/unit/refusal.hpp"

namespace gin::test {
namespace {

/// A NIC that remembers what it was told; each post is done and arrives at once, at itself.
class RailOfNote {
 public:
  explicit RailOfNote(std::string name, WireLimits limits = {32, 4096, 256})
      : name_(std::move(name)), limits_(limits) {}

  std::string address() const { return name_; }
  std::string nic() const { return name_; }
  void connect(const std::vector<std::string>& addresses, Pe) { peers = addresses; }
  WireLimits limits() const { return limits_; }
  Post post(const WorkRequest& request, std::uint64_t token) {
    if (busy) return Post::busy;
    posted.push_back(request.peer);
    done_.push_back({token});
    return Post::accepted;
  }
  bool progress() { return !done_.empty(); }
  bool next_done(Done& done) {
    if (done_.empty()) return false;
    done = done_.back();
    done_.pop_back();
    return true;
  }
  bool next_arrival(Arrival& arrival) {
    if (arrives == 0) return false;
    arrival.immediate = arrives--;
    return true;
  }

  bool busy = false;
  std::uint32_t arrives = 0;
  std::vector<std::string> peers;
  std::vector<std::uint32_t> posted;

 private:
  std::string name_;
  WireLimits limits_;
  std::vector<Done> done_;
};

struct Rails : Railed<RailOfNote> {
  using Railed::Railed;
  RailOfNote& rail(std::size_t i) const { return *rails()[i]; }
};

std::unique_ptr<RailOfNote> nic_called(const std::string& name, WireLimits limits = {32, 4096, 256}) {
  return std::make_unique<RailOfNote>(name, limits);
}

Rails rails_called(const std::vector<std::string>& names) {
  std::vector<std::unique_ptr<RailOfNote>> rails;
  for (const std::string& name : names) rails.push_back(nic_called(name));
  return Rails(std::move(rails));
}

Post post_to(Rails& rails, std::uint16_t peer, std::uint64_t token = 0) {
  WorkRequest request;
  request.peer = peer;
  return rails.post(request, token);
}

TEST(Railed, EachRailKnowsARailOfEachPeer) {
  Rails mine = rails_called({"a0", "a1", "a2"});
  mine.connect({mine.address(), rails_called({"b0", "b1"}).address(), rails_called({"c0"}).address()}, Pe{0});
  EXPECT_EQ(mine.rail(0).peers, (std::vector<std::string>{"a0", "b0", "c0"}));
  EXPECT_EQ(mine.rail(1).peers, (std::vector<std::string>{"a1", "b1", "c0"}));
  EXPECT_EQ(mine.rail(2).peers, (std::vector<std::string>{"a2", "b0", "c0"}));
}

TEST(Railed, MessagesToAPeerGoOverAllInTurnAndPesBeginAtOthers) {
  constexpr std::uint32_t pes = 4, nics = 4;
  std::vector<std::size_t> first(nics);
  for (std::uint32_t me = 0; me < pes; ++me) {
    Rails rails = rails_called({"0", "1", "2", "3"});
    rails.connect(std::vector<std::string>(pes, rails.address()), Pe{me});
    for (std::uint16_t peer = 0; peer < pes; ++peer) {
      post_to(rails, peer);
      for (std::uint32_t nic = 0; nic < nics; ++nic) first[nic] += rails.rail(nic).posted.size();
      for (std::uint32_t again = 1; again < nics; ++again) post_to(rails, peer);
      for (std::uint32_t nic = 0; nic < nics; ++nic)
        EXPECT_EQ(rails.rail(nic).posted, std::vector<std::uint32_t>{peer}) << nic;
      for (std::uint32_t nic = 0; nic < nics; ++nic) rails.rail(nic).posted.clear();
    }
  }
  EXPECT_EQ(first, (std::vector<std::size_t>(nics, pes)));
}

TEST(Railed, ABusyRailIsAskedAgain) {
  Rails rails = rails_called({"0", "1"});
  rails.connect(std::vector<std::string>(2, rails.address()), Pe{0});
  rails.rail(1).busy = true;
  EXPECT_EQ(post_to(rails, 1), Post::busy);
  EXPECT_EQ(post_to(rails, 1), Post::busy);
  EXPECT_TRUE(rails.rail(0).posted.empty());
  rails.rail(1).busy = false;
  EXPECT_EQ(post_to(rails, 1), Post::accepted);
  EXPECT_EQ(rails.rail(1).posted.size(), 1u);
}

TEST(Railed, WhatAnyOfThemTellsIsToldOnce) {
  Rails rails = rails_called({"0", "1", "2"});
  rails.connect({rails.address()}, Pe{0});
  for (std::uint64_t token = 1; token <= 6; ++token) post_to(rails, 0, token);
  for (int i = 0; i < 3; ++i) rails.rail(i).arrives = 2;
  std::uint64_t tokens = 0;
  Done done;
  EXPECT_TRUE(rails.progress());
  while (rails.next_done(done)) tokens += done.token;
  EXPECT_EQ(tokens, 1u + 2 + 3 + 4 + 5 + 6);
  EXPECT_FALSE(rails.progress());
  Arrival arrival;
  int arrivals = 0;
  while (rails.next_arrival(arrival)) ++arrivals;
  EXPECT_EQ(arrivals, 6);
}

TEST(Railed, LimitsAreThoseOfTheLeast) {
  std::vector<std::unique_ptr<RailOfNote>> rails;
  rails.push_back(nic_called("0", {32, 4096, 256}));
  rails.push_back(nic_called("1", {16, 8192, 128}));
  const WireLimits limits = Rails(std::move(rails)).limits();
  EXPECT_EQ(limits.inline_max, 16u);
  EXPECT_EQ(limits.message_max, 4096u);
  EXPECT_EQ(limits.eager_max, 128u);
  EXPECT_EQ(limits.rails, 2u);
}

TEST(Railed, AddressesComeBackAsTheyWere) {
  const std::vector<std::string> rails = {"a", "", std::string(300, '\0')};
  EXPECT_EQ(rails_of(joined(rails), Pe{3}), rails);
}

TEST(Railed, AnAddressThatIsCutShortNamesItsPe) {
  const std::string whole = joined({"abc", "de"});
  for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
    if (bytes == 7) continue;  // the first alone is one rail
    const std::string said = refusal([&] { rails_of(std::string_view(whole).substr(0, bytes), Pe{5}); });
    EXPECT_TRUE(said.starts_with("address of PE 5: expected ")) << bytes << ": " << said;
  }
}

}  // namespace
}  // namespace gin::test
