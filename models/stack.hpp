// One library as numbers and rules: what its software costs, how calls map to queues, what a fence does.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/units.hpp"

namespace gin::models {

/// How an agent's operations to one peer map to the queues of that peer.
enum class QueueMap { single, by_agent, round_robin };
/// Which queues a quiet polls: those used since the last one, or every one that is configured.
enum class QuietScope { used, configured };
/// When a ring slot is given back to the GPU: when the proxy has taken the command, or when it completed.
enum class Credit { consumption, completion };

struct QueueRules {
  std::int64_t per_peer;
  QueueMap map;
  std::int64_t depth;  ///< work requests outstanding in one queue, a power of two
  QuietScope quiet;
};

struct GpuPathCosts {
  Duration build;               ///< writing one work request
  Duration publish;             ///< making it visible to the NIC: fence and producer record
  Duration doorbell;            ///< the store itself, and taking the lock around it
  std::int64_t doorbell_batch;  ///< work requests of one reservation that share a doorbell
  Duration poll;                ///< one look at a completion queue
  Bytes inline_max;             ///< what this library inlines, at most the NIC's own limit
};

struct ProxyPathCosts {
  std::int64_t rings;       ///< per PE
  std::int64_t threads;     ///< per PE; ring r is served by thread r mod threads
  std::int64_t ring_slots;  ///< 16-byte slots, a power of two
  Credit credit;
  Duration push;                   ///< GPU: reserving and storing one command
  Duration poll_ring;              ///< CPU: one look at one ring
  Duration decode;                 ///< CPU: taking one command apart
  Duration post;                   ///< CPU: building one work request
  Duration doorbell;               ///< CPU: ringing once
  std::int64_t doorbell_batch;     ///< commands taken from one ring that share a doorbell
  Duration poll_completions;       ///< CPU: one look at the completion queue
  Duration complete;               ///< CPU: handling one completion
  Duration publish;                ///< CPU: writing the completion or credit word to where the GPU reads it
  Duration poll;                   ///< GPU: one look at the completion word
  std::int64_t budget_operations;  ///< commands in flight per thread
  Bytes budget_bytes;              ///< payload in flight per thread
  Bytes inline_max;
};

struct Stack {
  std::string name;
  std::string description;
  Duration call;  ///< entering any communication call on the device, before the path is known
  QueueRules queues;
  bool strong_signals;  ///< put_signal orders after all earlier puts to that peer, not after its own only
  GpuPathCosts gpu;
  ProxyPathCosts proxy;
};

}  // namespace gin::models
