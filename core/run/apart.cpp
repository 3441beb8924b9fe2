#include "core/run/apart.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
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

std::string all_said_through(int file) {
  std::string text;
  std::array<char, 4096> part{};
  for (;;) {
    const ssize_t bytes = ::read(file, part.data(), part.size());
    if (bytes > 0) text.append(part.data(), static_cast<std::size_t>(bytes));
    if (bytes == 0 || (bytes < 0 && errno != EINTR)) return text;
  }
}

}  // namespace

std::string apart(const std::function<std::string()>& look) {
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
  const std::string text = child > 0 ? all_said_through(ends[0]) : "";
  ::close(ends[0]);
  if (child < 0) refuse("fork");
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status == 0 ? text
                     : fmt::format("expected an answer from a process of its own, it {}{}",
                                   WIFSIGNALED(status) ? "was " : "", how_ended(status));
}

}  // namespace gin
