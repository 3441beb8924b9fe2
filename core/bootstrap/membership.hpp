// A PE's standing in its job, as its own threads and the network's thread share it: whether it is in, what it waits
// for, and why it is out.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <future>
#include <map>
#include <mutex>
#include <optional>
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

  /// What the caller of an all-gather holds, and which one of this PE it is; no number if it has failed, because it
  /// begins when the PE is out.
  struct Begun {
    Gathering gathering;
    std::optional<std::uint64_t> number;
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
  std::map<std::uint64_t, std::promise<Gathering::Settled>> gathers_;
  std::uint64_t begun_ = 0;
  bool told_ = false;
};

}  // namespace gin::bootstrap
