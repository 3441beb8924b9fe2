// A serial ping-pong takes exactly as long as its numbers say: the sum is done here by hand, number by number, and
// one nanosecond on one number moves the result by as many nanoseconds as that number occurs.
#include <map>

#include "models/load.hpp"
#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

/// How often each number occurs in one hop; names as --set takes them.
using Hop = std::map<std::string, std::int64_t>;

constexpr std::int64_t rounds = 10;

std::vector<scenario::Assignment> with(const std::vector<scenario::Assignment>& sets,
                                       const scenario::Assignment& one) {
  std::vector<scenario::Assignment> all = sets;
  std::erase_if(all, [&](const auto& set) { return set.path == one.path; });
  all.push_back(one);
  return all;
}

std::int64_t time_of(const std::vector<scenario::Assignment>& sets) {
  const trace::Result result = laboratory::run("tests/effects/ping_pong.json", sets);
  EXPECT_TRUE(result.rows.at(0).verified);
  return result.rows.at(0).p50_ps();
}

/// Numbers of the shipped files under the overrides among `sets`, in picoseconds.
class Numbers {
 public:
  explicit Numbers(const std::vector<scenario::Assignment>& sets) {
    Overrides profile, stack;
    for (const scenario::Assignment& set : sets) {
      if (set.path.rfind("profile.", 0) == 0) profile.push_back({set.path.substr(8), set.value});
      if (set.path.rfind("stack.", 0) == 0) stack.push_back({set.path.substr(6), set.value});
    }
    const models::Profile p = models::load_profile("dgx-h100-cx7", profile);
    const models::Stack s = models::load_stack("lean", stack);
    values_ = {{"stack.call_ns", s.call},
               {"stack.wait_return_ns", s.wait_return},
               {"stack.gpu.build_ns", s.gpu.build},
               {"stack.gpu.publish_ns", s.gpu.publish},
               {"stack.gpu.doorbell_ns", s.gpu.doorbell},
               {"stack.proxy.push_ns", s.proxy.push},
               {"stack.proxy.decode_ns", s.proxy.decode},
               {"stack.proxy.post_ns", s.proxy.post},
               {"stack.proxy.doorbell_ns", s.proxy.doorbell},
               {"profile.pcie.posted_ns", p.pcie.posted},
               {"profile.pcie.nic_read_ns", p.pcie.nic_read},
               {"profile.nic.wqe_fetch_ns", p.nic.wqe_fetch},
               {"profile.nic.transmit_ns", p.nic.transmit},
               {"profile.nic.receive_ns", p.nic.receive},
               {"profile.nic.atomic_ns", p.nic.atomic},
               {"profile.wire.propagation_ns", p.wire.propagation},
               {"profile.gpu.load_ns", p.gpu.load},
               {"profile.gpu.fence_system_ns", p.gpu.fence_system},
               {"profile.nvlink.store_ns", p.nvlink.store},
               {"profile.nic.acknowledge_ns", p.nic.acknowledge},
               {"stack.proxy.complete_ns", s.proxy.complete},
               {"stack.proxy.publish_ns", s.proxy.publish}};
  }
  std::int64_t ps(const std::string& name) const { return values_.at(name).ps; }
  static std::string ns(std::int64_t ps) {
    const std::string fraction = std::to_string(1000 + ps % 1000).substr(1);
    return std::to_string(ps / 1000) + "." + fraction;
  }

 private:
  std::map<std::string, Duration> values_;
};

void expect_hand_sum(const std::vector<scenario::Assignment>& sets, const Hop& hop, std::int64_t rates_ps) {
  const Numbers numbers(sets);
  std::int64_t sum = rates_ps;
  for (const auto& [name, times] : hop) sum += times * numbers.ps(name);
  const std::int64_t measured = time_of(sets);
  EXPECT_EQ(measured, 2 * rounds * sum);
  for (const auto& [name, times] : hop) {
    const auto more = with(sets, {name, Numbers::ns(numbers.ps(name) + 1000)});
    EXPECT_EQ(time_of(more) - measured, 2 * rounds * times * 1000) << name;
  }
}

// Rates that divide evenly, so that a hand can do the sum: 4 ns a message, 20 ps a byte on the wire.
const std::vector<scenario::Assignment> even_rates = {{"profile.nic.messages_per_second", "250000000"},
                                                      {"profile.nic.queue_messages_per_second", "25000000"},
                                                      {"profile.nic.line_bytes_per_second", "50000000000"},
                                                      {"profile.nvlink.write_bytes_per_second", "400000000000"},
                                                      {"profile.gpu.sm_load_bytes_per_second", "400000000000"},
                                                      {"profile.gpu.sm_store_bytes_per_second", "400000000000"},
                                                      {"profile.gpu.in_flight_thread_bytes", "1073741824"}};

// The put goes inline as the first work request, the signal is an atomic right behind it in the same queue. It
// passes the message pipelines as the second of its queue here, 40 ns behind the first, and alone there, with two operands and
// 42 bytes of headers on the wire.
constexpr std::int64_t signal_rates_ps = 4'000 + 40'000 + (16 + 42) * 20 + 4'000;

TEST(HandSum, GpuPathEqualsItsNumbersToThePicosecond) {
  auto sets = with(even_rates, {"path", "gpu"});
  expect_hand_sum(sets,
                  {{"stack.call_ns", 1},
                   {"stack.wait_return_ns", 1},
                   {"stack.gpu.build_ns", 2},
                   {"stack.gpu.publish_ns", 1},
                   {"stack.gpu.doorbell_ns", 1},
                   {"profile.pcie.posted_ns", 1},
                   {"profile.nic.wqe_fetch_ns", 1},
                   {"profile.nic.transmit_ns", 1},
                   {"profile.wire.propagation_ns", 1},
                   {"profile.nic.receive_ns", 1},
                   {"profile.nic.atomic_ns", 1},
                   {"profile.gpu.load_ns", 1},
                   {"profile.nic.acknowledge_ns", 0},  // nobody waits for the completion
                   {"profile.pcie.nic_read_ns", 0}},   // the payload travels in the work request
                  signal_rates_ps);
}

TEST(HandSum, ProxyPathEqualsItsNumbersToThePicosecond) {
  // Looks that cost nothing: else the time would step from one look of the proxy to the next.
  auto sets = with(even_rates, {"path", "proxy"});
  sets.push_back({"stack.proxy.poll_ring_ns", "0"});
  sets.push_back({"stack.proxy.poll_completions_ns", "0"});
  expect_hand_sum(sets,
                  {{"stack.call_ns", 1},
                   {"stack.wait_return_ns", 1},
                   {"stack.proxy.push_ns", 1},
                   {"profile.pcie.posted_ns", 2},  // the command to the host, the doorbell to the NIC
                   {"stack.proxy.decode_ns", 1},
                   {"stack.proxy.post_ns", 2},  // the data and the signal
                   {"stack.proxy.doorbell_ns", 1},
                   {"profile.nic.wqe_fetch_ns", 1},
                   {"profile.nic.transmit_ns", 1},
                   {"profile.wire.propagation_ns", 1},
                   {"profile.nic.receive_ns", 1},
                   {"profile.nic.atomic_ns", 1},
                   {"profile.gpu.load_ns", 1},
                   {"stack.proxy.complete_ns", 0},  // done while the answer is under way
                   {"stack.proxy.publish_ns", 0}},
                  signal_rates_ps);
}

TEST(HandSum, ProxyThatPollsAddsLessThanOneRoundOfLooks) {
  auto sets = with(even_rates, {"path", "proxy"});
  auto free_looks = sets;
  free_looks.push_back({"stack.proxy.poll_ring_ns", "0"});
  free_looks.push_back({"stack.proxy.poll_completions_ns", "0"});
  const models::Stack lean = models::load_stack("lean");
  const std::int64_t round = (lean.proxy.poll_ring + lean.proxy.poll_completions).ps;
  const std::int64_t added = time_of(sets) - time_of(free_looks);
  EXPECT_GT(added, 0);
  EXPECT_LT(added, 2 * rounds * round);
}

TEST(HandSum, PointerPathEqualsItsNumbersToThePicosecond) {
  auto sets = with(even_rates, {"path", "pointer"});
  sets.push_back({"cluster.nodes", "1"});
  sets.push_back({"cluster.gpus_per_node", "2"});
  expect_hand_sum(sets,
                  {{"stack.call_ns", 1},
                   {"stack.wait_return_ns", 1},
                   {"profile.nvlink.store_ns", 3},  // the payload there, its acknowledgement back, the signal there
                   {"profile.gpu.fence_system_ns", 0},  // shorter than the wait for the acknowledgement
                   {"profile.gpu.load_ns", 2}},         // of the payload, and of the signal
                  2 * 8 * 20 / 8);                      // 8 bytes loaded and stored at 400 GB/s
}

}  // namespace
}  // namespace gin
