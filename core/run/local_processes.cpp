#include "core/run/local_processes.hpp"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <thread>

#include "core/base/error.hpp"

namespace gin {
namespace {

std::string read_all(int line) {
  std::string text;
  char buffer[256];
  for (;;) {
    const ssize_t count = read(line, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    text.append(buffer, static_cast<std::size_t>(count));
  }
  close(line);
  return text;
}

}  // namespace

std::string how_ended(int status) {
  if (WIFSIGNALED(status))
    return fmt::format("killed by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  return fmt::format("ended with exit status {}", WEXITSTATUS(status));
}

LocalProcesses::LocalProcesses(std::uint32_t count,
                               const std::function<int(std::uint32_t rank, const Start& start)>& body) {
  std::fflush(nullptr);  // or each child would print it again
  const pid_t parent = getpid();
  for (std::uint32_t rank = 0; rank < count; ++rank) {
    int ends[2] = {-1, -1};
    const pid_t pid = socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0 ? fork() : -1;
    if (pid < 0) {
      const int reason = errno;
      end_all();
      throw Error(Code::failed, fmt::format("PE {}: expected to start a process, got \"{}\"; use fewer PEs", rank,
                                            std::strerror(reason)));
    }
    if (pid == 0) {
      // Whoever started us may be killed: then we end too, and leave nothing behind.
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != parent) _exit(1);
      close(ends[1]);
      for (const Process& earlier : processes_) close(earlier.line);
      const int status = body(rank, [&] { return read_all(ends[0]); });
      std::fflush(nullptr);
      _exit(status);
    }
    close(ends[0]);
    processes_.push_back({pid, ends[1], false});
  }
}

LocalProcesses::~LocalProcesses() {
  end_all();
}

void LocalProcesses::end_all() {
  for (Process& process : processes_) {
    if (process.line >= 0) close(process.line);
    process.line = -1;
    if (!process.ended) kill(process.pid, SIGKILL);
  }
  for (Process& process : processes_)
    if (!process.ended) process.ended = waitpid(process.pid, nullptr, 0) == process.pid;
}

void LocalProcesses::tell(const std::string& text) {
  for (Process& process : processes_) {
    // A few dozen bytes always find room; whoever is dead already is found by watch().
    if (send(process.line, text.data(), text.size(), MSG_NOSIGNAL) < 0) continue;
  }
  for (Process& process : processes_) {
    close(process.line);
    process.line = -1;
  }
}

std::optional<LocalProcesses::Death> LocalProcesses::reap(std::uint32_t rank) {
  Process& process = processes_[rank];
  int status = 0;
  if (process.ended || waitpid(process.pid, &status, WNOHANG) != process.pid) return std::nullopt;
  process.ended = true;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return std::nullopt;
  return Death{rank, how_ended(status)};
}

void LocalProcesses::watch(const std::function<bool()>& over, const std::function<void(const Death&)>& died) {
  while (!over()) {
    for (std::uint32_t rank = 0; rank < processes_.size(); ++rank)
      if (const auto death = reap(rank)) died(*death);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

bool LocalProcesses::wait(std::chrono::milliseconds patience, const std::function<void(const Death&)>& died) {
  const auto until = std::chrono::steady_clock::now() + patience;
  for (;;) {
    bool all = true;
    for (std::uint32_t rank = 0; rank < processes_.size(); ++rank) {
      if (const auto death = reap(rank)) died(*death);
      all &= processes_[rank].ended;
    }
    if (all) return true;
    if (std::chrono::steady_clock::now() > until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace gin
