// Where a PE stands, for the sentence that is said when it dies or hangs: the last line it passed, and which of its
// agents have waited for long since. Agents may have threads of their own.
#pragma once

#include <fmt/format.h>

#include <map>
#include <mutex>
#include <string>

namespace gin {

/// Each call returns the sentence as it is from now on: "start of iteration 3; agent 1 waits in signal_wait_until
/// for window arrived[1]: 2 seen, >= 3 wanted".
class Stand {
 public:
  std::string passes(std::string line) {
    const std::lock_guard lock(mutex_);
    line_ = std::move(line);
    waiting_.clear();
    return sentence();
  }
  std::string waits(std::uint32_t agent, std::string why) {
    const std::lock_guard lock(mutex_);
    waiting_[agent] = std::move(why);
    return sentence();
  }
  std::string goes_on(std::uint32_t agent) {
    const std::lock_guard lock(mutex_);
    waiting_.erase(agent);
    return sentence();
  }

 private:
  std::string sentence() const {
    constexpr std::size_t shown = 2;
    std::string text = line_;
    std::size_t told = 0;
    for (auto one = waiting_.begin(); one != waiting_.end() && told < shown; ++one, ++told)
      text += fmt::format("; agent {} waits in {}", one->first, one->second);
    if (waiting_.size() > shown) text += fmt::format("; {} agents more wait", waiting_.size() - shown);
    return text;
  }

  std::mutex mutex_;
  std::string line_;
  std::map<std::uint32_t, std::string> waiting_;
};

}  // namespace gin
