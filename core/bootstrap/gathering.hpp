// An all-gather under way, as the one who waits for it holds it.
#pragma once

#include <chrono>
#include <future>
#include <string>
#include <vector>

namespace gin::bootstrap {

/// May outlive the Member that began it.
class Gathering {
 public:
  /// How it ended, told by the member's thread.
  struct Settled {
    std::vector<std::string> parts;  ///< everybody's, by rank
    std::string failure;             ///< why there are none; else empty
  };
  Gathering(std::string step, std::chrono::milliseconds patience, std::shared_future<Settled> settled)
      : step_(std::move(step)), patience_(patience), settled_(std::move(settled)) {}

  /// Whether take() returns at once: everybody's part is there, or it never will be. Costs an atomic load.
  bool ready() const { return settled_.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }
  /// Everybody's part, by rank. Waits up to the member's deadline, then throws Error(failed), as it does when the
  /// job has failed: which step, and why.
  std::vector<std::string> take() const;

 private:
  std::string step_;
  std::chrono::milliseconds patience_;
  std::shared_future<Settled> settled_;
};

}  // namespace gin::bootstrap
