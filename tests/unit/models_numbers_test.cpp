// Simple sums of the shipped numbers against what was published. A sum that leaves 5 % means that a number was
// changed without looking at where it came from, or that the new one explains the world better: then say so in
// its source. Each test prints both sides.
#include <gtest/gtest.h>

#include <cstdio>

#include "models/load.hpp"

namespace gin::models {
namespace {

double us(Duration time) {
  return static_cast<double>(time.ps) / 1e6;
}
double seconds(Duration time) {
  return static_cast<double>(time.ps) / 1e12;
}
double number(Bytes bytes) {
  return static_cast<double>(bytes.count);
}

constexpr Bytes eight{8};

struct Figure {
  const char* what;
  double published;
  double predicted;
  const char* unit;
};

void expect_within_five_percent(const Figure& figure) {
  const double off = 100 * (figure.predicted / figure.published - 1);
  std::printf("%-62s published %7.2f  predicted %7.2f %s (%+.1f %%)\n", figure.what, figure.published,
              figure.predicted, figure.unit, off);
  EXPECT_NEAR(figure.predicted, figure.published, 0.05 * figure.published) << figure.what;
}

/// The machine's share of one 8-byte message, step by step.
struct Machine {
  Profile p = load_profile("dgx-h100-cx7");

  Duration packet() const { return RateClock{p.nic.line}.take(eight + p.nic.header); }
  Duration to_target_nic() const { return p.nic.transmit + packet() + p.wire.propagation + p.nic.receive; }
  Duration back_to_origin() const { return p.wire.propagation + p.nic.acknowledge; }

  /// What the NIC does between the doorbell's arrival and the completion's departure.
  Duration nic_round_trip() const { return to_target_nic() + back_to_origin(); }
  Duration payload_read(Bytes inline_max) const { return eight <= inline_max ? Duration{} : p.pcie.nic_read; }
};

/// A put of 8 bytes whose agent builds the work request and rings the doorbell.
struct GpuPut {
  Machine machine;
  Stack stack;

  Duration issue() const {
    const Duration lock = stack.gpu.doorbells == Doorbells::locked ? machine.p.gpu.atomic * 2 : Duration{};
    return stack.call + stack.gpu.build + stack.gpu.publish + lock + stack.gpu.doorbell;
  }
  Duration until_completion_is_written(Bytes inline_max) const {
    const Profile& p = machine.p;
    return p.pcie.posted + p.nic.wqe_fetch + machine.payload_read(inline_max) + machine.nic_round_trip() +
           p.pcie.posted;
  }
  /// The quiet of one thread with one peer, which looks at each queue once after the completion is there.
  Duration quiet() const {
    const bool all = stack.queues.quiet == QuietScope::configured;
    return stack.gpu.poll * (all ? stack.queues.per_peer : 1);
  }
  Duration put_and_completion(Bytes inline_max) const {
    return issue() + until_completion_is_written(inline_max) + quiet();
  }
};

/// The same put through a proxy that has nothing else to do. BlueFlame carries a single work request.
struct ProxyPut {
  Machine machine;
  Stack stack;

  Duration issue() const { return stack.call + stack.proxy.push; }
  Duration once_a_batch() const {
    const bool through_bar = stack.proxy.ring_memory == SharedMemory::gpu;
    return stack.proxy.poll_ring + (through_bar ? machine.p.pcie.cpu_read_gpu : Duration{}) + stack.proxy.doorbell +
           stack.proxy.poll_completions;
  }
  Duration once_a_command() const { return stack.proxy.decode + stack.proxy.post + stack.proxy.complete; }
  Duration put_and_completion() const {
    const Profile& p = machine.p;
    EXPECT_EQ(p.nic.blueflame, 1);
    const Duration command_to_host = p.pcie.posted;
    const Duration cpu = once_a_batch() + once_a_command() + stack.proxy.publish;
    const Duration nic =
        p.pcie.posted + machine.payload_read(stack.proxy.inline_max) + machine.nic_round_trip() + p.pcie.posted;
    const Duration word_to_gpu = p.pcie.posted;
    return issue() + command_to_host + cpu + nic + word_to_gpu + stack.proxy.poll;
  }
  double millions_per_second(std::int64_t batch) const {
    return static_cast<double>(batch) / us(once_a_batch() + once_a_command() * batch);
  }
  /// A thread that is never idle takes batches as large as its stack allows and tells the GPU after each.
  double millions_per_second_busy() const { return millions_per_second_busy(stack.proxy.doorbell_batch); }
  double millions_per_second_busy(std::int64_t batch) const {
    return static_cast<double>(batch) /
           us(once_a_batch() + stack.proxy.turn + stack.proxy.publish + once_a_command() * batch);
  }
};

GpuPut gpu_put(const char* stack) {
  return {.machine = {}, .stack = load_stack(stack)};
}
ProxyPut proxy_put(const char* stack) {
  return {.machine = {}, .stack = load_stack(stack)};
}

TEST(ProfileNumbers, CpuPutReachesTheOtherHost) {
  const Machine m;
  expect_within_five_percent({"ib_write_lat host to host, 8 B one way (Loom)", 1.44,
                              us(m.p.pcie.posted + m.to_target_nic() + m.p.pcie.posted), "us"});
}

TEST(ProfileNumbers, CpuPutCompletesInlineWithBlueFlame) {
  const Machine m;
  expect_within_five_percent({"post to completion, inline with BlueFlame (Loom)", 2.67,
                              us(m.p.pcie.posted + m.nic_round_trip() + m.p.pcie.posted), "us"});
}

TEST(ProfileNumbers, CpuReadsRemoteGpuMemory) {
  const Machine m;
  expect_within_five_percent({"read of 8 B of GPU memory, CPU posted (Loom)", 3.35,
                              us(m.p.pcie.posted + m.nic_round_trip() + m.p.pcie.nic_read + m.p.pcie.posted),
                              "us"});
}

TEST(ProfileNumbers, LineCarriesHeadersToo) {
  const NicProfile nic = Machine{}.p.nic;
  expect_within_five_percent({"payload of a 25 GB/s line (Dissecting)", 24.8,
                              25 * number(nic.mtu) / number(nic.mtu + nic.header), "GB/s"});
}

TEST(ProfileNumbers, MachineOfThePaperFillsItsLineAndCompletesItsPuts) {
  const Machine m{.p = load_profile("h200-cx7-200")};
  const auto line = static_cast<double>(m.p.nic.line.bytes_per_second) / 1e9;
  expect_within_five_percent({"payload of P-IB's line (Dissecting)", 24.8,
                              line * number(m.p.nic.mtu) / number(m.p.nic.mtu + m.p.nic.header), "GB/s"});
  const GpuPut put{.machine = m, .stack = load_stack("lean")};
  expect_within_five_percent({"mini-gda inline on P-IB, put + completion (Table 3)", 4.03,
                              us(put.put_and_completion(put.stack.gpu.inline_max)), "us"});
  expect_within_five_percent({"mini-gda not inline on P-IB, put + completion (Table 3)", 4.64,
                              us(put.put_and_completion(Bytes{0})), "us"});
}

TEST(ProfileNumbers, BlackwellFillsItsLine) {
  const NicProfile nic = load_profile("gb200-cx7").nic;
  const auto line = static_cast<double>(nic.line.bytes_per_second) / 1e9;
  expect_within_five_percent({"NVSHMEM IBGDA on P-GB200, 64 KiB (Dissecting, Table 12)", 49.5,
                              line * number(nic.mtu) / number(nic.mtu + nic.header), "GB/s"});
}

TEST(ProfileNumbers, BlockKeepsItsBytesInFlight) {
  const Profile p = Machine{}.p;
  const double bytes = number(p.gpu.in_flight_block);
  expect_within_five_percent({"one block reads a peer (H200, 16 MiB, without the launch)", 68.8,
                              bytes / seconds(p.nvlink.load) / 1e9, "GB/s"});
  expect_within_five_percent(
      {"one block gets from a peer (H200, 16 MiB, without the launch)", 17.7,
       bytes / 100 * static_cast<double>(p.gpu.copy_in_flight_percent) / seconds(p.nvlink.load) / 1e9, "GB/s"});
}

TEST(LeanNumbers, GpuPathPutIsIssued) {
  expect_within_five_percent(
      {"mini-gda inline, issue (Dissecting, Table 3)", 0.70, us(gpu_put("lean").issue()), "us"});
}

TEST(LeanNumbers, GpuPathPutCompletesInline) {
  const GpuPut put = gpu_put("lean");
  expect_within_five_percent({"mini-gda inline, doorbell to completion (sec. 4.1)", 3.30,
                              us(put.until_completion_is_written(eight) + put.stack.gpu.poll), "us"});
  expect_within_five_percent({"mini-gda inline, put + completion (Table 3)", 4.03,
                              us(put.put_and_completion(put.stack.gpu.inline_max)), "us"});
}

TEST(LeanNumbers, GpuPathPutCompletesWithPayloadRead) {
  expect_within_five_percent({"mini-gda not inline, put + completion (Table 3)", 4.64,
                              us(gpu_put("lean").put_and_completion(Bytes{0})), "us"});
}

TEST(LeanNumbers, SixteenWorkRequestsShareADoorbell) {
  const Stack s = load_stack("lean");
  const Duration batch = (s.call + s.gpu.build) * 16 + s.gpu.publish + s.gpu.doorbell;
  expect_within_five_percent({"mini-gda, 1 thread, 16 a doorbell (Table 5)", 4.7, 16 / us(batch), "M/s"});
}

TEST(LeanNumbers, ProxyPathPutIsIssued) {
  expect_within_five_percent({"mini-proxy tuned, issue (Table 3)", 0.13, us(proxy_put("lean").issue()), "us"});
}

TEST(LeanNumbers, ProxyPathPutCompletes) {
  expect_within_five_percent(
      {"mini-proxy tuned, put + completion (Table 3)", 4.10, us(proxy_put("lean").put_and_completion()), "us"});
}

TEST(LeanNumbers, ProxyThreadKeepsItsRate) {
  const ProxyPut put = proxy_put("lean");
  expect_within_five_percent({"mini-proxy, one by one, warm (Table 10)", 6.6, put.millions_per_second(1), "M/s"});
  expect_within_five_percent(
      {"mini-proxy, batches of 16, warm (Table 10)", 28.6, put.millions_per_second(16), "M/s"});
}

TEST(NvshmemIbgdaNumbers, PutIsIssued) {
  expect_within_five_percent(
      {"NVSHMEM IBGDA public, issue (Table 3)", 5.31, us(gpu_put("nvshmem-ibgda").issue()), "us"});
}

TEST(NvshmemIbgdaNumbers, PutAndQuietPollEveryConfiguredQueue) {
  const GpuPut put = gpu_put("nvshmem-ibgda");
  expect_within_five_percent({"NVSHMEM IBGDA public, putmem_nbi + quiet (Table 3)", 11.1,
                              us(put.put_and_completion(put.stack.gpu.inline_max)), "us"});
}

TEST(NvshmemIbgdaNumbers, FallbackProxyIsNvshmemIbrc) {
  const ProxyPut put = proxy_put("nvshmem-ibgda");
  expect_within_five_percent({"NVSHMEM IBRC, issue (Table 3)", 0.99, us(put.issue()), "us"});
  expect_within_five_percent(
      {"NVSHMEM IBRC, put + completion (Table 3)", 6.40, us(put.put_and_completion()), "us"});
  expect_within_five_percent({"NVSHMEM IBRC, one by one, warm (sec. 4.1)", 3.8, put.millions_per_second(1), "M/s"});
}

TEST(NvshmemIbrcNumbers, PutIsIssuedAndCompletes) {
  const ProxyPut put = proxy_put("nvshmem-ibrc");
  expect_within_five_percent({"NVSHMEM IBRC, issue (Table 3)", 0.99, us(put.issue()), "us"});
  expect_within_five_percent(
      {"NVSHMEM IBRC, put + completion, cold (Table 3)", 6.40, us(put.put_and_completion()), "us"});
  expect_within_five_percent(
      {"NVSHMEM IBRC, put + completion, warm (Table 9)", 6.30, us(put.put_and_completion()), "us"});
}

TEST(NvshmemIbrcNumbers, BusyThreadKeepsItsRate) {
  expect_within_five_percent(
      {"NVSHMEM IBRC, warm (sec. 4.1)", 3.8, proxy_put("nvshmem-ibrc").millions_per_second_busy(), "M/s"});
}

TEST(TunedProxyNumbers, PutIsIssuedAndCompletes) {
  const ProxyPut put = proxy_put("tuned-proxy");
  expect_within_five_percent({"mini-proxy tuned, issue (Table 3)", 0.13, us(put.issue()), "us"});
  expect_within_five_percent(
      {"mini-proxy tuned, put + completion (Table 3)", 4.10, us(put.put_and_completion()), "us"});
}

TEST(TunedProxyNumbers, BusyThreadKeepsItsRateInBothBatches) {
  const ProxyPut put = proxy_put("tuned-proxy");
  expect_within_five_percent(
      {"mini-proxy, one by one, warm (Table 10)", 6.6, put.millions_per_second_busy(1), "M/s"});
  expect_within_five_percent(
      {"mini-proxy, batches of 16, warm (Table 10)", 28.6, put.millions_per_second_busy(), "M/s"});
}

TEST(NcclGdakiNumbers, PutIsIssuedAndFlushed) {
  const GpuPut put = gpu_put("nccl-gdaki");
  expect_within_five_percent({"NCCL GIN GDAKI not inline, issue (Table 3)", 1.82, us(put.issue()), "us"});
  expect_within_five_percent({"NCCL GIN GDAKI not inline, put + completion (Table 3)", 6.85,
                              us(put.put_and_completion(put.stack.gpu.inline_max)), "us"});
}

TEST(NcclProxyNumbers, PutIsIssuedAndCompletes) {
  const ProxyPut put = proxy_put("nccl-proxy");
  expect_within_five_percent({"NCCL GIN Proxy, issue (Table 3)", 2.46, us(put.issue()), "us"});
  expect_within_five_percent(
      {"NCCL GIN Proxy, put + completion, warm (Table 9)", 7.57, us(put.put_and_completion()), "us"});
}

TEST(NcclProxyNumbers, BusyThreadKeepsItsRate) {
  constexpr double workers = 4;
  expect_within_five_percent({"NCCL GIN Proxy, per worker, warm (Table 10)", 7.0 / workers,
                              proxy_put("nccl-proxy").millions_per_second_busy(), "M/s"});
}

TEST(UcclEpNumbers, CommandReachesTheCpu) {
  const ProxyPut put = proxy_put("uccl-ep");
  const ProxyPathCosts& proxy = put.stack.proxy;
  const std::int64_t rings_of_a_thread = proxy.rings / proxy.threads;
  // A command waits for half of the thread's round over its rings and the completion queue.
  const double half_a_round = us(proxy.poll_ring * rings_of_a_thread + proxy.poll_completions) / 2;
  expect_within_five_percent({"UCCL-EP FIFO, push to pop at 0.87 M/s (blog, plot)", 2.5,
                              us(put.issue() + put.machine.p.pcie.posted) + half_a_round, "us"});
}

TEST(UcclEpNumbers, BusyThreadKeepsItsRate) {
  constexpr double workers = 8;
  expect_within_five_percent({"UCCL-EP, per worker, warm (Table 10)", 60.8 / workers,
                              proxy_put("uccl-ep").millions_per_second_busy(), "M/s"});
}

TEST(MscclppNumbers, TriggerIsPushed) {
  expect_within_five_percent(
      {"MSCCL++ FifoTest on H200 (pull request 864)", 1.973, us(proxy_put("mscclpp").issue()), "us"});
}

TEST(MscclppNumbers, BusyThreadKeepsItsRate) {
  constexpr double workers = 8;
  expect_within_five_percent({"MSCCL++ patched, per worker, warm (Table 10)", 10.2 / workers,
                              proxy_put("mscclpp").millions_per_second_busy(), "M/s"});
}

TEST(PplxNumbers, BusyWorkerKeepsItsRate) {
  expect_within_five_percent(
      {"pplx-garden fabric_lib, warm (Table 10)", 12.6, proxy_put("pplx").millions_per_second_busy(), "M/s"});
}

TEST(EfaNumbers, LineCarriesHeadersToo) {
  const NicProfile nic = load_profile("aws-p5-efa").nic;
  const double line_gigabits = 8e-9 * static_cast<double>(nic.line.bytes_per_second);
  expect_within_five_percent({"payload of one EFA (Libefaxx)", 97,
                              line_gigabits * number(nic.mtu) / number(nic.mtu + nic.header), "Gb/s"});
}

constexpr double gibibyte = 1 << 30;

TEST(EfaNumbers, SmallMessagesAreBoundByTheirRate) {
  const NicProfile nic = load_profile("aws-p5-efa").nic;
  constexpr double messages = 8000, start = 1.3e-3;  // seconds until an EFA that was idle sends
  const double seconds = start + messages / static_cast<double>(nic.rails * nic.messages_per_second);
  expect_within_five_percent(
      {"16 KiB messages of one GPU (UCCL, all-to-all)", 21.1, messages * 16384 / seconds / gibibyte, "GiB/s"});
}

TEST(EfaNumbers, RoundTripLiesBetweenThePublishedOnes) {
  const Machine m{.p = load_profile("aws-p5-efa")};
  // There and back, fetched by the NIC and small enough to be inline.
  const Duration least = (m.p.pcie.posted + m.p.nic.wqe_fetch + m.to_target_nic() + m.p.pcie.posted) * 2;
  const Duration mean = least + m.p.wire.spray;  // each way is up to this much longer
  std::printf("%-62s published   15 to 25  predicted %5.1f to %.1f us\n", "EFA round trip (UCCL, guide)", us(least),
              us(mean));
  EXPECT_GE(us(least), 15);
  EXPECT_LE(us(mean), 25);
}

}  // namespace
}  // namespace gin::models
