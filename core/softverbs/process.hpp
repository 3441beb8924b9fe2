// This process on the fabric: what it shares, whom it reaches, and the thread that does what nobody calls for.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>

#include "core/softverbs/address.hpp"
#include "core/softverbs/copy.hpp"
#include "core/softverbs/engine.hpp"
#include "core/softverbs/nic_memory.hpp"
#include "core/softverbs/process_memory.hpp"

namespace softverbs {

/// There while a device is open.
class Process {
 public:
  /// The one of this process; made where there is none. A child made by fork has none of its parent's. Null, with errno.
  static std::shared_ptr<Process> current();

  ProcessMemory& memory() { return *memory_; }
  Engine& engine() { return engine_; }

  /// The device at `address`, if somebody uses it.
  std::shared_ptr<NicMemory> nic(const Address& address);
  std::shared_ptr<PeerMemory> peer(ProcessName name);
  /// Where `address` of a region of `nic` is: here, if this process has or gets it mapped. It stays mapped then.
  Place place(const Address& nic, const Regions::Entry& region, std::uint64_t address);

 private:
  explicit Process(std::unique_ptr<ProcessMemory> memory)
      : memory_(std::move(memory)), engine_(memory_->header()) {}

  std::unique_ptr<ProcessMemory> memory_;
  std::mutex mutex_;
  std::map<std::uint16_t, std::shared_ptr<NicMemory>> nics_;  ///< by LID
  std::map<ProcessName, std::weak_ptr<PeerMemory>> peers_;
  /// The first bytes of regions, by process, LID and key; null: it cannot be mapped.
  std::map<std::tuple<ProcessName, std::uint16_t, std::uint32_t>, unsigned char*> mapped_;
  Engine engine_;
};

}  // namespace softverbs
