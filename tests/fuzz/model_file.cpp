// Profiles and stacks. A number that slips through is divided by, allocated or slept for in every run.
#include <bit>

#include "models/load.hpp"
#include "tests/fuzz/refusal.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/fuzz/written_file.hpp"

namespace gin::fuzz {
namespace {

void must_be_usable(const models::Profile& profile) {
  const Bandwidth rates[] = {profile.gpu.l2,       profile.gpu.hbm,        profile.nvlink.read,
                             profile.nvlink.write, profile.pcie.bandwidth, profile.nic.line};
  for (const Bandwidth rate : rates) must(rate.bytes_per_second > 0, "no bandwidth is zero");
  for (const std::int64_t rate : {profile.nic.atomics_per_second, profile.nic.messages_per_second})
    must(rate > 0, "no rate is zero");
  for (const Bytes bytes : {profile.nic.mtu, profile.gpu.in_flight_thread, profile.gpu.in_flight_block})
    must(bytes.count > 0, "packets and loads carry bytes");
  for (const Duration time :
       {profile.gpu.load, profile.nvlink.store, profile.nic.wqe_fetch, profile.wire.propagation})
    must(time >= Duration{}, "nothing takes less than no time");
}

void must_be_usable(const models::Stack& stack) {
  for (const std::int64_t count : {stack.queues.per_peer, stack.gpu.doorbell_batch, stack.proxy.rings,
                                   stack.proxy.threads, stack.proxy.doorbell_batch, stack.proxy.budget_operations})
    must(count >= 1, "there is at least one of everything");
  for (const std::int64_t slots : {stack.queues.depth, stack.proxy.ring_slots})
    must(slots > 0 && std::has_single_bit(static_cast<std::uint64_t>(slots)), "queues and rings wrap by a mask");
  for (const Duration time : {stack.call, stack.gpu.build, stack.gpu.poll, stack.proxy.push, stack.proxy.poll})
    must(time >= Duration{}, "nothing takes less than no time");
}

}  // namespace

int profile_file(Input input) {
  if (!is_json(input)) return 0;
  models::Profile profile;
  if (accepts([&] { profile = models::load_profile(written_file(input)); })) must_be_usable(profile);
  return 0;
}

int stack_file(Input input) {
  if (!is_json(input)) return 0;
  models::Stack stack;
  if (accepts([&] { stack = models::load_stack(written_file(input)); })) must_be_usable(stack);
  return 0;
}

}  // namespace gin::fuzz
