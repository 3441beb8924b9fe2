// What all processes of a host share of one device: which queue pairs and which registered memory there are.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include "core/softverbs/address.hpp"
#include "core/softverbs/file_mapping.hpp"
#include "core/softverbs/process_memory.hpp"
#include "core/softverbs/robust_lock.hpp"
#include "core/softverbs/shared_file.hpp"

namespace softverbs {

struct RegionFacts {
  std::uint32_t access = 0;  ///< ibv_access_flags
  std::uint32_t domain = 0;  ///< number of the protection domain
  ProcessName process = 0;
  std::uint64_t start = 0;  ///< as requests name it (the iova)
  std::uint64_t bytes = 0;
  std::uint64_t address = 0;  ///< in its process
  FileRange range;            ///< where it is shared memory: others write there by themselves

  bool holds(std::uint64_t from, std::uint64_t count) const {
    return from >= start && count <= bytes && from - start <= bytes - count;
  }
};

/// Registered memory. Local and remote key are one number: the entry's index, and in the upper half how often it was used.
struct RegionEntry : RegionFacts {
  std::atomic<std::uint32_t> key{};  ///< 0: free
  std::uint32_t uses = 0;
};

/// A queue pair: where its process has what others write to.
struct PairEntry {
  std::atomic<std::uint32_t> number{};  ///< 0: free
  std::uint32_t uses = 0;
  ProcessName process = 0;
  std::uint64_t offset = 0;
};

struct NicTables {
  static constexpr std::uint32_t entries = 1u << 16;
  static constexpr std::uint32_t stripes = 64;

  RobustLock lock;  ///< of the tables: to take and to free an entry
  std::atomic<std::uint32_t> state{};
  std::uint32_t domains = 0;
  std::uint32_t regions_end = 1;  ///< entries from here on were never used; the first never is
  std::uint32_t pairs_end = 1;
  RobustLock atomics[stripes];  ///< by address: atomics of one device exclude each other (IBTA Vol. 1, 9.4.5)
  RegionEntry regions[entries];
  PairEntry pairs[entries];
};

/// One device as this process sees it. Its file goes with the last process that has the device open.
class NicMemory {
 public:
  /// To use the device; empty, with errno, where /dev/shm does not take it.
  static std::shared_ptr<NicMemory> open(const Address& address);
  /// To reach those who use it; empty where nobody does.
  static std::shared_ptr<NicMemory> look_at(const Address& address);
  ~NicMemory();

  /// It is still the file that others find.
  bool is_current() const { return file_.has_name(); }
  const Address& address() const { return address_; }

  std::uint32_t next_domain();
  /// The entry's key; 0, with errno, where there is none left.
  std::uint32_t add_region(const RegionFacts& facts);
  void remove_region(std::uint32_t key);
  /// The entry, whether it is free or not; who asks compares the key.
  RegionEntry& region(std::uint32_t key) const { return tables().regions[key & 0xffff]; }
  /// Changes its number, 24 bits.
  std::uint32_t add_pair(ProcessName process, std::uint64_t offset);
  void remove_pair(std::uint32_t number);
  PairEntry& pair(std::uint32_t number) const { return tables().pairs[number & 0xffff]; }
  RobustLock& atomics(std::uint64_t address) const { return tables().atomics[address / 8 % NicTables::stripes]; }

 private:
  NicMemory(const Address& address, SharedFile file) : address_(address), file_(std::move(file)) {}
  NicTables& tables() const { return *file_.at<NicTables>(0); }
  void remove_dead();

  Address address_;
  SharedFile file_;
  bool uses_ = false;
};

}  // namespace softverbs
