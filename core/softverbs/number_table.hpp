// Things that all processes of a device know by number: memory by its key, queue pairs.
#pragma once

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <mutex>

#include "core/softverbs/process_memory.hpp"
#include "core/softverbs/robust_lock.hpp"

namespace softverbs {

/// In shared memory that was zeros. A number is the index of an entry in its lower 16 bits, and in those above, if it has more, how
/// often the entry was used: one that was given back does not open what comes after it. `Facts` have a `process`.
template <class Facts>
class NumberTable {
 public:
  static constexpr std::uint32_t entries = 1u << 16;

  struct Entry : Facts {
    std::atomic<std::uint32_t> number{};  ///< 0: free
    std::uint32_t uses = 0;
  };

  /// Once.
  void initialise() { lock_.initialise(); }

  /// Its number of so many bits; 0, with errno, where there is no place left.
  std::uint32_t add(const Facts& facts, unsigned bits) {
    const std::lock_guard<RobustLock> guard(lock_);
    // The first is left out: nothing has the number 0.
    for (std::uint32_t index = 1; index < entries; ++index) {
      Entry& entry = entries_[index];
      if (entry.number != 0) continue;
      static_cast<Facts&>(entry) = facts;
      const auto number = static_cast<std::uint32_t>((index | ++entry.uses << 16) & ((1ull << bits) - 1));
      // Release: who finds the number finds the facts.
      entry.number.store(number, std::memory_order_release);
      if (end_ <= index) end_ = index + 1;
      return number;
    }
    errno = ENOMEM;
    return 0;
  }
  void remove(std::uint32_t number) {
    const std::lock_guard<RobustLock> guard(lock_);
    entries_[number % entries].number.store(0, std::memory_order_release);
  }
  /// Frees what processes left that were killed.
  void remove_dead() {
    const std::lock_guard<RobustLock> guard(lock_);
    for (Entry* entry = entries_; entry < entries_ + end_; ++entry)
      if (entry->number != 0 && !PeerMemory(entry->process).lives()) entry->number = 0;
  }
  /// Null where nothing has that number.
  const Entry* find(std::uint32_t number) const {
    const Entry& entry = entries_[number % entries];
    return number != 0 && entry.number.load(std::memory_order_acquire) == number ? &entry : nullptr;
  }

 private:
  RobustLock lock_;        ///< to take an entry and to free it
  std::uint32_t end_ = 0;  ///< entries from here on were never used
  Entry entries_[entries];
};

}  // namespace softverbs
