// What a process lets others write to: its queue pairs' receive sides and its completion queues, in one shared file. Others learn
// there, without a system call, whether it lives, and wake its engine.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "core/softverbs/robust_lock.hpp"
#include "core/softverbs/shared_file.hpp"

namespace softverbs {

/// A process that opened a device: its id in the upper half; the lower tells those apart that the system gave one id.
using ProcessName = std::uint64_t;

constexpr int pid_of(ProcessName name) {
  return static_cast<int>(name >> 32);
}

/// At the beginning of the file.
struct ProcessHeader {
  RobustLock life;                     ///< held by the engine's thread
  std::atomic<std::uint32_t> calls{};  ///< a futex: counts what the engine was woken for

  void wake();
  /// Returns at the latest after `nanoseconds`, at once if `calls` is not `seen`.
  void sleep(std::uint32_t seen, std::uint64_t nanoseconds);
};

/// As those see it who reach the process. Copies are the same mapping.
class PeerMemory {
 public:
  explicit PeerMemory(ProcessName name);

  bool lives() const { return file_ && header().life.is_held_by_the_living(); }
  ProcessHeader& header() const { return *file_->at<ProcessHeader>(0); }
  template <class T>
  T* at(std::uint64_t offset) const {
    return file_ ? file_->at<T>(offset) : nullptr;
  }

 protected:
  explicit PeerMemory(std::shared_ptr<const SharedFile> file) : file_(std::move(file)) {}

  std::shared_ptr<const SharedFile> file_;  ///< null: the process is gone
};

/// What lies in it behind the header.
enum class Block : std::uint8_t { completion_queue, receive_side, counter };

/// Of this process. Blocks are used again for the same kind of thing only, so that a peer who still holds on to one that is
/// gone finds a lock and a state where it looks.
class ProcessMemory : public PeerMemory {
 public:
  /// Empty, with errno, where /dev/shm does not take it.
  static std::unique_ptr<ProcessMemory> create();
  ~ProcessMemory();

  ProcessName name() const { return name_; }

  /// `bytes` of zeros, aligned to 64, or what was released of that kind and size, as it was left. 0, with errno, where
  /// there is no more.
  std::uint64_t allocate(Block kind, std::uint64_t bytes);
  void release(Block kind, std::uint64_t bytes, std::uint64_t offset);

 private:
  ProcessMemory(ProcessName name, std::shared_ptr<const SharedFile> file)
      : PeerMemory(std::move(file)), name_(name) {}

  ProcessName name_;
  std::mutex mutex_;
  std::uint64_t next_ = 4096;
  std::map<std::pair<Block, std::uint64_t>, std::vector<std::uint64_t>> released_;
};

/// Removes the files of processes that were killed.
void tidy_up();

}  // namespace softverbs
