// Time of messages: in NICs, on the wire between them, and on PCIe to and from memory.
#include "reports/glossary/glossary.hpp"

namespace gin::reports {
constexpr const char* in_source = "nic/network_source.cpp";
constexpr const char* on_wire = "nic/network_wire.cpp";
constexpr const char* in_target = "nic/network_target.cpp";
constexpr const char* in_memory = "nic/network_memory.cpp";
constexpr const char* in_completion = "nic/network_completion.cpp";

constexpr Term message_table[] = {
    {"nic.fetch_queue", "Work requests wait while the NIC still fetches earlier ones of their queue.",
     "profile.nic.wqe_fetch_ns", in_source,
     "Doorbells for more work requests at once; more queues (stack.queues.per_peer)."},
    {"nic.wqe_fetch", "The NIC fetches work requests from memory, from the doorbell until they are there.",
     "profile.nic.wqe_fetch_ns profile.nic.blueflame stack.gpu.queue_memory profile.pcie.root_complex_ns "
     "profile.pcie.socket_ns",
     in_source,
     "A CPU that posts a single one with its doorbell (profile.nic.blueflame); a NIC behind the switch of the "
     "memory in which queues lie."},
    {"nic.pipeline_queue",
     "A message waits for its turn in a NIC's message pipeline and passes it, on its way out and in.",
     "profile.nic.messages_per_second", on_wire, "Fewer and larger messages; more NICs (profile.nic.rails)."},
    {"nic.context_fetch", "A NIC fetches the context of a connection that it does not hold.",
     "profile.nic.connections profile.nic.connection_miss_ns profile.nic.connection_fetches", in_source,
     "Fewer connections: fewer peers, stack.queues.per_peer, contexts; a NIC that holds more."},
    {"nic.transmit", "The NIC processes one message before it goes on the wire.", "profile.nic.transmit_ns",
     in_source, "Fewer messages one after the other."},
    {"nic.port_queue",
     "A message waits for its turn at the source's port, after a packet of each other queue and what is left of its own.",
     "profile.nic.turn_bytes profile.nic.line_bytes_per_second profile.nic.header_bytes profile.nic.mtu_bytes",
     on_wire, "Fewer bytes, a faster line, more NICs (profile.nic.rails)."},
    {"nic.target_queue",
     "A message waits for its turn at the target's port, or an atomic until the target's unit is free.",
     "profile.nic.turn_bytes profile.nic.line_bytes_per_second profile.nic.atomics_per_second", on_wire,
     "Peers taken in different orders, so that not all send to one target at once; fewer signals and atomics."},
    {"nic.receive", "The target's NIC processes one arriving message.", "profile.nic.receive_ns", in_target,
     "Fewer messages one after the other."},
    {"nic.counter",
     "The target's NIC writes a counter, which is the signal's word, behind the bytes of the message.",
     "profile.nic.counters profile.pcie.bandwidth_bytes_per_second", "nic/network_counters.cpp",
     "More bytes with each signal."},
    {"nic.atomic", "The target's NIC executes an atomic or a signal on memory.",
     "profile.nic.atomic_ns profile.pcie.root_complex_ns profile.pcie.socket_ns", in_memory,
     "Fewer signals and atomics one after the other; a NIC near its GPU."},
    {"nic.acknowledge", "The source's NIC handles an acknowledgement or a response.", "profile.nic.acknowledge_ns",
     in_completion, "Fewer waits for completion: put_signal instead of put, quiet and flag."},
    {"nic.earlier_work",
     "A message is ready and waits for earlier work of its queue, because one queue keeps its order: to leave, "
     "to be taken at the target, or to be reported complete. A short signal behind long data waits here for the "
     "data.",
     "profile.nic.ordering profile.nic.queue_messages_per_second stack.queues.per_peer stack.queues.map "
     "profile.wire.spray_ns profile.wire.routing",
     "nic/network.hpp",
     "What makes the earlier work shorter, such as fewer bytes before a signal; more queues for what need not "
     "stay in order (stack.queues.per_peer, stack.queues.map)."},
    {"wire.propagation", "The first byte of a message, or an acknowledgement, is on its way from NIC to NIC.",
     "profile.wire.propagation_ns profile.wire.spine_ns", on_wire,
     "Fewer round trips one after the other; peers on the same leaf."},
    {"wire.serialize",
     "From the first byte of a message at the target until the last: its bytes at the pace of the line, or of "
     "PCIe and uplink where these are slower, with packets of other queues between its own.",
     "profile.nic.turn_bytes profile.nic.line_bytes_per_second profile.nic.header_bytes profile.nic.mtu_bytes "
     "profile.pcie.bandwidth_bytes_per_second",
     on_wire, "Fewer bytes, a faster line; several rails for one transfer (stack.queues.stripe_min_bytes)."},
    {"wire.spray", "A message comes later because its packets take different ways.", "profile.wire.spray_ns",
     on_wire, "A fabric with one way for each connection."},
    {"wire.uplink_queue", "A message waits for its turn at an uplink of its leaf switch.",
     "profile.wire.uplink_percent profile.wire.uplinks profile.wire.routing", on_wire,
     "Peers on the same leaf or rail; more uplinks; routing that avoids full ones."},
    {"pcie.payload_read", "The NIC reads payload from memory, until the first byte is there.",
     "profile.pcie.nic_read_ns profile.pcie.nic_read_host_ns profile.pcie.placement profile.pcie.root_complex_ns "
     "profile.pcie.socket_ns profile.iommu.mode",
     in_memory,
     "Payload within the work request (stack.gpu.inline_max_bytes, stack.proxy.inline_max_bytes); a NIC behind the "
     "GPU's own switch."},
    {"pcie.read_queue",
     "Payload waits for its turn on PCIe; at the target of a get also for earlier writes of its queue.",
     "profile.nic.turn_bytes profile.pcie.bandwidth_bytes_per_second profile.pcie.root_complex_bytes_per_second "
     "profile.pcie.socket_bytes_per_second",
     in_memory, "Fewer bytes; a faster PCIe link; gets before puts."},
    {"pcie.memory_write", "What has arrived is on its way over PCIe into memory, until it is visible.",
     "profile.pcie.posted_ns profile.pcie.bandwidth_bytes_per_second profile.pcie.placement "
     "profile.pcie.root_complex_ns profile.pcie.socket_ns",
     in_memory, "Fewer bytes; a NIC behind the GPU's own switch."},
    {"pcie.completion_write",
     "A completion, or what a get or an atomic brings, is on its way over PCIe into the source's memory.",
     "profile.pcie.posted_ns profile.pcie.bandwidth_bytes_per_second profile.pcie.root_complex_ns "
     "profile.pcie.socket_ns stack.gpu.queue_memory",
     in_completion, "Fewer waits for completion: put_signal instead of put, quiet and flag."},
    {"iommu.walk", "A NIC's request waits for the IOMMU to walk the page tables: the translation was not cached.",
     "profile.iommu.mode profile.iommu.miss_ns profile.iommu.entries profile.iommu.page_bytes "
     "profile.iommu.walkers",
     "nic/iotlb.hpp", "Larger pages, a smaller footprint, or an IOMMU that lets addresses pass."},
    {"host.copy_queue",
     "Without GPUDirect: payload waits until earlier copies between GPU and CPU memory have been asked for.",
     "profile.pcie.gpudirect profile.host.copy_ns", in_memory, "Fewer and larger transfers; GPUDirect."},
    {"host.copy", "Without GPUDirect: payload is copied between GPU and CPU memory.",
     "profile.pcie.gpudirect profile.host.copy_ns profile.pcie.bandwidth_bytes_per_second", in_memory,
     "Fewer and larger transfers; GPUDirect."},
};

std::span<const Term> nic_items() {
  return message_table;
}

}  // namespace gin::reports
