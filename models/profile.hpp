// One machine as numbers: GPU, NVLink, PCIe, IOMMU, NIC, wire. Each number's source and grade stand in its file
// under profiles/; here stands what it means.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/units.hpp"

namespace gin::models {

/// Translations that are kept: of loads from a larger footprint, those beyond the reach wait for one.
struct TlbLevel {
  Bytes reach;
  Duration miss;
};

struct GpuProfile {
  std::int64_t clock_hz;  ///< of the SMs; what a stack's agents do in cycles goes by it (cost/clock.hpp)
  Duration load;          ///< one dependent load that hits the local L2: what a poll of a word costs
  Duration load_hbm;      ///< the same when the footprint exceeds the L2
  Duration atomic;        ///< one dependent atomic on a local word
  Duration fence_system;  ///< a system-scope fence with nothing outstanding
  Duration fence_device;  ///< a device-scope fence: between the agents of one GPU
  std::int64_t sm_count;
  std::int64_t sm_multiply_adds_per_second;  ///< of 32-bit floating point numbers, by one SM
  std::int64_t instruction_cycles;  ///< of a lane, until the next that waits for it; 0: lanes compute in no time
  Bytes l1_size;                    ///< of an SM, for what it loads; 0: none
  Bandwidth l1;                     ///< one SM, loads that hit it
  Duration l1_load;                 ///< one dependent load that hits it
  Bytes l2_size;
  Bandwidth l2;               ///< all SMs together, reads or writes that stay in the L2
  Bandwidth hbm;              ///< all SMs together
  std::int64_t hbm_channels;  ///< each with its share of that
  Bytes hbm_interleave;       ///< neighbouring bytes that lie in one channel: a run of them comes at its pace
  Bytes in_flight_thread;     ///< bytes one agent of that scope keeps in flight: its bandwidth is this over latency
  Bytes in_flight_warp;
  Bytes in_flight_block;
  Bandwidth sm_load;     ///< what one SM, so one agent, loads at most
  Bandwidth sm_store;    ///< what one SM stores to a peer at most
  Bandwidth warp_store;  ///< what one warp of it issues at most; 0: no limit
  std::int64_t
      copy_in_flight_percent;  ///< of those in flight, what the load-and-store loop of a library's copy keeps
  TlbLevel tlb;                ///< of loads from the own memory
  TlbLevel walk;               ///< the same of the level behind it, on top
};

/// Every GPU has a port to switches that never block, or there are links between pairs of GPUs.
enum class NvlinkTopology { crossbar, mesh };
/// Whether a GPU keeps lines of its peers in its own L2. One that does has to let go of them when an agent acquires
/// at system scope: nobody tells it that their owner has written them.
enum class RemoteLines { not_kept, until_acquire };

struct NvlinkProfile {
  NvlinkTopology topology;
  RemoteLines remote_lines;
  std::string links;             ///< of a mesh: which GPUs share a link, and how wide it is (cost/nvlink.hpp)
  Duration relay;                ///< of a mesh: what every GPU on the way between two without a link adds
  Duration load;                 ///< round trip of one dependent load from a peer's memory, which its L2 holds
  Duration load_hbm;             ///< the same when the footprint exceeds the peer's L2
  Duration store;                ///< from issuing a store until it is visible at the peer
  Bandwidth read;                ///< per GPU port and direction, payload of loads
  Bandwidth write;               ///< per GPU port and direction, payload of stores
  std::int64_t request_percent;  ///< of a load's bytes, what its request takes of the other direction's
  TlbLevel tlb;                  ///< of loads from a peer's memory
};

/// Where the NIC is, seen from its GPU: behind the same PCIe switch, behind the same root complex, at another
/// socket.
enum class NicPlacement { same_switch, same_socket, cross_socket };

struct PcieProfile {
  Duration posted;  ///< a posted write: GPU to host memory, CPU or GPU to a NIC doorbell, NIC or CPU to GPU memory
  Duration gpu_read_host;  ///< round trip of a GPU load from pinned host memory
  Duration cpu_read_gpu;   ///< round trip of a CPU load from GPU memory, through the GPU's BAR
  Duration nic_read;       ///< latency of a NIC read of payload in GPU memory behind its own switch, first byte
  Duration nic_read_host;  ///< the same from memory of the NIC's socket
  Bandwidth bandwidth;     ///< of the NIC's link, each direction
  std::int64_t gpudirect;  ///< 1: the NIC reads and writes GPU memory; 0: payload is copied beside the CPU first
  NicPlacement placement;
  Duration root_complex;             ///< one way through it, between two devices; a read pays it twice
  Duration socket;                   ///< one way over the link between sockets, on top
  Bandwidth root_complex_bandwidth;  ///< what the root complex carries between two devices, each direction
  Bandwidth socket_bandwidth;        ///< the same between devices of two sockets
};

/// Who translates the addresses that devices use: nobody, an IOMMU that lets them pass, or one with page tables.
enum class IommuMode { off, passthrough, translating };

/// Of each NIC; a request that is translated goes through the root complex, wherever the NIC is.
struct IommuProfile {
  IommuMode mode;
  Duration passthrough;  ///< on every request that passes without page tables
  std::int64_t entries;  ///< of the cache of translations, replaced least recently used first
  Bytes page;            ///< what one entry covers
  Duration hit;          ///< on every request that is translated
  Duration miss;         ///< walking the page tables, on top
  std::int64_t walkers;  ///< page walks at a time
};

/// Whether the cores that serve the GPU have been busy before: a clock takes its time to rise.
enum class CpuClock { warm, cold };

/// What the CPU and the GPU's front end cost a program that is driven from the host.
struct HostProfile {
  CpuClock clock;
  std::int64_t cold_percent;  ///< what a stack's CPU work takes on a cold core, of what it takes on a warm one
  Duration launch;            ///< CPU: launching a kernel or enqueueing an operation of the driver
  Duration start;             ///< from the end of the launch until the kernel runs on an idle stream
  Duration copy_start;        ///< the same for a copy engine
  Duration gap;               ///< between two kernels of a stream that is behind the CPU
  Duration trigger;           ///< a stream's progress seen by the CPU, or the CPU's word seen by the stream
  Duration synchronise;       ///< from the end of a stream's work until the CPU that waits for it goes on
  Duration copy;  ///< between GPU and CPU memory until the CPU knows that it is done, besides the bytes' time
};

/// Whether the work of one queue is delivered in its order.
enum class NicOrdering { per_queue, none };

struct NicProfile {
  NicOrdering ordering;
  std::int64_t native_atomics;  ///< 1: the NIC executes 64-bit atomics
  std::int64_t device_posting;  ///< 1: a GPU writes work requests and rings; 0: only a CPU can (pairing.hpp)
  std::int64_t counters;        ///< words whose value the NIC keeps: it adds one for each message that names them
  std::int64_t rails;           ///< NICs of each GPU
  Bytes message_max;            ///< of one work request
  Duration wqe_fetch;           ///< doorbell seen until the work requests posted so far are in the NIC
  Duration transmit;            ///< processing of one message before it goes on the wire (latency)
  Duration receive;             ///< processing of one arriving message (latency)
  Duration acknowledge;         ///< from an arriving acknowledgement or response to the completion being written
  Duration atomic;              ///< from taking an atomic until it has executed on the target's memory
  std::int64_t atomics_per_second;         ///< ceiling of the NIC's atomic unit
  std::int64_t messages_per_second;        ///< ceiling of the message pipeline, each direction
  std::int64_t queue_messages_per_second;  ///< ceiling of what one queue sends, where they keep order; 0: the NIC's
  Bytes turn;                ///< what one queue has of a port or of PCIe before the next has it; 0: a message
  std::int64_t connections;  ///< contexts of connections that the NIC holds, least recently used first out;
                             ///< 0: as many as there are
  Duration connection_miss;  ///< fetching the context of another one from host memory
  std::int64_t connection_fetches;  ///< such fetches at a time
  Bandwidth line;                   ///< payload and headers on the wire
  Bytes mtu;
  Bytes header;            ///< per packet
  Bytes inline_max;        ///< payload that fits into a work request
  std::int64_t blueflame;  ///< 1: a single work request posted by the CPU travels with its doorbell
};

/// Which uplink of its leaf a message takes: the one that a hash of its connection names, another one each time by
/// the seed, or the one that is through with its work first.
enum class Routing { by_flow, spray, adaptive };

struct WireProfile {
  Duration propagation;  ///< NIC to NIC, switches included
  Duration spray;        ///< packets take different ways: up to this much later, by the seed
  Duration spine;        ///< what the way from leaf to leaf adds: a NIC's leaf is that of its GPU's place and rail
  std::int64_t uplink_percent;  ///< of what its NICs can send, what a leaf brings across; from 100 on all of it
  std::int64_t uplinks;         ///< of a leaf: what it brings across is divided among them
  Routing routing;
};

struct Profile {
  std::string name;
  std::string description;
  std::string
      predicts;  ///< the wall-clock backend, on this kind of host, whose times the numbers stand for; or empty
  GpuProfile gpu;
  NvlinkProfile nvlink;
  PcieProfile pcie;
  IommuProfile iommu;
  HostProfile host;
  NicProfile nic;
  WireProfile wire;
};

}  // namespace gin::models
