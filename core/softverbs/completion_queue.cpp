#include "core/softverbs/completion_queue.hpp"

#include <infiniband/mlx5dv.h>
#include <sched.h>

#include <bit>
#include <cerrno>
#include <utility>

#include "core/softverbs/queue_pair.hpp"

namespace softverbs {

CompletionQueue* CompletionQueue::create(Context& owner, const ibv_cq_init_attr_ex& attr) {
  if (attr.cqe == 0 || attr.cqe > limits::completions ||
      attr.comp_vector >= static_cast<std::uint32_t>(owner.context.num_comp_vectors))
    return refuse(EINVAL);
  ProcessMemory& memory = owner.process().memory();
  const std::uint32_t count = std::bit_ceil(attr.cqe);
  const std::uint64_t offset = memory.allocate(Block::completion_queue, Completions::bytes(count));
  if (offset == 0) return nullptr;
  auto& shared = *memory.at<Completions>(offset);
  if (shared.count == 0) shared.lock.initialise();
  shared.restart(count, owner.uses_mlx5() ? Layout::mlx5 : Layout::own);
  auto* queue = new CompletionQueue(owner, attr, shared, offset);
  owner.process().engine().add(*queue);
  return queue;
}

CompletionQueue::CompletionQueue(Context& owner, const ibv_cq_init_attr_ex& attr, Completions& shared,
                                 std::uint64_t offset)
    : ibv_cq_ex{}, context_(owner), shared_(shared), offset_(offset) {
  context = &owner.context;
  channel = attr.channel;
  cq_context = attr.cq_context;
  cqe = static_cast<int>(shared.count);
  if (channel) ++channel->refcnt;
  set_readers();
}

CompletionQueue::~CompletionQueue() {
  context_.process().engine().remove(*this);
  if (channel) --channel->refcnt;
  context_.process().memory().release(Block::completion_queue, Completions::bytes(shared_.count), offset_);
}

/// What a queue pair left behind that is gone is left out (IBTA Vol. 1, 10.2.4.4). Sent requests give their slots back.
bool CompletionQueue::take_next() {
  while (shared_.layout == Layout::own && shared_.take(current_)) {
    QueuePair* const pair = context_.pair(current_.wc.qp_num).load(std::memory_order_acquire);
    if (!pair || pair->qp_base.qp_num != current_.wc.qp_num) continue;
    if (!(current_.wc.opcode & IBV_WC_RECV)) pair->retire(current_.slot);
    source_ = current_.wc.slid;
    if (settings()->efa && !context_.handles().knows(source_)) current_.wc.slid = efa::AddressHandles::unknown;
    wr_id = current_.wc.wr_id;
    status = current_.wc.status;
    empty_looks_ = 0;
    return true;
  }
  return false;
}

/// Where there are more who look than cores, whoever has something to send should get one.
void CompletionQueue::rest() {
  if (settings()->yield_after == 0 || ++empty_looks_ < settings()->yield_after) return;
  empty_looks_ = 0;
  ::sched_yield();
}

int CompletionQueue::poll(int count, ibv_wc* into) {
  if (shared_.layout != Layout::own) return -EOPNOTSUPP;
  int done = 0;
  {
    const std::lock_guard<std::mutex> guard(mutex_);
    for (; done < count && take_next(); ++done) into[done] = current_.wc;
  }
  if (done == 0) rest();
  return shared_.has_overrun.load(std::memory_order_relaxed) && done == 0 ? -EIO : done;
}

void CompletionQueue::map(softverbs_completion_queue& into) {
  into = {shared_.entries(), shared_.count, sizeof(softverbs_completion), &shared_.consumed};
}

/// Entries are EFA's from now on; none may be there yet.
int CompletionQueue::map(efa::younger::Completions& into) {
  const std::lock_guard<RobustLock> guard(shared_.lock);
  if (shared_.layout == Layout::mlx5 || shared_.produced != 0) return EBUSY;
  shared_.layout = Layout::efa;
  into = {};
  into.buffer = reinterpret_cast<std::uint8_t*>(shared_.entries());
  into.entry_size = sizeof(softverbs_completion);
  into.num_entries = shared_.count;
  return 0;
}

/// Without a register: it cannot be armed by hand.
void CompletionQueue::map(mlx5dv_cq& into) {
  into = {};
  into.buf = shared_.entries();
  into.dbrec = &shared_.consumed;
  into.cqe_cnt = shared_.count;
  into.cqe_size = sizeof(softverbs_completion);
}

std::uint64_t CompletionQueue::attend(std::uint64_t) {
  const std::uint32_t events = shared_.events.exchange(0, std::memory_order_acquire);
  for (std::uint32_t i = 0; i < events && channel; ++i) static_cast<Channel*>(channel)->events.tell(verbs());
  if (shared_.has_overrun.load(std::memory_order_relaxed) && !std::exchange(told_of_overrun_, true))
    context_.events().tell({.element = {.cq = verbs()}, .event_type = IBV_EVENT_CQ_ERR});
  return never;
}

}  // namespace softverbs
