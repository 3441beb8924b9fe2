// This process on the fabric: what it shares, whom it reaches, and the thread that does what nobody calls for.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

#include "core/softverbs/address.hpp"
#include "core/softverbs/engine.hpp"
#include "core/softverbs/nic_memory.hpp"
#include "core/softverbs/process_memory.hpp"
#include "core/softverbs/windows.hpp"

namespace softverbs {

/// There while a device is open.
class Process {
 public:
  /// The one of this process; made where there is none. A child made by fork has none of its parent's. Null, with errno.
  static std::shared_ptr<Process> current();
  ~Process();

  ProcessMemory& memory() { return *memory_; }
  Engine& engine() { return engine_; }
  Windows& windows() { return windows_; }

  /// The device at `address`, if somebody uses it.
  std::shared_ptr<NicMemory> nic(const Address& address);
  std::shared_ptr<PeerMemory> peer(ProcessName name);

 private:
  explicit Process(std::unique_ptr<ProcessMemory> memory)
      : memory_(std::move(memory)), engine_(memory_->header()) {}

  std::unique_ptr<ProcessMemory> memory_;
  Windows windows_;
  std::mutex mutex_;
  std::map<std::uint16_t, std::shared_ptr<NicMemory>> nics_;  ///< by LID
  std::map<ProcessName, std::weak_ptr<PeerMemory>> peers_;
  Engine engine_;
};

}  // namespace softverbs
