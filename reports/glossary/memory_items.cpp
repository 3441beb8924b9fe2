// Time of bytes that agents load and store, and of small writes across PCIe.
#include "reports/glossary/glossary.hpp"

namespace gin::reports {
constexpr Term memory_table[] = {
    {"memory.queue",
     "An agent's bytes wait for their turn at the GPU's own L2 or HBM behind those of others; a put over NVLink "
     "also for the rest of its own loads.",
     "profile.gpu.l2_bytes_per_second profile.gpu.hbm_bytes_per_second", "core/env/world_transfers.cpp",
     "Fewer agents that load at once, or fewer bytes; a footprint that stays in the L2."},
    {"memory.transfer",
     "An agent's bytes pass the GPU's own L2 or HBM, no faster than the agent keeps them in flight and its SM "
     "issues.",
     "profile.gpu.l2_bytes_per_second profile.gpu.hbm_bytes_per_second profile.gpu.in_flight_block_bytes "
     "profile.gpu.in_flight_warp_bytes profile.gpu.in_flight_thread_bytes profile.gpu.sm_load_bytes_per_second",
     "core/env/world_transfers.cpp",
     "More agents or a wider launch.scope; a program's own loops in two halves, which load ahead; a NIC or copy engine "
     "that moves the bytes."},
    {"memory.l1",
     "An agent loads again what it has loaded since it last acquired, its own GPU's bytes or a peer's: its SM has them.",
     "profile.gpu.l1_size_bytes profile.gpu.l1_bytes_per_second profile.gpu.l1_load_ns",
     "core/env/world_transfers.cpp", "Fewer passes."},
    {"memory.latency",
     "An agent waits for the last of its loads from its GPU's own memory, or for the first of a put's.",
     "profile.gpu.load_ns profile.gpu.load_hbm_ns profile.gpu.tlb_miss_ns profile.gpu.walk_ns",
     "core/env/world_transfers.cpp",
     "Fewer and longer passes over memory; a footprint within the L2 and the reach of the TLB."},
    {"nvlink.queue",
     "An agent's bytes wait for their turn at an NVLink port, or at a link of a mesh, behind those of others.",
     "profile.nvlink.read_bytes_per_second profile.nvlink.write_bytes_per_second profile.nvlink.request_percent profile.nvlink.topology",
     "core/env/world_transfers.cpp",
     "Peers taken in different orders, so that not all meet at one port; fewer bytes; a faster port."},
    {"nvlink.transfer",
     "An agent's bytes pass NVLink, no faster than the agent keeps them in flight and its SM issues; a put's no faster "
     "than its own loads.",
     "profile.nvlink.read_bytes_per_second profile.nvlink.write_bytes_per_second profile.gpu.in_flight_block_bytes "
     "profile.gpu.in_flight_warp_bytes profile.gpu.in_flight_thread_bytes profile.gpu.copy_in_flight_percent "
     "profile.gpu.sm_load_bytes_per_second profile.gpu.sm_store_bytes_per_second profile.gpu.warp_store_bytes_per_second "
     "profile.gpu.load_ns profile.gpu.load_hbm_ns",
     "core/env/world_transfers.cpp",
     "More agents, a wider launch.scope or a program's own loops in two halves, which load ahead, until the port is full; "
     "then fewer bytes."},
    {"nvlink.latency",
     "A store or an atomic is on its way to a peer over NVLink, or the last of an agent's loads on its way back.",
     "profile.nvlink.load_ns profile.nvlink.load_hbm_ns profile.nvlink.store_ns profile.nvlink.relay_ns "
     "profile.nvlink.tlb_miss_ns",
     "core/env/world_transfers.cpp",
     "Fewer round trips one after the other: stores instead of loads, longer loads, signals instead of reads."},
    {"nvlink.store_acknowledge",
     "A fence waits until the agent's stores over NVLink are acknowledged: there and back.",
     "profile.nvlink.store_ns profile.nvlink.relay_ns", "core/env/virtual_moves.cpp",
     "One fence for several stores; work between the stores and the fence."},
    {"pcie.flush",
     "A fence reads back over PCIe, because the agent has written there since its last one: a doorbell, a note or a command.",
     "profile.pcie.gpu_read_host_ns", "core/env/virtual_moves.cpp",
     "Signals to peers over NVLink before work requests for the NIC; one fence for several of them."},
    {"pcie.posted_write",
     "A small write is on its way across PCIe: a command, a doorbell or note of an agent or a CPU thread, or a "
     "word for the GPU to read.",
     "profile.pcie.posted_ns profile.pcie.placement profile.pcie.root_complex_ns profile.pcie.socket_ns "
     "profile.iommu.mode stack.proxy.ring_memory",
     "core/env/virtual_moves.cpp",
     "Fewer hand-overs between GPU, CPU and NIC: path gpu instead of proxy; a NIC near its GPU."},
};

std::span<const Term> memory_items() {
  return memory_table;
}

}  // namespace gin::reports
