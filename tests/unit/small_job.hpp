// A rendezvous and its members in one process, for tests of the bootstrap.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "core/bootstrap/member.hpp"
#include "core/bootstrap/rendezvous.hpp"

namespace gin::test {

/// Long enough for a machine that does something else meanwhile; no test that passes waits for it.
inline constexpr std::chrono::milliseconds generous{60'000};

inline bootstrap::Rendezvous::Options rendezvous_of(std::uint32_t size) {
  bootstrap::Rendezvous::Options options;
  options.size = size;
  options.secret = "the secret of the test";
  options.version = "1.2.3";
  options.join_within = generous;
  options.handshake_within = generous;
  return options;
}

class SmallJob {
 public:
  explicit SmallJob(std::uint32_t size) : SmallJob(rendezvous_of(size)) {}
  explicit SmallJob(const bootstrap::Rendezvous::Options& options)
      : size_(options.size), rendezvous_(std::make_unique<bootstrap::Rendezvous>(options)) {}

  bootstrap::Rendezvous& rendezvous() const { return *rendezvous_; }
  std::string endpoint() const { return rendezvous_->endpoint(); }
  void end_rendezvous() { rendezvous_.reset(); }

  bootstrap::Member::Options options(std::uint32_t rank) const {
    bootstrap::Member::Options options;
    options.address = endpoint();
    options.rank = rank;
    options.size = size_;
    options.secret = "the secret of the test";
    options.version = "1.2.3";
    options.deadline = generous;
    return options;
  }
  std::unique_ptr<bootstrap::Member> join(std::uint32_t rank) const {
    return std::make_unique<bootstrap::Member>(options(rank));
  }
  std::vector<std::unique_ptr<bootstrap::Member>> join_all() const {
    std::vector<std::unique_ptr<bootstrap::Member>> members;
    for (std::uint32_t rank = 0; rank < size_; ++rank) members.push_back(join(rank));
    return members;
  }

  /// Every PE on a thread of its own.
  void run(const std::function<void(bootstrap::Member&)>& pe) const {
    std::vector<std::thread> threads;
    for (std::uint32_t rank = 0; rank < size_; ++rank) threads.emplace_back([&, rank] { pe(*join(rank)); });
    for (std::thread& thread : threads) thread.join();
  }

 private:
  std::uint32_t size_;
  std::unique_ptr<bootstrap::Rendezvous> rendezvous_;
};

}  // namespace gin::test
