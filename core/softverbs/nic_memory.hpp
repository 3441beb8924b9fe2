// What all processes of a host share of one device: which queue pairs and which registered memory there are.
#pragma once

#include <infiniband/verbs.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

#include "core/softverbs/address.hpp"
#include "core/softverbs/file_mapping.hpp"
#include "core/softverbs/number_table.hpp"
#include "core/softverbs/process_memory.hpp"
#include "core/softverbs/robust_lock.hpp"
#include "core/softverbs/shared_file.hpp"

namespace softverbs {

/// Registered memory. Its number is its local and its remote key.
struct Region {
  std::uint32_t access = 0;  ///< ibv_access_flags
  std::uint32_t domain = 0;  ///< number of the protection domain
  ProcessName process = 0;
  std::uint64_t start = 0;  ///< as requests name it (the iova)
  std::uint64_t bytes = 0;
  std::uint64_t address = 0;  ///< in its process
  FileRange range;            ///< where it is shared memory: others write there by themselves
};

/// Where the process of a queue pair has what others write to.
struct Pair {
  ProcessName process = 0;
  std::uint64_t offset = 0;
};

using Regions = NumberTable<Region>;
using Pairs = NumberTable<Pair>;

struct NicTables {
  static constexpr std::uint32_t stripes = 64;

  std::atomic<std::uint32_t> state{};
  std::atomic<std::uint32_t> domains{};  ///< how many there were
  RobustLock atomics[stripes];  ///< by address: atomics of one device exclude each other (IBTA Vol. 1, 9.4.5)
  Regions regions;
  Pairs pairs;
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
  bool is_current() const { return file_->has_name(); }
  const Address& address() const { return address_; }

  std::uint32_t next_domain() { return ++tables().domains; }
  Pairs& pairs() const { return tables().pairs; }
  Regions& regions() const { return tables().regions; }
  /// The region that holds `piece`: key, protection domain, rights and bounds (IBTA Vol. 1, 10.6.3.3, 10.6.3.4); null unless all
  /// are right.
  const Regions::Entry* region(const ibv_sge& piece, std::uint32_t domain, ibv_access_flags access) const;
  RobustLock& atomics(std::uint64_t address) const { return tables().atomics[address / 8 % NicTables::stripes]; }

 private:
  NicMemory(const Address& address, std::shared_ptr<const SharedFile> file, bool uses)
      : address_(address), file_(std::move(file)), uses_(uses) {}
  NicTables& tables() const { return *file_->at<NicTables>(0); }

  Address address_;
  std::shared_ptr<const SharedFile> file_;
  bool uses_;  ///< and does not only look
};

}  // namespace softverbs
