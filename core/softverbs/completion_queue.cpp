#include "core/softverbs/completion_queue.hpp"

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
  auto* queue = new CompletionQueue(owner, attr);
  queue->offset_ = offset;
  queue->shared_ = memory.at<Completions>(offset);
  if (queue->shared_->count == 0) queue->shared_->lock.initialise();
  {
    const std::lock_guard<RobustLock> guard(queue->shared_->lock);
    queue->shared_->restart(count, owner.uses_mlx5());
  }
  queue->cqe = static_cast<int>(count);
  if (attr.channel) ++attr.channel->refcnt;
  owner.process().engine().add(*queue);
  return queue;
}

CompletionQueue::CompletionQueue(Context& owner, const ibv_cq_init_attr_ex& attr) : ibv_cq_ex{}, context_(owner) {
  context = &owner.context;
  channel = attr.channel;
  cq_context = attr.cq_context;
  set_readers();
}

CompletionQueue::~CompletionQueue() {
  context_.process().engine().remove(*this);
  if (channel) --channel->refcnt;
  context_.process().memory().release(Block::completion_queue, Completions::bytes(shared_->count), offset_);
}

bool CompletionQueue::push(const softverbs_completion& completion) {
  const Pushed pushed = shared_->push(completion);
  if (pushed != Pushed::quietly) context_.process().engine().wake();
  return pushed != Pushed::not_at_all;
}

/// What a queue pair left behind that is gone is left out (IBTA Vol. 1, 10.2.4.4). Sent requests give their slots back.
bool CompletionQueue::take_next() {
  while (!is_mlx5() && shared_->take(current_)) {
    QueuePair* const pair = context_.pair(current_.qp_num).load(std::memory_order_acquire);
    if (!pair || pair->qp_base.qp_num != current_.qp_num) continue;
    if (!(current_.opcode & IBV_WC_RECV)) pair->retire(current_.slot);
    wr_id = current_.wr_id;
    status = static_cast<ibv_wc_status>(current_.status);
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
  if (is_mlx5()) return -EOPNOTSUPP;
  int done = 0;
  {
    const std::lock_guard<std::mutex> guard(mutex_);
    while (done < count && take_next()) {
      ibv_wc& wc = into[done++];
      wc = {};
      wc.wr_id = current_.wr_id;
      wc.status = static_cast<ibv_wc_status>(current_.status);
      wc.opcode = static_cast<ibv_wc_opcode>(current_.opcode);
      wc.vendor_err = current_.vendor_err;
      wc.byte_len = current_.byte_len;
      wc.imm_data = current_.immediate;
      wc.qp_num = current_.qp_num;
      wc.src_qp = current_.src_qp;
      wc.wc_flags = current_.wc_flags;
    }
  }
  if (done == 0) rest();
  return shared_->has_overrun.load(std::memory_order_relaxed) && done == 0 ? -EIO : done;
}

softverbs_completion_queue CompletionQueue::map() {
  return {shared_->entries(), shared_->count, sizeof(softverbs_completion), &shared_->consumed};
}

std::uint64_t CompletionQueue::attend(std::uint64_t) {
  const std::uint32_t events = shared_->events.exchange(0, std::memory_order_acquire);
  for (std::uint32_t i = 0; i < events && channel; ++i) static_cast<Channel*>(channel)->events.tell(verbs());
  if (shared_->has_overrun.load(std::memory_order_relaxed) && !std::exchange(told_of_overrun_, true)) {
    ibv_async_event event{};
    event.element.cq = verbs();
    event.event_type = IBV_EVENT_CQ_ERR;
    context_.events().tell(event);
  }
  return never;
}

}  // namespace softverbs
