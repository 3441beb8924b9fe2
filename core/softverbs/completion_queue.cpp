#include "core/softverbs/completion_queue.hpp"

#include <sched.h>

#include <bit>
#include <cerrno>

#include "core/softverbs/channel.hpp"
#include "core/softverbs/extended.hpp"
#include "core/softverbs/queue_pair.hpp"

namespace softverbs {
namespace {

constexpr std::uint32_t queue_blocks = 1;  // of ProcessMemory

}  // namespace

CompletionQueue* CompletionQueue::create(ibv_context* context, const ibv_cq_init_attr_ex& attr) {
  if (attr.cqe == 0 || attr.cqe > limits::completions ||
      attr.comp_vector >= static_cast<std::uint32_t>(context->num_comp_vectors)) {
    errno = EINVAL;
    return nullptr;
  }
  Context& owner = Context::of(context);
  ProcessMemory& memory = owner.process().memory();
  const std::uint32_t count = std::bit_ceil(attr.cqe);
  const std::uint64_t offset = memory.allocate(queue_blocks, Completions::bytes(count));
  if (offset == 0) return nullptr;
  auto* queue = new CompletionQueue(owner, attr);
  queue->offset_ = offset;
  queue->shared_ = memory.at<Completions>(offset);
  if (queue->shared_->count == 0) queue->shared_->lock.initialise();
  {
    const std::lock_guard<RobustLock> guard(queue->shared_->lock);
    queue->shared_->restart(count, owner.uses_mlx5());
  }
  queue->handle_.verbs.cqe = static_cast<int>(count);
  set_readers(*queue);
  if (attr.channel) Channel::of(attr.channel).hold();
  owner.process().engine().add(*queue);
  return queue;
}

CompletionQueue::~CompletionQueue() {
  context_.process().engine().remove(*this);
  if (handle_.verbs.channel) Channel::of(handle_.verbs.channel).let_go();
  context_.process().memory().release(queue_blocks, Completions::bytes(shared_->count), offset_);
}

bool CompletionQueue::push(const softverbs_completion& completion) {
  const Pushed pushed = softverbs::push(*shared_, completion);
  if (pushed != Pushed::quietly) context_.process().engine().wake();
  return pushed != Pushed::not_at_all;
}

/// What a queue pair left behind that is gone is left out (IBTA Vol. 1, 10.2.4.4). Sent requests give their slots back.
bool CompletionQueue::take_next() {
  while (!is_mlx5() && take(*shared_, current_)) {
    QueuePair* const pair = context_.pair(current_.qp_num).load(std::memory_order_acquire);
    if (!pair || pair->verbs()->qp_num != current_.qp_num) continue;
    if (!(current_.opcode & IBV_WC_RECV)) pair->retire(current_.slot);
    handle_.verbs.wr_id = current_.wr_id;
    handle_.verbs.status = static_cast<ibv_wc_status>(current_.status);
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

bool CompletionQueue::start() {
  mutex_.lock();
  if (take_next()) return true;
  mutex_.unlock();
  rest();
  return false;
}

bool CompletionQueue::next() {
  return take_next();
}

void CompletionQueue::arm(bool solicited_only) {
  softverbs::arm(*shared_, solicited_only ? Armed::solicited : Armed::any);
}

softverbs_completion_queue CompletionQueue::map() {
  return {shared_->entries(), shared_->count, sizeof(softverbs_completion), &shared_->consumed};
}

std::uint64_t CompletionQueue::attend(std::uint64_t) {
  const std::uint32_t events = shared_->events.exchange(0, std::memory_order_acquire);
  for (std::uint32_t i = 0; i < events && handle_.verbs.channel; ++i)
    Channel::of(handle_.verbs.channel).tell(verbs());
  if (shared_->has_overrun.load(std::memory_order_relaxed) && !told_of_overrun_) {
    told_of_overrun_ = true;
    ibv_async_event event{};
    event.element.cq = verbs();
    event.event_type = IBV_EVENT_CQ_ERR;
    context_.tell(event);
  }
  return never;
}

}  // namespace softverbs
