// What carries the bytes of a backend that has a process per PE: a wire for each proxy, made by the backend's factory.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/ids.hpp"
#include "core/device/host_queue_format.hpp"
#include "core/fabric/heap.hpp"
#include "core/fabric/wire.hpp"
#include "core/process/process_plan.hpp"

namespace gin {

/// A wire that other processes can be told of.
///
/// - `address`: what the other PEs have to know of this end; any bytes.
/// - `connect`: those of all PEs in their order, this one's too; once, before the first post. Throws Error(failed) that
///   names the PE whose address is malformed or not to be reached.
/// - `nic`: what carries the bytes, as the OS names it ("mlx5_0", "0000:a1:00.0"), or any word; proxy threads go to
///   cores near it.
template <class W>
concept ConnectedWire = Wire<W> &&
    requires(W wire, const W& same, const std::vector<std::string>& addresses, Pe me) {
  { same.address() } -> std::same_as<std::string>;
  { same.nic() } -> std::same_as<std::string>;
  wire.connect(addresses, me);
};

/// Where a wire starts from.
struct WirePlace {
  std::string host;        ///< this machine's address, at which the other PEs reach it; empty before PEs are
  scenario::Nic nic;       ///< that was asked for, of backends that open one
  std::uint32_t gpu = 0;   ///< this PE's number among those of its machine
  std::uint32_t gpus = 1;  ///< PEs of the machine
};

/// Of the PE `me`, which that `host` reaches.
inline WirePlace place_of(const scenario::Scenario& scenario, std::string host, Pe me) {
  const auto gpus = static_cast<std::uint32_t>(scenario.cluster.gpus_per_node);
  return {std::move(host), scenario.launch.nic, me.value % gpus, gpus};
}

/// What one wire is made for. The heap outlives it.
struct WireNeeds {
  std::span<unsigned char> heap;
  std::uint64_t eager_max = 0;  ///< bytes of a send that travel behind its message
  std::uint32_t n_pes = 1;      ///< of the job, this one too
  WirePlace place;
};

/// Makes the wires of one backend, in every process of it.
///
/// - `prepare`: looks whether there can be wires here, before the first one in a process and, where this process starts
///   the PEs, before they are forked, so that they inherit what is slow to load. Called for every row; throws
///   Error(unavailable) with a sentence. It may leave no thread behind, and nothing open that a fork breaks.
/// - `missing`, if it has one: why there can be no wires on this machine whatever is asked for, or "".
/// - `details`, if it has some: what they would be made on here, for people.
/// - `make`: a wire that belongs to one thread.
template <class F>
concept WireFactory = requires(F& factory, const WireNeeds& needs, const WirePlace& place) {
  factory.prepare(place);
  { factory.make(needs) } -> ConnectedWire;
};

/// What the queues of a PE's agents are made for. The heap outlives them, and begins with ControlWords.
struct QueueNeeds {
  std::span<unsigned char> heap;
  std::uint32_t n_pes = 1;
  std::uint32_t per_peer = 1;  ///< queues to each PE, this one too
  std::uint32_t depth = 0;     ///< work requests of each; fewer where the NIC has no room for so many
  std::int64_t refused = 0;    ///< the n-th request of this PE names what its target does not have; 0: none
  std::vector<SignalWords> words = {};  ///< of the heap, that signals may go to; the same on every PE
  WirePlace place;
};

/// Send queues that agents write by themselves (paths gpu and gpu-cpu-doorbell); reliable, and each keeps its order, unless its
/// `limits` say that it counts (PostRules::counted).
///
/// - `address`, `connect`, as those of a ConnectedWire.
/// - `queue`: to that PE, one of the `per_peer`.
/// - `limits`: bytes that travel inline, and of the longest request; `counts`.
/// - `title`: the device, for people: "mlx5_0 port 1".
/// - `go_to_wrap`: the next requests of all queues are the last before an index of the NIC wraps. Called once, after all PEs
///   have connected, where a test asks for it.
template <class Q>
concept ConnectedQueues = requires(Q queues, const Q& same, const std::vector<std::string>& addresses, Pe pe,
                                   std::uint32_t index) {
  { same.address() } -> std::same_as<std::string>;
  { same.title() } -> std::same_as<std::string>;
  queues.connect(addresses, pe);
  { queues.queue(pe, index) } -> std::same_as<DeviceQueue&>;
  { same.limits().inline_max } -> std::convertible_to<std::uint64_t>;
  { same.limits().message_max } -> std::convertible_to<std::uint64_t>;
  { same.limits().counts } -> std::convertible_to<bool>;
  queues.go_to_wrap();
};

/// A factory whose NIC lets agents post by themselves.
template <class F>
concept QueueFactory = WireFactory<F> && requires(F& factory, const QueueNeeds& needs) {
  { factory.make_queues(needs) } -> ConnectedQueues;
};

/// A factory behind one type, so that launching and meeting are compiled once for all backends.
class Carrier {
 public:
  virtual ~Carrier() = default;
  virtual void prepare(const WirePlace& place) = 0;
  virtual std::string missing() = 0;
  virtual std::string details() = 0;
  /// Throws Error(bad_input, unavailable) for what cannot run here, after prepare() and before there are processes.
  virtual void refuse(const ProcessPlan&) {}
  /// Of all PEs of this machine, in how many they live: neighbours share one, and each has a thread there. As many as PEs, unless it
  /// says otherwise.
  virtual std::uint32_t processes(const ProcessPlan& plan) { return plan.launch.n_pes; }
  /// Runs PE `me` in this process, from meeting the others to leaving them; returns its part of the row. `heaps`: of
  /// all PEs of this machine; null when this process was started on its own.
  virtual trace::Row run_pe(const ProcessPlan& plan, bootstrap::Member& member, Pe me,
                            const SymmetricHeaps* heaps) = 0;
};

}  // namespace gin
