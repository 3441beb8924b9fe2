#include "core/softverbs/process_memory.hpp"

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
#include <filesystem>
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

}  // namespace

void ProcessHeader::wake() {
  calls.fetch_add(1, std::memory_order_release);
  ::syscall(SYS_futex, &calls, FUTEX_WAKE, INT_MAX, nullptr);
}

void ProcessHeader::sleep(std::uint32_t seen, std::uint64_t nanoseconds) {
  constexpr std::uint64_t second = 1'000'000'000;
  const timespec limit{static_cast<time_t>(nanoseconds / second), static_cast<long>(nanoseconds % second)};
  ::syscall(SYS_futex, &calls, FUTEX_WAIT, seen, &limit);
}

PeerMemory::PeerMemory(ProcessName name) : file_(SharedFile::open(file_of(name))) {}

std::unique_ptr<ProcessMemory> ProcessMemory::create() {
  // A process that had this id may have left a file; this one may open the device more than once.
  for (ProcessName name = static_cast<ProcessName>(::getpid()) << 32;; ++name) {
    auto file = SharedFile::open(file_of(name), O_CREAT | O_EXCL, process_bytes);
    if (!file && errno == EEXIST) continue;
    if (!file || !file->reserve(0, sizeof(ProcessHeader))) return nullptr;
    (new (file->at<ProcessHeader>(0)) ProcessHeader)->life.initialise();
    return std::unique_ptr<ProcessMemory>(new ProcessMemory(name, std::move(file)));
  }
}

ProcessMemory::~ProcessMemory() {
  ::shm_unlink(file_of(name_).c_str());
}

std::uint64_t ProcessMemory::allocate(Block kind, std::uint64_t bytes) {
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
  return file_->reserve(next_, room) ? std::exchange(next_, next_ + room) : 0;
}

void ProcessMemory::release(Block kind, std::uint64_t bytes, std::uint64_t offset) {
  const std::lock_guard<std::mutex> guard(mutex_);
  released_[{kind, bytes}].push_back(offset);
}

void tidy_up() {
  const std::string prefix = file_prefix() + "p";
  std::error_code over;
  for (std::filesystem::directory_iterator at("/dev/shm", over), end; at != end; at.increment(over)) {
    const std::string name = at->path().filename();
    ProcessName process = 0;
    if (name.rfind(prefix, 0) != 0 || std::sscanf(name.c_str() + prefix.size(), "%" SCNx64, &process) != 1)
      continue;
    // One that is starting holds its lock a moment later; its id is in use.
    if (!PeerMemory(process).lives() && ::kill(pid_of(process), 0) != 0 && errno == ESRCH)
      ::shm_unlink(name.c_str());
  }
}

}  // namespace softverbs
