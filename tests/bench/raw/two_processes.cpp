#include "tests/bench/raw/two_processes.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <new>
#include <thread>

#include "core/base/error.hpp"

namespace gin::bench {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds limit{120};

pid_t start(SharedPage& page, int number, const std::function<void(SharedPage&, int)>& side) {
  const pid_t pid = ::fork();
  if (pid < 0) throw Error(Code::failed, fmt::format("fork: expected a process, came: {}", std::strerror(errno)));
  if (pid > 0) return pid;
  int status = 0;
  try {
    side(page, number);
  } catch (const std::exception& error) {
    std::strncpy(page.sides[number].failure, error.what(), SharedPage::text_max - 1);
    status = 1;
  }
  ::_exit(status);  // nothing of the parent's is torn down here
}

/// Whether `pid` ended, and how.
bool ended(pid_t pid, int& status) {
  return ::waitpid(pid, &status, WNOHANG) == pid;
}

void stop(pid_t pid) {
  int status = 0;
  ::kill(pid, SIGKILL);
  ::waitpid(pid, &status, 0);
}

std::string words_of(const SharedPage& page, int number, int status) {
  if (page.sides[number].failure[0]) return page.sides[number].failure;
  return fmt::format("process {} of the measurement: expected it to end well, came {} {}", number,
                     WIFSIGNALED(status) ? "signal" : "exit status",
                     WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
}

}  // namespace

void SharedPage::Side::put_address(const std::string& text) {
  if (text.size() > text_max)
    throw Error(Code::failed, fmt::format("address of the measurement: expected at most {} bytes, came {}",
                                          text_max, text.size()));
  std::memcpy(address, text.data(), text.size());
  address_bytes = text.size();
}

void run_two_processes(SharedPage& page, const std::function<void(SharedPage&, int)>& side) {
  pid_t pids[2] = {start(page, 0, side), 0};
  try {
    pids[1] = start(page, 1, side);
  } catch (...) {
    stop(pids[0]);
    throw;
  }
  const Clock::time_point end = Clock::now() + limit;
  std::string failure;
  while (failure.empty() && (pids[0] || pids[1])) {
    for (int i = 0; i < 2; ++i) {
      int status = 0;
      if (!pids[i] || !ended(pids[i], status)) continue;
      pids[i] = 0;
      if (status != 0) failure = words_of(page, i, status);
    }
    if (Clock::now() > end)
      failure = "raw measurement: expected both processes to end within two minutes, came none";
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  for (const pid_t pid : pids)
    if (pid) stop(pid);
  if (!failure.empty()) throw Error(Code::failed, failure);
}

SharedMemory::SharedMemory() {
  void* memory = ::mmap(nullptr, sizeof(SharedPage), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    throw Error(Code::failed, fmt::format("mmap: expected a shared page, came: {}", std::strerror(errno)));
  page_ = new (memory) SharedPage;
}
SharedMemory::~SharedMemory() {
  ::munmap(page_, sizeof(SharedPage));
}

}  // namespace gin::bench
