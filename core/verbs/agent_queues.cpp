#include "core/verbs/agent_queues.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/base/error.hpp"
#include "core/device/agent_view.hpp"

namespace gin::verbs {
namespace {

constexpr unsigned remote_access = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC;
// mlx5 counts the bytes of a request in 31 bits, of which 2^30 is the largest power of two that a port may carry (its max_msg_sz).
constexpr std::uint64_t queue_message_max = std::uint64_t{1} << 30;
// Fewer, and one call of a warp's lanes would not fit.
constexpr std::uint32_t queue_depth_min = 64;

std::uint32_t depth_on(const Device& device, const QueueJob& job) {
  const auto most = [](int limit) { return static_cast<std::uint32_t>(std::max(limit, 0)); };
  const ibv_device_attr& has = device.attributes;
  const std::uint32_t pairs = job.n_pes * job.per_peer;
  const std::uint32_t room = std::bit_floor(std::min({most(has.max_qp_wr), most(has.max_cqe), job.depth}));
  if (room >= queue_depth_min && most(has.max_qp) >= pairs && most(has.max_cq) > pairs) return room;
  throw Error(
      Code::unavailable,
      fmt::format(
          "queues on {}: expected {} queue pairs of {} requests, each with a completion queue, came {} queue"
          " pairs, {} requests, {} completion queues of {}; use fewer PEs, contexts or stack.queues.per_peer",
          device.name, pairs, queue_depth_min, has.max_qp, std::min(room, most(has.max_qp_wr)), has.max_cq,
          has.max_cqe));
}

}  // namespace

AgentQueues::AgentQueues(const Choice& choice, const HeapMemory& heap, const QueueJob& job)
    : job_(job),
      domain_(choice, heap, IBV_ACCESS_LOCAL_WRITE | remote_access),
      refusal_(job.refused),
      unused_(domain_.completions(1)) {
  const std::uint32_t depth = depth_on(domain_.device, job);
  prepare_to_map(domain_.device);
  for (std::uint32_t i = 0; i < job.n_pes * job.per_peer; ++i) {
    Queue& queue = queues_.emplace_back(waking(domain_.device));
    queue.completions = domain_.completions(depth);
    queue.pair = make_queue_pair(domain_.device, domain_.protection.get(), queue.completions.get(), unused_.get(),
                                 {{depth, 0}, 1, VerbsQueueFormat::inline_max, remote_access});
    queue.memory = map_queue(domain_.device.queues.value(), *domain_.device.library, queue.pair.get(),
                             queue.completions.get());
    queue.memory.depth = depth;
    queue.memory.gpu = &queue.words;
    VerbsQueue::Nic& nic = queue.memory.nic;
    nic.local = {reinterpret_cast<std::uintptr_t>(heap.bytes.data()), domain_.heap_region->lkey};
    nic.unwanted = nic.local.base + ControlWords::unwanted;
    nic.taken = &queue.taken;
    if (job.refused != 0) queue.refusal = &refusal_;
  }
}

PeerAddress AgentQueues::own_address() const {
  PeerAddress own = domain_.address();
  for (const Queue& queue : queues_) own.queue_pairs.push_back(queue.pair->qp_num);
  return own;
}

void AgentQueues::connect(const std::vector<std::string>& addresses, Pe me) {
  const std::vector<PeerAddress> all = read_addresses(addresses, own_address(), me);
  for (std::uint32_t i = 0; i < queues_.size(); ++i) {
    const std::uint32_t peer = i / job_.per_peer;
    Queue& queue = queues_[i];
    verbs::connect(domain_.device, queue.pair.get(), all[peer],
                   all[peer].queue_pairs[me.value * job_.per_peer + i % job_.per_peer], Pe{peer});
    queue.memory.nic.remote = {all[peer].base, static_cast<std::uint32_t>(all[peer].key)};
  }
}

QueueLimits AgentQueues::limits() const {
  return {VerbsQueueFormat::inline_max, std::min<std::uint64_t>(domain_.device.port.max_msg_sz, queue_message_max)};
}

void AgentQueues::go_to_wrap() {
  for (Queue& queue : queues_) verbs::go_to_wrap(queue, queue.memory.depth / 2);
}

}  // namespace gin::verbs
