#include "models/cost/put.hpp"

#include <algorithm>

#include "models/cost/pcie.hpp"
#include "models/cost/polling_thread.hpp"
#include "models/cost/proxy.hpp"

namespace gin::models::cost {
namespace {

constexpr std::int64_t request_room = 32;  // of 64 bytes, what an inline payload may take

/// Until the NIC knows of the work.
Itemised handed(const Profile& p, const Stack& stack, Handing handing, Duration wait) {
  Itemised cost = issue(p, stack, handing);
  if (handing == Handing::gpu) return cost.add("pcie.posted_write", posted_time(p, {Device::gpu, Device::nic}));
  return cost.add("pcie.posted_write", command_posted(p, stack.proxy))
      .add("proxy.poll_grid", wait)
      .add(serve(stack.proxy))
      .add("pcie.posted_write", posted_time(p, {Device::cpu, Device::nic}));
}

/// From the completion in memory until the agent has seen it. A quiet's last look finds it.
Itemised noticed(const Profile& p, const Stack& stack, Handing handing, Duration wait) {
  if (handing == Handing::gpu) return Itemised().add("agent.poll_completion", stack.gpu.poll);
  return Itemised()
      .add("proxy.poll_grid", wait)
      .add(retire(stack.proxy))
      .add("pcie.posted_write", posted_time(p, {Device::cpu, Device::gpu}))
      .add("agent.poll_word", stack.proxy.poll);
}

Itemised whole(const Profile& p, const Stack& stack, Handing handing, const Work& work, const Waits& waits) {
  return handed(p, stack, handing, waits.command)
      .add(completed(p, work))
      .add(noticed(p, stack, handing, waits.completion));
}

Work posted_by(const Profile& p, Handing handing, Work work) {
  work.by_cpu = handing == Handing::proxy;
  work.carried = work.by_cpu && p.nic.blueflame != 0;
  return work;
}

}  // namespace

Work put_work(const Profile& p, const Stack& stack, Handing handing, Bytes bytes) {
  const Bytes library = handing == Handing::proxy ? stack.proxy.inline_max : stack.gpu.inline_max;
  Work work;
  work.bytes = bytes;
  work.inlined =
      !counts_at_nic(p, stack) && bytes.count <= std::min({library.count, p.nic.inline_max.count, request_room});
  return posted_by(p, handing, work);
}

Work get_work(const Profile& p, Handing handing, Bytes bytes) {
  return posted_by(p, handing, {.verb = Verb::read, .bytes = bytes});
}

Work atomic_work(const Profile& p, Handing handing) {
  return posted_by(p, handing, {.verb = Verb::atomic});
}

Waits waits(const Profile& p, const Stack& stack, const Work& work, std::int64_t ring) {
  const ProxyPathCosts proxy = looking(p, stack.proxy);
  const Served of = served(proxy, ring);
  PollingThread thread(proxy, of.rings, Looks::in_turn);
  const Itemised command = issue(p, stack, Handing::proxy).add("pcie.posted_write", command_posted(p, proxy));
  thread.find_command(of.place, command);
  const Duration command_waits = thread.now() - command.total();
  const Duration answer = posted_time(p, {Device::cpu, Device::nic}) + completed(p, work).total();
  const Itemised completion = Itemised().add("nic", thread.work(serve(proxy)).now() + answer);
  thread.find_arrival(completion);
  return {command_waits, thread.now() - completion.total()};
}

Duration idle_looks(const Profile& p, const Stack& stack) {
  if (stack.queues.quiet != QuietScope::configured) return {};
  return stack.gpu.poll * (stack.queues.per_peer * p.nic.rails - 1);
}

Itemised put_visible(const Profile& p, const Stack& stack, Handing handing, Bytes bytes, const Waits& waits) {
  return handed(p, stack, handing, waits.command).add(visible(p, put_work(p, stack, handing, bytes)));
}

Itemised put_completed(const Profile& p, const Stack& stack, Handing handing, Bytes bytes, const Waits& waits) {
  Itemised cost = whole(p, stack, handing, put_work(p, stack, handing, bytes), waits);
  return handing == Handing::gpu ? cost.add("agent.poll_completion", idle_looks(p, stack)) : cost;
}

Itemised get_completed(const Profile& p, const Stack& stack, Handing handing, Bytes bytes, const Waits& waits) {
  return whole(p, stack, handing, get_work(p, handing, bytes), waits);
}

Itemised atomic_completed(const Profile& p, const Stack& stack, Handing handing, const Waits& waits) {
  return whole(p, stack, handing, atomic_work(p, handing), waits);
}

}  // namespace gin::models::cost
