// A machine and a library whose numbers a hand can add up: every latency another, rates that divide evenly.
#pragma once

#include "models/cost/itemised.hpp"
#include "models/profile.hpp"
#include "models/stack.hpp"

namespace gin::test {

/// 4 ns a message, 20 ps a byte on the line, 10 ps a byte on PCIe, 1 ps a byte in memory, 2 ps on NVLink.
inline models::Profile round_profile() {
  models::Profile p{};
  p.gpu.load = nanoseconds(100);
  p.gpu.load_hbm = nanoseconds(300);
  p.gpu.atomic = nanoseconds(110);
  p.gpu.fence_system = nanoseconds(500);
  p.gpu.fence_device = nanoseconds(250);
  p.gpu.sm_count = 100;
  p.gpu.sm_multiply_adds_per_second = 200'000'000'000;
  p.gpu.l2_size = {1 << 20};
  p.gpu.l2 = {2'000'000'000'000};
  p.gpu.hbm = {1'000'000'000'000};
  p.gpu.hbm_channels = 50;
  p.gpu.in_flight_thread = {64};
  p.gpu.in_flight_warp = {2000};
  p.gpu.in_flight_block = {50'000};
  p.gpu.sm_load = {200'000'000'000};
  p.gpu.sm_store = {50'000'000'000};
  p.gpu.copy_in_flight_percent = 25;
  p.nvlink.load = nanoseconds(900);
  p.nvlink.load_hbm = nanoseconds(1100);
  p.nvlink.store = nanoseconds(400);
  p.nvlink.read = {400'000'000'000};
  p.nvlink.write = {500'000'000'000};
  p.pcie.posted = nanoseconds(450);
  p.pcie.gpu_read_host = nanoseconds(700);
  p.pcie.cpu_read_gpu = nanoseconds(1500);
  p.pcie.nic_read = nanoseconds(600);
  p.pcie.nic_read_host = nanoseconds(930);
  p.pcie.bandwidth = p.pcie.root_complex_bandwidth = p.pcie.socket_bandwidth = {100'000'000'000};
  p.iommu.walkers = 1;
  p.host.launch = nanoseconds(4000);
  p.host.start = p.host.copy_start = nanoseconds(2500);
  p.host.gap = nanoseconds(1000);
  p.host.trigger = nanoseconds(1200);
  p.host.synchronise = nanoseconds(3500);
  p.nic.native_atomics = p.nic.rails = p.nic.blueflame = 1;
  p.nic.message_max = {std::int64_t{1} << 31};
  p.nic.wqe_fetch = nanoseconds(560);
  p.nic.transmit = nanoseconds(200);
  p.nic.receive = nanoseconds(210);
  p.nic.acknowledge = nanoseconds(980);
  p.nic.atomic = nanoseconds(610);
  p.nic.atomics_per_second = 20'000'000;
  p.nic.messages_per_second = 250'000'000;
  p.nic.connection_miss = nanoseconds(1000);
  p.nic.connection_fetches = 10;
  p.nic.line = {50'000'000'000};
  p.nic.mtu = {4096};
  p.nic.header = {50};
  p.nic.inline_max = {220};
  p.wire.propagation = nanoseconds(150);
  return p;
}

inline models::Stack round_stack() {
  models::Stack s{};
  s.call = nanoseconds(20);
  s.gpu.build = nanoseconds(155);
  s.gpu.publish = nanoseconds(510);
  s.gpu.doorbell = nanoseconds(15);
  s.gpu.doorbell_batch = 1;
  s.gpu.poll = nanoseconds(185);
  s.gpu.inline_max = {32};
  s.cpu_doorbell.note = nanoseconds(230);
  s.proxy.ring_memory = models::SharedMemory::host;
  s.proxy.rings = 5;
  s.proxy.threads = 2;
  s.proxy.push = nanoseconds(130);
  s.proxy.poll_ring = nanoseconds(10);
  s.proxy.decode = nanoseconds(40);
  s.proxy.post = nanoseconds(15);
  s.proxy.doorbell = nanoseconds(60);
  s.proxy.doorbell_batch = 16;
  s.proxy.poll_completions = nanoseconds(50);
  s.proxy.complete = nanoseconds(30);
  s.proxy.publish = nanoseconds(25);
  s.proxy.poll = nanoseconds(700);
  s.proxy.inline_max = {32};
  return s;
}

/// Of the items of that name.
inline Duration of(const models::cost::Itemised& cost, const std::string& name) {
  Duration sum;
  for (const models::cost::Item& item : cost.items())
    if (name == item.name) sum += item.time;
  return sum;
}

}  // namespace gin::test
