#include "core/verbs/efa_queues.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "core/base/error.hpp"
#include "core/softverbs/softverbs.h"

namespace gin::verbs {
namespace {

// Fewer, and one call of a warp's lanes would not fit.
constexpr std::uint32_t depth_min = 64;

std::uint32_t words_in(const std::vector<SignalWords>& all) {
  return all.empty() ? 0 : all.back().first + static_cast<std::uint32_t>(all.back().count);
}

std::uint32_t depth_on(const EfaDevice& device, const QueueJob& job) {
  const std::uint32_t queues = job.n_pes * job.per_peer;
  const std::uint32_t words = words_in(job.words);
  const std::uint32_t room = std::bit_floor(std::min(device.efa.max_sq_wr, job.depth));
  const std::uint64_t pairs = std::uint64_t{queues} + words + 1;
  if (room >= depth_min && queues + words <= device.counters.max_counters &&
      pairs <= static_cast<std::uint64_t>(std::max(device.attributes.max_qp, 0)))
    return room;
  throw Error(
      Code::unavailable,
      fmt::format(
          "queues on {}: expected {} counters ({} for queues, {} for the words that signals may go to), {} queue "
          "pairs, {} requests each, came {} counters, {} queue pairs, {} requests; use fewer PEs, contexts or "
          "stack.queues.per_peer, a program with fewer words, or path proxy",
          device.name, queues + words, queues, words, pairs, depth_min, device.counters.max_counters,
          device.attributes.max_qp, room));
}

}  // namespace

EfaQueues::EfaQueues(const std::string& device, const HeapMemory& heap, QueueJob job)
    : job_(std::move(job)), device_(device, heap), refusal_(job_.refused), unused_(device_.completions(1)) {
  const std::uint32_t depth = depth_on(device_, job_);
  arrivals_ = device_.queue_pair(unused_.get(), 1);
  device_.open(arrivals_.get());
  for (const SignalWords& words : job_.words)
    for (std::uint64_t i = 0; i < words.count; ++i) {
      Counting& one = counting_.emplace_back();
      one.pair = device_.queue_pair(unused_.get(), 1);
      auto* const word = reinterpret_cast<std::uint64_t*>(heap.bytes.data() + words.begin) + i;
      one.counter = device_.counter(word, one.pair.get(), younger_efa::writes_by_peers);
      device_.open(one.pair.get());
    }
  for (std::uint32_t i = 0; i < job_.n_pes * job_.per_peer; ++i) make(queues_.emplace_back(), depth);
}

void EfaQueues::make(Queue& queue, std::uint32_t depth) {
  const Library::Efa& efa = device_.library->efa;
  queue.is_soft = device_.is_soft();
  queue.completions = device_.completions(depth);
  queue.pair = device_.queue_pair(queue.completions.get(), depth);
  queue.counter = device_.counter(&queue.completed, queue.pair.get(), younger_efa::writes | younger_efa::reads);
  device_.open(queue.pair.get());
  younger_efa::WorkQueue sends{}, receives{};
  younger_efa::Completions completions{};
  if (const int error = efa.query_send_queue(queue.pair.get(), &sends, &receives, sizeof sends))
    refuse(Code::unavailable, "efadv_query_qp_wqs on " + device_.name, error, "its driver may not map queues");
  if (const int error = efa.query_completion_queue(queue.completions.get(), &completions, sizeof completions))
    refuse(Code::unavailable, "efadv_query_cq on " + device_.name, error, "its driver may not map queues");
  queue.staging.resize(std::size_t{sends.num_entries} * WorkRequest::inline_bytes);
  queue.staged = device_.region(queue.staging, 0);
  queue.way.completed = &queue.completed;
  queue.way.told = &queue.told;
  queue.way.settled = &queue.settled;
  queue.way.staging = reinterpret_cast<std::uintptr_t>(queue.staging.data());
  queue.way.staging_key = queue.staged->lkey;
  queue.way.words = job_.words.data();
  queue.way.words_count = static_cast<std::uint32_t>(job_.words.size());
  VerbsQueue::Memory& memory = queue.memory;
  memory.slots = reinterpret_cast<VerbsQueue::Slot*>(sends.buffer);
  memory.gpu = &queue.words;
  memory.capacity = sends.num_entries;
  memory.depth = depth;
  queue.way.window = sends.max_batch;
  memory.nic.kind = VerbsKind::efa;
  memory.nic.pair = queue.pair->qp_num;
  memory.nic.slot_stride = sends.entry_size;
  memory.nic.local = {reinterpret_cast<std::uintptr_t>(device_.heap.data()), device_.heap_region->lkey};
  memory.nic.posted = sends.doorbell;
  memory.nic.entries = completions.buffer;
  memory.nic.entry_count = completions.num_entries;
  memory.nic.entry_stride = completions.entry_size;
  memory.nic.efa = &queue.way;
  if (job_.refused != 0) queue.refusal = &refusal_;
}

PeerAddress EfaQueues::own_address() const {
  PeerAddress own = device_.address();
  own.queue_pairs.push_back(arrivals_->qp_num);
  for (const Counting& one : counting_) own.queue_pairs.push_back(one.pair->qp_num);
  return own;
}

void EfaQueues::connect(const std::vector<std::string>& addresses, Pe me) {
  const std::vector<PeerAddress> all = read_addresses(addresses, own_address(), me);
  peers_.resize(all.size());
  for (std::uint32_t pe = 0; pe < all.size(); ++pe) {
    Peer& peer = peers_[pe];
    std::uint16_t handle = 0;
    peer.handle = device_.handle(all[pe], handle);
    for (std::size_t i = 1; i < all[pe].queue_pairs.size(); ++i)
      peer.counting.push_back(static_cast<std::uint16_t>(all[pe].queue_pairs[i]));
    for (std::uint32_t i = 0; i < job_.per_peer; ++i) {
      Queue& queue = queues_[pe * job_.per_peer + i];
      queue.memory.nic.remote = {all[pe].base, static_cast<std::uint32_t>(all[pe].key)};
      queue.way.handle = handle;
      queue.way.pair = static_cast<std::uint16_t>(all[pe].queue_pairs.front());
      queue.way.queue_key = EfaDevice::queue_key;
      queue.way.counting = peer.counting.data();
    }
  }
}

std::string EfaQueues::title() const {
  return fmt::format("{}{}; {} of {} counters", device_.name,
                     device_.is_soft() ? ": software, times of this host" : "", queues_.size() + counting_.size(),
                     device_.counters.max_counters);
}

/// An adapter has heard the doorbell.
void EfaQueues::Queue::wake() {
  if (!is_soft) return;
  if (const int error = softverbs_ring(pair.get()))
    refuse(Code::failed, "softverbs_ring", error,
           "more was announced than the queue holds, which is a bug; report it");
}

void EfaQueues::go_to_wrap() {
  for (Queue& queue : queues_) verbs::go_to_wrap(queue, queue.way.window);
}

}  // namespace gin::verbs
