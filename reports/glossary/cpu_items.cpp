// Time of CPU threads: proxies, those that ring doorbells, and those that take what arrives. A stack's costs hold
// on a warm core, and are longer on a cold one (models/cost/clock.hpp).
#include "reports/glossary/glossary.hpp"

namespace gin::reports {
constexpr Term cpu_table[] = {
    {"proxy.poll_grid",
     "A CPU thread that had nothing to do sleeps in its loop of looks: what came lies there until the loop's "
     "next look at it.",
     "stack.proxy.poll_ring_ns stack.proxy.poll_completions_ns stack.proxy.turn_ns stack.proxy.rings stack.proxy.threads "
     "stack.cpu_doorbell.poll_ns",
     "core/env/virtual_env.cpp", "Fewer rings for each thread, or cheaper looks; a path without a CPU thread."},
    {"proxy.poll_ring",
     "A proxy looks at one command ring. Where rings lie in the GPU's memory each look is a read over PCIe.",
     "stack.proxy.poll_ring_ns stack.proxy.ring_memory profile.pcie.cpu_read_gpu_ns profile.host.clock "
     "profile.host.cold_percent",
     "core/proxy/proxy.hpp", "Fewer rings for each thread: stack.proxy.rings, stack.proxy.threads."},
    {"proxy.decode", "A proxy takes one command apart.",
     "stack.proxy.decode_ns profile.host.clock profile.host.cold_percent", "core/proxy/proxy.hpp",
     "Fewer and larger operations; more proxy threads, where several wait for one."},
    {"proxy.post",
     "A CPU thread builds one work request: for a command, for an acknowledgement, or to fetch what was sent.",
     "stack.proxy.post_ns profile.host.clock profile.host.cold_percent", "nic/nic_wire.cpp",
     "Fewer and larger operations, a NIC that takes longer messages, more proxy threads; path gpu, where agents "
     "build side by side."},
    {"proxy.doorbell", "A proxy rings the NIC's doorbell.",
     "stack.proxy.doorbell_ns stack.proxy.doorbell_batch profile.host.clock profile.host.cold_percent",
     "core/proxy/proxy.hpp", "A larger stack.proxy.doorbell_batch, where commands wait in the ring."},
    {"proxy.poll_completions",
     "A proxy looks at its completion queue, and takes what a pass takes beside its looks: locks, a yield.",
     "stack.proxy.poll_completions_ns stack.proxy.turn_ns profile.host.clock profile.host.cold_percent",
     "core/device/poll_grid.hpp", "More proxy threads, where one has too much to do between two looks."},
    {"proxy.complete", "A proxy handles one completion.",
     "stack.proxy.complete_ns stack.proxy.completions_batch profile.host.clock profile.host.cold_percent",
     "core/proxy/proxy.hpp", "Fewer and larger operations; more proxy threads."},
    {"proxy.publish",
     "A CPU thread writes how far it has come to where the GPU reads it: commands complete, slots free, numbers "
     "acknowledged.",
     "stack.proxy.publish_ns profile.host.clock profile.host.cold_percent", "core/proxy/proxy.hpp",
     "Fewer waits for completion: put_signal instead of put, quiet and flag."},
    {"doorbell.poll", "Path gpu-cpu-doorbell: the CPU thread that rings looks at one queue's index.",
     "stack.cpu_doorbell.poll_ns stack.queues.per_peer profile.host.clock profile.host.cold_percent",
     "core/proxy/doorbell_thread.hpp", "Fewer queues (peers times stack.queues.per_peer); path gpu."},
    {"doorbell.ring", "Path gpu-cpu-doorbell: the CPU thread rings the NIC's doorbell once.",
     "stack.cpu_doorbell.ring_ns profile.host.clock profile.host.cold_percent", "core/proxy/doorbell_thread.hpp",
     "Path gpu, where the NIC lets a GPU ring."},
    {"arrival.handle",
     "A CPU thread of the target takes one arrived message or immediate; at the source, an acknowledgement.",
     "stack.arrivals.handle_ns stack.arrivals.acknowledge_most profile.host.clock profile.host.cold_percent",
     "nic/nic_wire.cpp",
     "A NIC that keeps order and has atomics, which needs no CPU at the target; fewer segments and rails for each "
     "operation; more proxy threads."},
    {"arrival.apply",
     "A CPU thread of the target reads, changes and writes one word of GPU memory: a signal or an atomic.",
     "stack.arrivals.apply_ns profile.host.clock profile.host.cold_percent", "core/fabric/wire_arriving.hpp",
     "A NIC that keeps order and has atomics; fewer signals."},
    {"arrival.match", "A CPU thread finds the receive that a send belongs to, or the other way round.",
     "stack.arrivals.match_ns profile.host.clock profile.host.cold_percent", "core/fabric/wire_two_sided.hpp",
     "One-sided operations, which nobody has to match."},
};

std::span<const Term> cpu_items() {
  return cpu_table;
}

}  // namespace gin::reports
