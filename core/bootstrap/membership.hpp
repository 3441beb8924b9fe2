// A PE's standing in its job, as its own threads and the network's thread share it: whether it is in, what it waits
// for, and why it is out.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/bootstrap/gathering.hpp"

namespace gin::bootstrap {

class Membership {
 public:
  enum class State { joining, joined, ended, left };

  State state() const;
  /// Waits until joining has come to an end, whichever.
  State await_joined();
  /// Waits until the PE is out, or as long as `patience`.
  State await_out(std::chrono::milliseconds patience);
  /// Waits until the rendezvous has said that it knows of our end, or is gone; or as long as `patience`.
  void await_told(std::chrono::milliseconds patience);

  void join();
  /// Out of the job: `State::ended` or `State::left`. Only the first reason counts, and false is returned for any
  /// other.
  bool end(const std::string& why, State how = State::ended);
  void tell();

  /// Which all-gather of this PE it is, and what its caller holds. One that begins when the PE is out has failed.
  struct Begun {
    bool in = false;
    std::uint64_t number = 0;
    std::shared_ptr<Gathering::State> gather;
  };
  Begun begin(const std::string& step, std::chrono::milliseconds patience);
  void fill(std::uint64_t number, std::vector<std::string> parts);

  // Acquire: whoever sees it reads the reason next.
  bool aborted() const { return aborted_.load(std::memory_order_acquire); }
  /// Why the PE is out; empty while it is not.
  std::string reason() const;

 private:
  std::atomic<bool> aborted_{false};
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  State state_ = State::joining;
  std::string reason_;
  std::map<std::uint64_t, std::shared_ptr<Gathering::State>> gathers_;
  std::uint64_t begun_ = 0;
  bool told_ = false;
};

}  // namespace gin::bootstrap
