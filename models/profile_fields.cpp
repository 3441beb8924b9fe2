// Every number of a profile file and the member it fills. What the numbers mean in the model is told in
// models/profile.hpp; the texts here are what `ginlab explain` and the schema say.
#include "models/load.hpp"
#include "models/row.hpp"

namespace gin::models {
namespace {

constexpr auto latency = Limit::zero_or_more;
constexpr auto rate = Limit::one_or_more;

constexpr Row<Profile> rows[] = {
    {"gpu.clock_hz", rate, "Clock of the SMs; what a stack's agents do in cycles goes by it.",
     [](Profile& p) -> Member { return &p.gpu.clock_hz; }},
    {"gpu.load_ns", latency, "One dependent load that hits the local L2: what a poll of a word costs.",
     [](Profile& p) -> Member { return &p.gpu.load; }},
    {"gpu.load_hbm_ns", latency, "The same load when the footprint exceeds the L2.",
     [](Profile& p) -> Member { return &p.gpu.load_hbm; }},
    {"gpu.atomic_ns", latency, "One dependent atomic on a local word.",
     [](Profile& p) -> Member { return &p.gpu.atomic; }},
    {"gpu.fence_system_ns", latency, "A system-scope fence with nothing outstanding.",
     [](Profile& p) -> Member { return &p.gpu.fence_system; }},
    {"gpu.fence_device_ns", latency, "A device-scope fence, between the agents of one GPU.",
     [](Profile& p) -> Member { return &p.gpu.fence_device; }},
    {"gpu.sm_count", Limit::many, "Streaming multiprocessors; a kernel of the host path fills them all.",
     [](Profile& p) -> Member { return &p.gpu.sm_count; }},
    {"gpu.l2_size_bytes", Limit::one_or_more, "A larger footprint goes to HBM.",
     [](Profile& p) -> Member { return &p.gpu.l2_size; }},
    {"gpu.l2_bytes_per_second", rate, "All SMs together, reads or writes that stay in the L2.",
     [](Profile& p) -> Member { return &p.gpu.l2; }},
    {"gpu.hbm_bytes_per_second", rate, "All SMs together.", [](Profile& p) -> Member { return &p.gpu.hbm; }},
    {"gpu.in_flight_thread_bytes", Limit::one_or_more,
     "Bytes one thread keeps in flight: its bandwidth is this over latency.",
     [](Profile& p) -> Member { return &p.gpu.in_flight_thread; }},
    {"gpu.in_flight_warp_bytes", Limit::one_or_more, "Bytes one warp keeps in flight.",
     [](Profile& p) -> Member { return &p.gpu.in_flight_warp; }},
    {"gpu.in_flight_block_bytes", Limit::one_or_more, "Bytes one block keeps in flight.",
     [](Profile& p) -> Member { return &p.gpu.in_flight_block; }},
    {"gpu.sm_load_bytes_per_second", rate, "What one SM, so one agent, loads at most.",
     [](Profile& p) -> Member { return &p.gpu.sm_load; }},
    {"gpu.sm_store_bytes_per_second", rate, "What one SM stores to a peer at most.",
     [](Profile& p) -> Member { return &p.gpu.sm_store; }},
    {"gpu.get_in_flight_percent", Limit::one_or_more,
     "Of those, what the load-and-store loop of a library's get keeps in flight.",
     [](Profile& p) -> Member { return &p.gpu.get_in_flight_percent; }},

    {"nvlink.load_ns", latency, "Round trip of one dependent load from a peer's memory.",
     [](Profile& p) -> Member { return &p.nvlink.load; }},
    {"nvlink.store_ns", latency, "From issuing a store until it is visible at the peer.",
     [](Profile& p) -> Member { return &p.nvlink.store; }},
    {"nvlink.read_bytes_per_second", rate, "Payload of loads, per GPU port and direction.",
     [](Profile& p) -> Member { return &p.nvlink.read; }},
    {"nvlink.write_bytes_per_second", rate, "Payload of stores, per GPU port and direction.",
     [](Profile& p) -> Member { return &p.nvlink.write; }},

    {"pcie.posted_ns", latency,
     "A posted write: GPU to host memory, CPU or GPU to a NIC doorbell, NIC or CPU to GPU memory.",
     [](Profile& p) -> Member { return &p.pcie.posted; }},
    {"pcie.gpu_read_host_ns", latency, "Round trip of a GPU load from pinned host memory.",
     [](Profile& p) -> Member { return &p.pcie.gpu_read_host; }},
    {"pcie.cpu_read_gpu_ns", latency, "Round trip of a CPU load from GPU memory, through the GPU's BAR.",
     [](Profile& p) -> Member { return &p.pcie.cpu_read_gpu; }},
    {"pcie.nic_read_ns", latency,
     "A NIC's read of payload in GPU memory behind its own switch, until the first byte is there.",
     [](Profile& p) -> Member { return &p.pcie.nic_read; }},
    {"pcie.nic_read_host_ns", latency, "A NIC's read of memory of its socket, until the first byte is there.",
     [](Profile& p) -> Member { return &p.pcie.nic_read_host; }},
    {"pcie.bandwidth_bytes_per_second", rate, "Payload on the NIC's link, each direction.",
     [](Profile& p) -> Member { return &p.pcie.bandwidth; }},
    {"pcie.gpudirect", Limit::flag,
     "1: the NIC reads and writes GPU memory; 0: the CPU has payload copied to and from its own memory.",
     [](Profile& p) -> Member { return &p.pcie.gpudirect; }},
    {"pcie.placement", Limit::free_of_choice,
     "Where the NIC is, seen from its GPU: same PCIe switch, same root complex, another socket.",
     [](Profile& p) -> Member { return &p.pcie.placement; }},
    {"pcie.root_complex_ns", latency,
     "One way through the root complex between GPU and NIC, where no switch joins them; a read pays it twice.",
     [](Profile& p) -> Member { return &p.pcie.root_complex; }},
    {"pcie.socket_ns", latency, "One way over the link between sockets, on top; a read pays it twice.",
     [](Profile& p) -> Member { return &p.pcie.socket; }},
    {"pcie.root_complex_bytes_per_second", rate,
     "What the root complex carries between GPU and NIC at most, each direction.",
     [](Profile& p) -> Member { return &p.pcie.root_complex_bandwidth; }},
    {"pcie.socket_bytes_per_second", rate, "The same between a GPU and a NIC of two sockets.",
     [](Profile& p) -> Member { return &p.pcie.socket_bandwidth; }},

    {"iommu.mode", Limit::free_of_choice,
     "What happens to the addresses that devices use: nothing, an IOMMU lets them pass, or it translates them.",
     [](Profile& p) -> Member { return &p.iommu.mode; }},
    {"iommu.passthrough_ns", latency, "On every request of a device that passes the IOMMU without page tables.",
     [](Profile& p) -> Member { return &p.iommu.passthrough; }},
    {"iommu.entries", Limit::many, "Translations that the IOMMU caches for one NIC; the least recently used goes.",
     [](Profile& p) -> Member { return &p.iommu.entries; }},
    {"iommu.page_bytes", Limit::one_or_more, "What one translation covers.",
     [](Profile& p) -> Member { return &p.iommu.page; }},
    {"iommu.hit_ns", latency, "On every request of a device that is translated.",
     [](Profile& p) -> Member { return &p.iommu.hit; }},
    {"iommu.miss_ns", latency, "Walking the page tables for a translation that is not cached, on top.",
     [](Profile& p) -> Member { return &p.iommu.miss; }},
    {"iommu.walkers", Limit::few, "Page walks of one NIC at a time.",
     [](Profile& p) -> Member { return &p.iommu.walkers; }},

    {"host.clock", Limit::free_of_choice, "Whether the cores that serve the GPU are warm or have just been idle.",
     [](Profile& p) -> Member { return &p.host.clock; }},
    {"host.cold_percent", Limit::one_or_more,
     "What a stack's CPU work takes on a cold core, of that on a warm one.",
     [](Profile& p) -> Member { return &p.host.cold_percent; }},
    {"host.launch_ns", latency, "CPU: launching a kernel or enqueueing an operation of the driver.",
     [](Profile& p) -> Member { return &p.host.launch; }},
    {"host.start_ns", latency, "From the end of the launch until the kernel runs on an idle stream.",
     [](Profile& p) -> Member { return &p.host.start; }},
    {"host.copy_start_ns", latency, "From the end of a call until the copy engine runs on an idle stream.",
     [](Profile& p) -> Member { return &p.host.copy_start; }},
    {"host.gap_ns", latency, "Between two kernels of a stream that is behind the CPU.",
     [](Profile& p) -> Member { return &p.host.gap; }},
    {"host.trigger_ns", latency, "A stream's progress seen by the CPU, or the CPU's word seen by the stream.",
     [](Profile& p) -> Member { return &p.host.trigger; }},
    {"host.synchronise_ns", latency, "From the end of a stream's work until the CPU that waits for it goes on.",
     [](Profile& p) -> Member { return &p.host.synchronise; }},
    {"host.copy_ns", latency,
     "A copy between GPU and CPU memory until the CPU knows that it is done, besides the time of its bytes.",
     [](Profile& p) -> Member { return &p.host.copy; }},

    {"nic.ordering", Limit::free_of_choice, "Whether the work of one queue is delivered in its order.",
     [](Profile& p) -> Member { return &p.nic.ordering; }},
    {"nic.native_atomics", Limit::flag, "1: the NIC executes 64-bit atomics.",
     [](Profile& p) -> Member { return &p.nic.native_atomics; }},
    {"nic.rails", Limit::rails, "NICs of each GPU.", [](Profile& p) -> Member { return &p.nic.rails; }},
    {"nic.message_max_bytes", Limit::one_or_more, "Payload of one work request at most.",
     [](Profile& p) -> Member { return &p.nic.message_max; }},
    {"nic.wqe_fetch_ns", latency, "Doorbell seen until the work requests posted so far are in the NIC.",
     [](Profile& p) -> Member { return &p.nic.wqe_fetch; }},
    {"nic.transmit_ns", latency, "Processing one message before it goes on the wire.",
     [](Profile& p) -> Member { return &p.nic.transmit; }},
    {"nic.receive_ns", latency, "Processing one arriving message.",
     [](Profile& p) -> Member { return &p.nic.receive; }},
    {"nic.acknowledge_ns", latency, "From an arriving acknowledgement or response to the completion being written.",
     [](Profile& p) -> Member { return &p.nic.acknowledge; }},
    {"nic.atomic_ns", latency, "From taking an atomic until it has executed on the target's memory.",
     [](Profile& p) -> Member { return &p.nic.atomic; }},
    {"nic.atomics_per_second", rate, "Ceiling of one NIC's atomic unit.",
     [](Profile& p) -> Member { return &p.nic.atomics_per_second; }},
    {"nic.messages_per_second", rate, "Ceiling of the message pipeline, each direction.",
     [](Profile& p) -> Member { return &p.nic.messages_per_second; }},
    {"nic.connections", Limit::zero_or_more,
     "Contexts of connections that the NIC holds; the least recently used goes. 0: it never misses one.",
     [](Profile& p) -> Member { return &p.nic.connections; }},
    {"nic.connection_miss_ns", latency, "Fetching the context of a connection that the NIC does not hold.",
     [](Profile& p) -> Member { return &p.nic.connection_miss; }},
    {"nic.connection_fetches", Limit::one_or_more, "Such fetches of one NIC at a time.",
     [](Profile& p) -> Member { return &p.nic.connection_fetches; }},
    {"nic.line_bytes_per_second", rate, "Payload and headers on the wire.",
     [](Profile& p) -> Member { return &p.nic.line; }},
    {"nic.mtu_bytes", Limit::one_or_more, "Payload of one packet at most.",
     [](Profile& p) -> Member { return &p.nic.mtu; }},
    {"nic.header_bytes", Limit::zero_or_more, "Bytes on the wire per packet besides its payload.",
     [](Profile& p) -> Member { return &p.nic.header; }},
    {"nic.inline_max_bytes", Limit::zero_or_more, "Payload that fits into a work request.",
     [](Profile& p) -> Member { return &p.nic.inline_max; }},
    {"nic.blueflame", Limit::flag, "1: a single work request posted by the CPU travels with its doorbell.",
     [](Profile& p) -> Member { return &p.nic.blueflame; }},

    {"wire.propagation_ns", latency, "NIC to NIC, switches included.",
     [](Profile& p) -> Member { return &p.wire.propagation; }},
    {"wire.spray_ns", latency, "Packets take different ways: a message is up to this much later, by the seed.",
     [](Profile& p) -> Member { return &p.wire.spray; }},
};

}  // namespace

std::span<const Row<Profile>> profile_rows() {
  return rows;
}

FieldTable profile_fields() {
  FieldTable table;
  add_head(table, "Name of the machine; scenarios say it in cluster.profile.");
  table.add({.path = "predicts",
             .kind = FieldKind::text,
             .default_value = std::string(),
             .text =
                 "The wall-clock backend whose times on this kind of host the profile predicts; a run there shows "
                 "both. Empty for a machine that is not this one."});
  Profile profile{};
  for (const auto& row : rows) table.add(field_of(row.path, row.limit, row.text, row.member(profile)));
  return table;
}

}  // namespace gin::models
