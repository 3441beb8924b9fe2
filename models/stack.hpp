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
/// Which ring an agent's command goes to: its own, or the peer's.
enum class RingMap { by_agent, by_peer };
/// How a signal comes after its data where the fabric keeps no order: the target's CPU counts the arrivals that
/// belong to the signal; or retires everything in the order of issue; or the source holds the signal back until
/// its data is acknowledged; or no CPU has a part in it, and the target's NIC counts what is addressed to the signal.
enum class UnorderedSignals { receiver_count, receiver_reorder, sender_hold, nic_counter };
/// When the target's CPU tells the source what it has carried out: after each look at what arrived; or when the source
/// asks, because somebody there waits, and before its window is used up.
enum class Acknowledge { each_look, when_asked };

/// What an agent does whose queue somebody else rings for at the moment: it leaves its doorbell to that one, or waits for a lock.
enum class Doorbells { left, locked };

/// In which memory something lies that GPU and CPU or NIC share.
enum class SharedMemory { gpu, host };

/// What an agent does itself, issue and polls, is part cycles of its SM and part memory and bus.
struct AgentRules {
  std::int64_t clock_hz;        ///< of the SMs on which the costs of this stack hold
  std::int64_t cycles_percent;  ///< how much of them goes by that clock
};

struct QueueRules {
  std::int64_t per_peer;
  QueueMap map;
  std::int64_t depth;  ///< work requests outstanding in one queue, a power of two
  QuietScope quiet;
  Bytes stripe_min;  ///< transfers from this size on are spread over all rails of the NIC
};

struct GpuPathCosts {
  SharedMemory queue_memory;    ///< of send queues and completions that agents use
  Duration build;               ///< writing one work request
  Duration publish;             ///< making it visible to the NIC: fence and producer record
  Duration doorbell;            ///< the store itself and its record; a lock around it costs by itself
  Duration joint;               ///< more for a put or get of a warp or block than for a thread's
  std::int64_t doorbell_batch;  ///< work requests of one reservation that share a doorbell
  Doorbells doorbells;
  Duration poll;     ///< one look at a completion queue
  Bytes inline_max;  ///< what this library inlines, at most the NIC's own limit
};

/// Path gpu-cpu-doorbell: the agent writes how far its queue is filled into host memory, a CPU thread that looks
/// at every queue in turn rings. Everything else costs what the gpu path costs.
struct CpuDoorbellCosts {
  Duration note;  ///< GPU: writing the index where the CPU looks
  Duration poll;  ///< CPU: one look at one queue's index
  Duration ring;  ///< CPU: ringing once
};

struct ProxyPathCosts {
  std::int64_t rings;       ///< per PE
  std::int64_t threads;     ///< per PE; ring r is served by thread r mod threads
  std::int64_t ring_slots;  ///< 16-byte slots, a power of two
  RingMap ring_map;
  SharedMemory ring_memory;
  Credit credit;
  Duration push;                   ///< GPU: reserving and storing one command
  Duration poll_ring;              ///< CPU: one look at one ring
  Duration decode;                 ///< CPU: taking one command apart
  Duration post;                   ///< CPU: building one work request
  Duration doorbell;               ///< CPU: ringing once
  std::int64_t doorbell_batch;     ///< commands taken from one ring that share a doorbell
  Duration poll_completions;       ///< CPU: one look at the completion queue
  Duration turn;                   ///< CPU: a pass over rings and completions, beside its looks
  Duration complete;               ///< CPU: handling one completion
  std::int64_t completions_batch;  ///< completions taken in one look at the queue at most
  Duration publish;                ///< CPU: writing the completion or credit word to where the GPU reads it
  Duration poll;                   ///< GPU: one look at the completion word
  std::int64_t budget_operations;  ///< commands in flight per thread
  Bytes budget_bytes;              ///< payload in flight per thread
  std::int64_t completions_max;    ///< entries of a thread's completion queue; no more work requests than that
  Bytes inline_max;
};

/// What the CPU of the target does for signals and atomics on a fabric without order or atomics, and for
/// two-sided messages.
struct ArrivalCosts {
  UnorderedSignals signals;
  Acknowledge acknowledge;
  Duration handle;                ///< taking one arrived message or immediate
  Duration apply;                 ///< reading, changing or writing one word of GPU memory
  std::int64_t acknowledge_most;  ///< operations that one acknowledgement to the source covers at most
  Duration match;                 ///< finding the receive that a message belongs to, or the other way round
  Bytes eager_max;                ///< a send up to it carries its bytes; a longer one is fetched once it is matched
};

/// Path host: calls of the CPU, in stream order.
struct HostCosts {
  Duration call;      ///< entering a communication call, enqueueing included
  Duration group;     ///< opening and closing a group of calls
  Duration post;      ///< building one work request once the stream is there
  Duration doorbell;  ///< ringing once
  Duration poll;      ///< one look for completions
};

/// What the library has. A run that takes something else has to ask for it by an override, and its report says that
/// the library does not do it (pairing.hpp).
struct Offers {
  bool pointer;
  bool gpu;
  bool gpu_cpu_doorbell;
  bool proxy;
  bool host;
  bool unordered;  ///< a transport for a fabric that keeps no order
};

struct Stack {
  std::string name;
  std::string description;
  Offers offers;
  Duration call;         ///< entering any communication call on the device, before the path is known
  Duration wait_return;  ///< of a call that waits for a word: from the look that sees it until the program goes on
  QueueRules queues;
  AgentRules agent;
  bool strong_signals;  ///< put_signal orders after all earlier puts to that peer, not after its own only
  GpuPathCosts gpu;
  CpuDoorbellCosts cpu_doorbell;
  ProxyPathCosts proxy;
  ArrivalCosts arrivals;
  HostCosts host;
};

}  // namespace gin::models
