// The thread that does what nobody calls for: timers that run out, errors that a peer caused, events that a program waits for.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "core/softverbs/process_memory.hpp"
#include "core/softverbs/timers.hpp"

namespace softverbs {

/// Monotonic time in nanoseconds.
std::uint64_t now_ns();

/// Something that wants a look now and then.
class Attended {
 public:
  /// Called by the engine's thread, never by two at once. Returns when it wants to be looked at again.
  virtual std::uint64_t attend(std::uint64_t now) = 0;

 protected:
  ~Attended() = default;
};

/// Its thread holds the process's life: it is there exactly while others may reach this process.
class Engine {
 public:
  explicit Engine(ProcessHeader& header);
  ~Engine();

  void add(Attended& one);
  /// Once this returns, it is not looked at any more.
  void remove(Attended& one);
  /// Looks at all of them soon.
  void wake() { header_.wake(); }

 private:
  void run();

  ProcessHeader& header_;
  std::mutex mutex_;
  std::vector<Attended*> attended_;
  std::atomic<bool> ends_{false};
  std::atomic<bool> lives_{false};
  std::thread thread_;
};

}  // namespace softverbs
