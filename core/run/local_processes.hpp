// The PE processes that `ginlab run` starts on this machine: forks of this process, so that whatever program,
// scenario and memory it has, they have.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gin {

/// Of a status that waitpid gives: "killed by signal 9 (Killed)", "ended with exit status 1".
std::string how_ended(int status);

class LocalProcesses {
 public:
  /// Each process calls `body(rank, start)` and ends with what it returns; `start` waits for what tell() says, and
  /// is empty if this process is gone. Must be called while this process has one thread. Throws Error(failed).
  using Start = std::function<std::string()>;
  LocalProcesses(std::uint32_t count, const std::function<int(std::uint32_t rank, const Start& start)>& body);
  /// Ends those that are left, at once.
  ~LocalProcesses();
  LocalProcesses(const LocalProcesses&) = delete;
  LocalProcesses& operator=(const LocalProcesses&) = delete;

  /// To all of them, once.
  void tell(const std::string& text);

  struct Death {
    std::uint32_t rank = 0;
    std::string how;  ///< "killed by signal 9 (Killed)", "ended with exit status 1"
  };
  /// Returns when `over` says so; until then, who ends other than with status 0 is told to `died`.
  void watch(const std::function<bool()>& over, const std::function<void(const Death&)>& died);
  /// Whether all have ended within `patience`; who ends other than with status 0 is told to `died` here too.
  bool wait(std::chrono::milliseconds patience, const std::function<void(const Death&)>& died);
  pid_t pid(std::uint32_t rank) const { return processes_[rank].pid; }

 private:
  struct Process {
    pid_t pid = 0;
    int line = -1;  ///< our end of a pair of sockets
    bool ended = false;
  };
  /// Takes note of who has ended; the status if it was not 0.
  std::optional<Death> reap(std::uint32_t rank);
  void end_all();

  std::vector<Process> processes_;
};

}  // namespace gin
