#include "core/run/apart.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>

#include "core/base/error.hpp"
#include "core/run/local_processes.hpp"

namespace gin {
namespace {

std::string said_by(const std::function<std::string()>& look) {
  try {
    return look();
  } catch (const std::exception& error) {
    return error.what();
  }
}

void say_through(int file, const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t written = ::write(file, text.data() + at, text.size() - at);
    if (written < 0 && errno != EINTR) return;  // nobody reads any more
    if (written > 0) at += static_cast<std::size_t>(written);
  }
}

/// False where nothing more came for so long, and it has not ended either.
bool hear_all(int file, std::chrono::milliseconds patience, std::string& text) {
  std::array<char, 4096> part{};
  pollfd end{file, POLLIN, 0};
  for (;;) {
    const int is_there = ::poll(&end, 1, static_cast<int>(patience.count()));
    if (is_there == 0) return false;
    const ssize_t bytes = is_there > 0 ? ::read(file, part.data(), part.size()) : -1;
    if (bytes > 0) text.append(part.data(), static_cast<std::size_t>(bytes));
    if (bytes == 0 || (bytes < 0 && errno != EINTR)) return true;
  }
}

}  // namespace

std::string apart(const std::function<std::string()>& look, std::chrono::milliseconds patience) {
  const auto refuse = [](const char* call) {
    throw Error(Code::failed, std::string(call) + ": expected it to work, came " + std::strerror(errno) +
                                  "; has this machine processes and files left?");
  };
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) refuse("pipe");
  std::fflush(nullptr);  // or both would write what is still in there
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    say_through(ends[1], said_by(look));
    ::_exit(0);
  }
  ::close(ends[1]);
  std::string text;
  const bool answered = child < 0 || hear_all(ends[0], patience, text);
  ::close(ends[0]);
  if (child < 0) refuse("fork");
  if (!answered) ::kill(child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!answered)
    return fmt::format("expected an answer from a process of its own within {} s, came none; it was killed",
                       std::chrono::duration<double>(patience).count());
  return status == 0 ? text
                     : fmt::format("expected an answer from a process of its own, it {}{}",
                                   WIFSIGNALED(status) ? "was " : "", how_ended(status));
}

}  // namespace gin
