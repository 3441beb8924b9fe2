#include "nic/machine_of.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.hpp"
#include "models/cost/memory.hpp"
#include "models/cost/nvlink.hpp"
#include "models/cost/pcie.hpp"
#include "models/cost/proxy.hpp"
#include "models/rules/rules.hpp"

namespace gin::emulated {
namespace {

/// Of a GPU load from the CPU's memory.
Duration host_load_of(const models::Pairing& m) {
  using enum models::cost::Device;
  return models::cost::read(m.profile.pcie, m.profile.iommu, {gpu, cpu}).total();
}

PostedTimes posted_of(const models::Pairing& m) {
  using enum models::cost::Device;
  const auto time = [&](models::cost::Way way) {
    return models::cost::posted_write(m.profile.pcie, m.profile.iommu, way).total();
  };
  PostedTimes times;
  times[Posted::note] = time({gpu, cpu});
  times[Posted::command] = models::cost::command_posted(m.profile, m.stack.proxy);
  times[Posted::doorbell] = time({gpu, nic});
  times[Posted::cpu_doorbell] = time({cpu, nic});
  times[Posted::word] = time({cpu, gpu});
  times.read_back = host_load_of(m);
  const auto crosses = [&](Posted what) -> bool& { return times.crosses[static_cast<std::uint32_t>(what)]; };
  crosses(Posted::doorbell) = crosses(Posted::note) = true;
  crosses(Posted::command) = m.stack.proxy.ring_memory == models::SharedMemory::host;
  return times;
}

// What the placement of queues and rings adds to what the stack says, which is about queues in GPU memory and rings
// in the CPU's.

/// The work request must have arrived over PCIe before the doorbell may be rung.
Duration host_queue_publish(const models::Pairing& m) {
  using enum models::cost::Device;
  if (!rules::agent_queues_on_cpu(m)) return {};
  return models::cost::posted_write(m.profile.pcie, m.profile.iommu, {gpu, cpu}).total();
}
/// A look at a completion is a load over PCIe instead of one from the L2.
Duration host_queue_poll(const models::Pairing& m) {
  if (!rules::agent_queues_on_cpu(m)) return {};
  return std::max(Duration{}, host_load_of(m) - m.profile.gpu.load);
}
/// Of the multiply-adds of all SMs, what one of so many actors has.
Bandwidth share_of(const models::GpuProfile& gpu, std::int64_t actors) {
  return {std::max<std::int64_t>(1, gpu.sm_multiply_adds_per_second * gpu.sm_count / actors)};
}

/// From one instruction of a lane to the next that waits for it. An SM issues for four warps at a time; with more of them each waits for its turn.
Duration instruction_of(const models::GpuProfile& gpu, std::int64_t agents, std::int64_t lanes) {
  constexpr std::int64_t schedulers = 4, warp = 32, second = 1'000'000'000'000;
  const std::int64_t on_an_sm = (agents + gpu.sm_count - 1) / gpu.sm_count,
                     warps = on_an_sm * ((lanes + warp - 1) / warp);
  const std::int64_t cycles = std::max(gpu.instruction_cycles, (warps + schedulers - 1) / schedulers);
  return gpu.instruction_cycles == 0 ? Duration{} : Duration{cycles * second / gpu.clock_hz};
}

/// On the GPU, and on the CPU threads that serve it.
Pace gpu_pace_of(const models::Pairing& m, const scenario::Launch& launch) {
  const models::GpuProfile& gpu = m.profile.gpu;
  const models::GpuPathCosts& direct = m.stack.gpu;
  const models::ProxyPathCosts& proxy = m.stack.proxy;
  const models::ProxyPathCosts looks = models::cost::looking(m.profile, proxy);
  const models::ArrivalCosts& arrivals = m.stack.arrivals;
  Pace pace;
  pace[Cost::call] = pace[Cost::grouped_call] = m.stack.call;
  pace[Cost::wait_return] = m.stack.wait_return;
  pace[Cost::word_poll] = gpu.load;
  pace[Cost::local_atomic] = gpu.atomic;
  pace[Cost::fence_system] = gpu.fence_system;
  pace[Cost::fence_device] = gpu.fence_device;
  pace[Cost::gpu_build] = direct.build;
  pace[Cost::gpu_publish] = direct.publish + host_queue_publish(m);
  if (launch.scope != scenario::Scope::thread) pace[Cost::joint_call] = direct.joint;
  pace[Cost::queue_turn] = gpu.atomic;
  pace[Cost::gpu_doorbell] = direct.doorbell;
  pace[Cost::gpu_poll] = direct.poll + host_queue_poll(m);
  pace[Cost::doorbell_note] = m.stack.cpu_doorbell.note;
  pace[Cost::proxy_push] = proxy.push;
  pace[Cost::proxy_credit_read] = host_load_of(m);
  pace[Cost::proxy_poll] = proxy.poll;
  pace[Cost::proxy_poll_ring] = looks.poll_ring;
  pace[Cost::proxy_decode] = proxy.decode;
  pace[Cost::proxy_post] = proxy.post;
  pace[Cost::proxy_doorbell] = proxy.doorbell;
  pace[Cost::proxy_poll_completions] = looks.poll_completions;
  pace[Cost::proxy_complete] = proxy.complete;
  pace[Cost::proxy_publish] = proxy.publish;
  pace[Cost::doorbell_poll] = m.stack.cpu_doorbell.poll;
  pace[Cost::doorbell_ring] = m.stack.cpu_doorbell.ring;
  pace[Cost::arrival_handle] = arrivals.handle;
  pace[Cost::arrival_apply] = arrivals.apply;
  pace[Cost::arrival_match] = arrivals.match;
  const auto scope = static_cast<std::uint32_t>(launch.scope);
  const models::cost::Lanes lanes{models::cost::Scope{scope}, launch.block_threads};
  pace.lanes = launch.lanes();
  const models::cost::MoveRate load = models::cost::load_rate(gpu, lanes);
  pace.load = {load.in_flight, load.most};
  pace.store = {posted_stores.in_flight, models::cost::store_rate(gpu, lanes)};
  pace.copy = models::cost::copy_loop(gpu, lanes);
  // An SM issues for four warps at a time. Agents beyond what all SMs issue for have their shares.
  constexpr std::int64_t of_an_sm[] = {4 * 32, 4, 1};
  pace.multiply_adds = share_of(gpu, std::max<std::int64_t>(launch.agents, gpu.sm_count * of_an_sm[scope]));
  pace.instruction = instruction_of(gpu, launch.agents, pace.lanes);
  return pace;
}

/// In a stream of path host: kernels fill the GPU, and whatever the CPU does for the stream costs a hand-over.
Pace host_pace_of(const models::Pairing& m, const Pace& gpu, std::int64_t streams) {
  const models::HostProfile& host = m.profile.host;
  Pace pace = gpu;
  // A copy engine is done when its bytes are there.
  pace[Cost::fence_system] = pace[Cost::fence_device] = {};
  pace[Cost::call] = m.stack.host.call;
  pace[Cost::grouped_call] = pace[Cost::wait_return] = {};
  pace[Cost::group] = m.stack.host.group;
  pace[Cost::kernel] = host.launch;
  pace[Cost::synchronise] = host.synchronise;
  pace[Cost::joint_call] = {};
  pace[Cost::gpu_build] = m.stack.host.post;
  pace[Cost::gpu_publish] = host.trigger;
  pace[Cost::gpu_doorbell] = m.stack.host.doorbell;
  pace[Cost::gpu_poll] = m.stack.host.poll;
  pace[Cost::proxy_push] = host.trigger;
  pace[Cost::proxy_poll] = host.trigger;
  const models::GpuProfile& device = m.profile.gpu;
  const Bytes all{device.in_flight_block.count * device.sm_count};
  pace.lanes = models::cost::whole_block * device.sm_count;
  pace.load = {all, {device.sm_load.bytes_per_second * device.sm_count}};
  pace.store = {all, {device.sm_store.bytes_per_second * device.sm_count}};
  pace.copy = {all};  // the copy engine's, not a kernel's
  pace.multiply_adds = share_of(device, streams);
  pace.instruction = instruction_of(device, streams * device.sm_count, models::cost::whole_block);
  return pace;
}

/// The first `gpus` of a node have a PE each; the others are on the way of some.
LinkMesh mesh_of(const models::Profile& profile, std::uint32_t gpus) {
  const models::NvlinkProfile& nvlink = profile.nvlink;
  const models::NvlinkMesh all = models::nvlink_mesh(nvlink.links, profile.name + ": $.nvlink.links");
  if (gpus > all.gpus)
    throw Error(
        Code::bad_input,
        fmt::format("$.cluster.gpus_per_node: expected at most {}, which is what nvlink.links of profile {} "
                    "joins, got {}; take fewer or profile.nvlink.topology crossbar",
                    all.gpus, profile.name, gpus));
  LinkMesh mesh;
  mesh.gpus = gpus;
  for (const models::NvlinkLink& link : all.links)
    mesh.links.push_back({link_rate(nvlink.read, all, link), link_rate(nvlink.write, all, link)});
  for (std::uint32_t from = 0; from < gpus; ++from) {
    for (std::uint32_t to = 0; to < gpus; ++to) {
      const std::vector<std::uint32_t>& way = all.way(from, to);
      mesh.ways.push_back({way, load_over(nvlink, way.size()), store_over(nvlink, way.size())});
    }
  }
  return mesh;
}

}  // namespace

Bandwidth requests_of(const models::NvlinkProfile& nvlink) {
  if (nvlink.request_percent == 0) return {};
  return {nvlink.read.bytes_per_second / nvlink.request_percent * 100};
}

Machine machine_of(const models::Pairing& m, const scenario::Scenario& s) {
  const models::GpuProfile& gpu = m.profile.gpu;
  const models::NvlinkProfile& nvlink = m.profile.nvlink;
  Machine machine;
  machine.gpu = gpu_pace_of(m, s.launch);
  machine.host = host_pace_of(m, machine.gpu, s.launch.agents);
  machine.memory = {gpu.l2_size,
                    gpu.load,
                    gpu.load_hbm,
                    gpu.l2,
                    gpu.hbm,
                    {gpu.tlb.reach, gpu.tlb.miss},
                    {gpu.walk.reach, gpu.walk.miss},
                    nvlink.remote_lines == models::RemoteLines::until_acquire,
                    {gpu.hbm_interleave, models::cost::hbm_channel(gpu)},
                    {models::cost::l1_of_agent(gpu, s.launch.agents), gpu.l1_load, gpu.l1}};
  machine.link = {nvlink.load,
                  nvlink.store,
                  nvlink.read,
                  nvlink.write,
                  {nvlink.tlb.reach, nvlink.tlb.miss},
                  std::max(Duration{}, nvlink.load_hbm - nvlink.load),
                  requests_of(nvlink)};
  if (nvlink.topology == models::NvlinkTopology::mesh)
    machine.mesh = mesh_of(m.profile, static_cast<std::uint32_t>(s.cluster.gpus_per_node));
  machine.posted = posted_of(m);
  machine.stream_start = m.profile.host.start;
  machine.copy_start = m.profile.host.copy_start;
  machine.stream_gap = m.profile.host.gap;
  return machine;
}

NicModel nic_of(const models::Pairing& m) {
  return {m.profile.pcie, m.profile.nic, m.profile.wire, m.profile.iommu, m.profile.host.copy};
}

NicWireSetup nic_wire_of(const models::Pairing& m, Pe pe, std::uint32_t thread, bool as_wire) {
  const PostRules post = rules::post_rules_of(m, m.stack.proxy.inline_max);
  // An eager send is one work request, whatever the library would like.
  const auto eager_max = std::min(static_cast<std::uint64_t>(m.stack.arrivals.eager_max.count), post.message_max);
  const auto completions = static_cast<std::uint64_t>(m.stack.proxy.completions_max);
  const bool blueflame = m.profile.nic.blueflame != 0;
  if (!as_wire)
    return {{post.inline_max, post.message_max, eager_max}, {pe, thread, completions, blueflame, false}};
  constexpr std::uint64_t told_apart = 1 << 15;  // by a NIC's record, of one queue's requests
  // A word travels in the request whatever the stack inlines.
  return {{std::max<std::uint64_t>(post.inline_max, 8), post.message_max, eager_max},
          {pe, thread, std::min(completions, told_apart), blueflame, true}};
}

WireFabricSetup shared_nic_of(const models::Pairing& m, const NetworkRules& network, std::uint32_t thread,
                              WireFabricSetup setup) {
  setup.post = rules::post_rules_of(m, m.stack.proxy.inline_max);
  setup.window = std::min(setup.post.layout.window(), network.depth);
  setup.acknowledging = Acknowledging::each_look;
  setup.acknowledge_most = static_cast<std::uint32_t>(m.stack.arrivals.acknowledge_most);
  setup.shares_nic = true;
  setup.streams = {network.agent_streams, network.threads, thread,
                   static_cast<std::uint32_t>(m.stack.queues.per_peer)};
  setup.backlog_max = ~0u;  // what is accepted goes out at once
  return setup;
}

}  // namespace gin::emulated
