// An open EFA device whose queues agents can write, with a PE's heap registered at it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/verbs/domain.hpp"
#include "core/verbs/handle.hpp"
#include "core/verbs/peer_address.hpp"

namespace gin::verbs {

/// Those of this machine by name; hardware's, or where there is none the software device's, if it is EFA's.
std::vector<std::string> efa_devices();

/// What would have to be there for agents to write the queues of one: the device, its driver or a library, in a sentence; empty
/// where they can.
std::string efa_queues_missing();
/// The same of a library that has EFA devices.
std::string efa_queues_missing(const Library& library);

/// Plain members, as in Device. "auto": the first.
struct EfaDevice {
  /// Throws Error(unavailable) with a sentence.
  EfaDevice(const std::string& wanted, const HeapMemory& heap);

  bool is_soft() const { return library == soft_library(); }
  /// Other memory of this process. Throws Error(unavailable), as those below.
  Handle<ibv_mr> region(std::span<unsigned char> memory, unsigned access) const;
  Handle<ibv_cq> completions(std::uint32_t places) const;
  /// In state RESET. Counters are attached to it before `open` readies it.
  Handle<ibv_qp> queue_pair(ibv_cq* queue, std::uint32_t sends) const;
  void open(ibv_qp* pair) const;
  /// One that is written to `word` as it changes, of what `kinds` (younger_efa::Counted) says of that queue pair.
  Handle<younger_efa::Counter> counter(std::uint64_t* word, ibv_qp* pair, std::uint32_t kinds) const;
  /// How requests name the device at that address.
  Handle<ibv_ah> handle(const PeerAddress& peer, std::uint16_t& number) const;
  /// What the other PEs have to know; the numbers of queue pairs are for the caller to add.
  PeerAddress address() const;

  /// Of all queue pairs of a job.
  static constexpr std::uint32_t queue_key = 0x67696e00;

  const Library* library = nullptr;
  Handle<ibv_context> context;
  std::string name;
  ibv_device_attr attributes{};
  efadv_device_attr efa{};
  younger_efa::CounterLimits counters{};
  ibv_gid gid{};
  std::span<unsigned char> heap;
  Handle<ibv_pd> protection;
  Handle<ibv_mr> heap_region;
};

}  // namespace gin::verbs
