#include "core/softverbs/process_memory.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cinttypes>
#include <climits>
#include <cstdio>
#include <ctime>
#include <new>
#include <string>

namespace softverbs {
namespace {

constexpr std::uint64_t process_bytes = 1ull << 30;  // of address space

std::string file_of(ProcessName name) {
  char text[32];
  std::snprintf(text, sizeof text, "p%016" PRIx64, name);
  return file_prefix() + text;
}

long futex(std::atomic<std::uint32_t>& word, int operation, std::uint32_t value, const timespec* limit) {
  return ::syscall(SYS_futex, &word, operation, value, limit, nullptr, 0);
}

}  // namespace

std::unique_ptr<ProcessMemory> ProcessMemory::create() {
  // A process that had this id may have left a file; this one may open the device more than once.
  for (ProcessName name = static_cast<ProcessName>(::getpid()) << 32;; ++name) {
    SharedFile file = SharedFile::create_or_open(file_of(name), process_bytes, O_EXCL);
    if (!file && errno == EEXIST) continue;
    if (!file || !file.reserve(0, sizeof(ProcessHeader))) return nullptr;
    (new (file.memory()) ProcessHeader)->life.initialise();
    return std::unique_ptr<ProcessMemory>(new ProcessMemory(name, std::move(file)));
  }
}

ProcessMemory::~ProcessMemory() {
  ::shm_unlink(file_of(name_).c_str());
}

std::uint64_t ProcessMemory::allocate(std::uint32_t kind, std::uint64_t bytes) {
  const std::lock_guard<std::mutex> guard(mutex_);
  std::vector<std::uint64_t>& released = released_[{kind, bytes}];
  if (!released.empty()) {
    const std::uint64_t offset = released.back();
    released.pop_back();
    return offset;
  }
  const std::uint64_t room = (bytes + 63) / 64 * 64;
  if (room > process_bytes - next_) {
    errno = ENOMEM;
    return 0;
  }
  if (!file_->reserve(next_, room)) return 0;
  return std::exchange(next_, next_ + room);
}

void ProcessMemory::release(std::uint32_t kind, std::uint64_t bytes, std::uint64_t offset) {
  const std::lock_guard<std::mutex> guard(mutex_);
  released_[{kind, bytes}].push_back(offset);
}

PeerMemory::PeerMemory(ProcessName name) {
  SharedFile file = SharedFile::open(file_of(name));
  if (file) file_ = std::make_shared<SharedFile>(std::move(file));
}

void wake(std::atomic<std::uint32_t>& calls) {
  calls.fetch_add(1, std::memory_order_release);
  futex(calls, FUTEX_WAKE, INT_MAX, nullptr);
}

void sleep(std::atomic<std::uint32_t>& calls, std::uint32_t seen, std::uint64_t nanoseconds) {
  constexpr std::uint64_t second = 1'000'000'000;
  const timespec limit{static_cast<time_t>(nanoseconds / second), static_cast<long>(nanoseconds % second)};
  futex(calls, FUTEX_WAIT, seen, &limit);
}

void tidy_up() {
  DIR* folder = ::opendir("/dev/shm");
  if (!folder) return;
  const std::string prefix = file_prefix() + "p";
  while (const dirent* entry = ::readdir(folder)) {
    const std::string name = entry->d_name;
    ProcessName process = 0;
    if (name.rfind(prefix, 0) != 0 || std::sscanf(name.c_str() + prefix.size(), "%" SCNx64, &process) != 1)
      continue;
    // One that is starting holds its lock a moment later; its id is in use.
    if (!PeerMemory(process).lives() && ::kill(pid_of(process), 0) != 0 && errno == ESRCH)
      ::shm_unlink(name.c_str());
  }
  ::closedir(folder);
}

}  // namespace softverbs
