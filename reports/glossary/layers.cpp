// What stands between a program and the fabric, and the ways that operations and bytes took.
#include "reports/glossary/glossary.hpp"

namespace gin::reports {
constexpr Term layer_table[] = {
    {"Kernels",
     "Agents are a kernel on the GPU in brackets; where its heap lies stands there, too, if that is not the GPU's memory.",
     "launch.runs_on", "core/process/kernel_run.hpp", "launch.runs_on host."},
    {"Paced", "Times are waited for on a wall clock, so many times as long as the emulated machine takes.",
     "time_scale", "core/env/paced_world.hpp", "Backend emulated, which needs no wall clock."},
    {"Adversary",
     "Everything comes as late and in whatever order the rules leave open that stand in brackets: those of the machine, or "
     "those of the device API alone. Each seed is another run, and none has times.",
     "test.adversary", "core/env/adversary.hpp", "test.adversary none."},
    {"Degraded",
     "What is below hands messages out in an order drawn from the seed and cuts writes, as strict as EFA.",
     "test.degraded", "core/process/pe_process.hpp", "test.degraded false."},
    {"ColdCpu",
     "CPU threads run on cores that have just been idle: their work takes so much of what it takes on a warm one.",
     "profile.host.clock profile.host.cold_percent", "models/cost/clock.hpp", "profile.host.clock warm."},
    {"Striped",
     "Transfers from that size on are spread over all rails of the NIC; fences then wait for completions.",
     "profile.nic.rails stack.queues.stripe_min_bytes", "core/device/post_rules.hpp",
     "Transfers below stack.queues.stripe_min_bytes stay on one rail."},
    {"Segmented", "Transfers longer than that are cut, for one work request of the NIC carries no more.",
     "profile.nic.message_max_bytes", "core/device/post_rules.hpp",
     "Smaller transfers, or a NIC that takes longer ones."},
    {"Staged", "The NIC does not reach GPU memory: payload is copied to the CPU's memory and from it.",
     "profile.pcie.gpudirect profile.host.copy_ns", "nic/network_memory.cpp", "GPUDirect."},
    {"OrderedSignals",
     "The fabric keeps no order, has no atomics or does not reach GPU memory: signals take numbers, and by these "
     "come after their data. In brackets stands who sees to that: the target's CPU by counting what belongs to a "
     "signal or by retiring all in order, or the source by holding the signal.",
     "profile.nic.ordering profile.nic.native_atomics profile.pcie.gpudirect stack.arrivals.signals",
     "core/fabric/ordered_signals.hpp", "A NIC that keeps order and has atomics and GPUDirect."},
    {"SoftAtomics", "Atomics travel as messages that the target's CPU carries out.",
     "profile.nic.ordering profile.nic.native_atomics profile.pcie.gpudirect", "core/fabric/wire_arriving.hpp",
     "A NIC that keeps order and has atomics and GPUDirect."},
    {"NicCounters",
     "Signals are counters of the target's NIC: it adds one for each message that names the signal, behind that message's "
     "own bytes, and no CPU has a part in it. In brackets stands how many it has. Nothing orders a signal behind other "
     "messages, and there are no other atomics.",
     "profile.nic.counters stack.arrivals.signals", "nic/network_counters.cpp",
     "Another stack.arrivals.signals; then the target's CPU counts."},
    {"Device",
     "The RDMA device that carried the bytes. What a device in software takes is this machine's time, no adapter's.",
     "launch.device launch.port launch.fabric launch.rails launch.relaxed_ordering", "core/verbs/device.cpp",
     "Another launch.device; ginlab doctor lists those there are."},
    {"Pinned",
     "Threads that stayed on a core of their own: in brackets which, and whose. Proxies have those near the NIC, where the "
     "machine tells which one is.",
     "launch.pin launch.workers", "core/process/thread_cores.cpp", "launch.pin off."},
};

constexpr Term path_table[] = {
    {"path pointer", "Agents load and store in their peer's memory, over NVLink or shared memory.",
     "path.same_node stack.offers.pointer", "core/device/pointer_path.hpp", "Another path.same_node."},
    {"path gpu", "Agents build work requests and ring the NIC's doorbell themselves.",
     "path.same_node path.other_node stack.offers.gpu profile.nic.device_posting", "core/device/gpu_path.hpp",
     "Another path.same_node or path.other_node."},
    {"path gpu-cpu-doorbell",
     "Agents build work requests, and a CPU thread that looks at every queue rings the doorbell.",
     "path.same_node path.other_node stack.offers.gpu_cpu_doorbell", "core/proxy/doorbell_thread.hpp",
     "Another path.same_node or path.other_node."},
    {"path proxy", "Agents push commands into a ring, and a CPU thread posts them.",
     "path.same_node path.other_node stack.offers.proxy", "core/device/proxy_path.hpp",
     "Another path.same_node or path.other_node; two-sided operations always go by proxy."},
    {"path host", "Agents are streams that a CPU thread fills; the CPU posts what they send.",
     "path.same_node path.other_node stack.offers.host", "core/env/host_stream.hpp",
     "Another path.same_node or path.other_node."},
};

constexpr Term link_table[] = {
    {"link memory", "Bytes that agents loaded from their own GPU's memory and stored to it.", "program",
     "core/env/world_transfers.cpp", "Fewer passes over the data."},
    {"link nvlink", "Bytes that agents loaded from peers of their node and stored to them.", "path.same_node",
     "core/env/world_transfers.cpp", "Fewer bytes, or another path.same_node."},
    {"link pcie", "Payload between NICs and memory, commands, doorbells and words; completions are not counted.",
     "path.other_node", "core/env/virtual_moves.cpp", "Fewer bytes and operations."},
    {"link nic", "Messages that NICs put on the line, answers of gets among them, with their headers.",
     "path.other_node profile.nic.header_bytes profile.nic.mtu_bytes", "nic/network_wire.cpp",
     "Fewer bytes and operations."},
};

std::span<const Term> layer_terms() {
  return layer_table;
}
std::span<const Term> path_terms() {
  return path_table;
}
std::span<const Term> link_terms() {
  return link_table;
}

}  // namespace gin::reports
