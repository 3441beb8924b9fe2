// When PEs begin an iteration: those of one machine at one instant of the clock that they share, however much later one hears
// than another that all are there. Who begins earlier would wait for the others inside of what is measured.
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace gin {

class StartLine {
 public:
  /// By the clock that processes of a machine share.
  using Time = std::chrono::nanoseconds;
  /// Nobody waits longer than this, whatever others tell: processes may have time namespaces.
  static constexpr Time most = std::chrono::milliseconds(2);

  /// `host`: a word, the same for all PEs of a machine.
  explicit StartLine(std::string host) : host_(std::move(host)) {}

  /// What this PE tells the others when it comes.
  std::string arrive(Time now) const;
  /// When to begin, once everybody has come: `told` is what each of them said. Twice as long after the last of this machine as the
  /// slowest of it waited to hear of the line before, so that by then all of them know. The same for them all, if they hear in time.
  Time begin(const std::vector<std::string>& told, Time now);

 private:
  std::string host_;
  Time waited_{};  ///< from the last one's coming until this PE heard, at the line before
};

}  // namespace gin
