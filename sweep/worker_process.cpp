#include "sweep/worker_process.hpp"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "core/base/error.hpp"
#include "core/run/local_processes.hpp"

namespace gin::sweep {
namespace {

/// Often the whole group gets them, and what to do about it is the foreman's business.
void leave_signals_to_the_foreman() {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_UNBLOCK, &all, nullptr);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_IGN);
}

[[noreturn]] void work_until_told(Channel channel, const PointWork& work) {
  while (const auto point = channel.next())
    if (!channel.send(work(std::stoul(point->body)))) break;
  std::fflush(nullptr);
  _exit(0);
}

}  // namespace

WorkerProcess::WorkerProcess(const PointWork& work) {
  std::fflush(nullptr);  // or the worker would print it again
  int ends[2] = {-1, -1};
  const pid_t parent = getpid();
  pid_ = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0 ? fork() : -1;
  if (pid_ < 0) {
    const int reason = errno;
    for (const int end : ends)
      if (end >= 0) close(end);
    throw Error(Code::failed, fmt::format("sweep: expected to start a worker process, got \"{}\"; use fewer --jobs",
                                          std::strerror(reason)));
  }
  if (pid_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    close(ends[1]);
    leave_signals_to_the_foreman();
    work_until_told(Channel(ends[0]), work);
  }
  close(ends[0]);
  channel_ = Channel(ends[1]);
}

WorkerProcess::~WorkerProcess() {
  if (pid_ < 0) return;
  kill(pid_, SIGKILL);
  how_it_ended();
}

std::string WorkerProcess::how_it_ended() {
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return how_ended(status);
}

}  // namespace gin::sweep
