// Agents that this process has started and does not run: those of a kernel. One thread speaks for them at the lines that all agents
// reach, as if it were an agent itself.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace gin {

class AgentsElsewhere {
 public:
  virtual ~AgentsElsewhere() = default;

  // By the thread that speaks for them. Throw Error(failed).
  /// Starts them; they come to a stop at their first line.
  virtual void start() = 0;
  /// Lines that all of them have reached. Throws where they never will.
  virtual std::uint64_t reached() = 0;
  /// They go on from all lines before this one.
  virtual void may_pass(std::uint64_t lines) = 0;
  /// Whether they have ended, which they do behind their last line.
  virtual bool have_ended() = 0;
  /// They end now, wherever they are; returns when they have, or when it cannot be waited for any longer.
  virtual void stop() = 0;

  // By anybody, once they have ended or were stopped.
  /// Between two lines, by their own clock.
  virtual std::chrono::nanoseconds between(std::uint64_t from, std::uint64_t to) const = 0;
  /// Where each was when it was stopped: "waits in quiet for ...". Some may be left out at the end.
  virtual std::vector<std::string> places() const = 0;
};

}  // namespace gin
