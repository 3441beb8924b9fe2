// An all-gather under way, as the one who waits for it holds it.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace gin::bootstrap {

/// May outlive the Member that began it.
class Gathering {
 public:
  struct State;
  explicit Gathering(std::shared_ptr<State> state) : state_(std::move(state)) {}

  /// Whether take() returns at once: everybody's part is there, or it never will be. Costs an atomic load.
  bool ready() const;
  /// Everybody's part, by rank; once. Waits up to the member's deadline, then throws Error(failed), as it does when
  /// the job has failed: which step, and why.
  std::vector<std::string> take();

 private:
  std::shared_ptr<State> state_;
};

/// Filled in on the member's thread.
struct Gathering::State {
  std::string step;
  std::chrono::milliseconds patience{0};
  std::atomic<bool> settled{false};
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::string> parts;
  std::string failure;

  /// Only the first of these counts.
  void fill(std::vector<std::string> all);
  void fail(const std::string& why);
};

}  // namespace gin::bootstrap
