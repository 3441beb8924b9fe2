// Queues, and the events that tell of them.
#include <cerrno>
#include <memory>

#include "core/softverbs/channel.hpp"
#include "core/softverbs/completion_queue.hpp"
#include "core/softverbs/device.hpp"
#include "core/softverbs/exports.hpp"
#include "core/softverbs/rc_pair.hpp"

namespace softverbs {
namespace {

ibv_qp* create_pair(ibv_context* context, ibv_qp_init_attr_ex* attr) {
  constexpr std::uint32_t known = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS;
  constexpr std::uint64_t operations = IBV_QP_EX_WITH_RDMA_WRITE | IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM |
                                       IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_SEND_WITH_IMM |
                                       IBV_QP_EX_WITH_RDMA_READ | IBV_QP_EX_WITH_ATOMIC_CMP_AND_SWP |
                                       IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD;
  const bool asks_operations = attr->comp_mask & IBV_QP_INIT_ATTR_SEND_OPS_FLAGS;
  if (attr->comp_mask & ~known || (asks_operations && attr->send_ops_flags & ~operations))
    return refuse(EOPNOTSUPP);
  if (!(attr->comp_mask & IBV_QP_INIT_ATTR_PD) || attr->pd->context != context) return refuse(EINVAL);
  ibv_qp_init_attr plain{attr->qp_context, attr->send_cq, attr->recv_cq,   attr->srq,
                         attr->cap,        attr->qp_type, attr->sq_sig_all};
  ibv_qp* pair = RcPair::create(attr->pd, plain);
  attr->cap = plain.cap;
  return pair;
}

ibv_cq_ex* create_completion_queue(ibv_context* context, ibv_cq_init_attr_ex* attr) {
  constexpr std::uint64_t fields = IBV_WC_STANDARD_FLAGS;
  if (attr->wc_flags & ~fields || attr->comp_mask & ~IBV_CQ_INIT_ATTR_MASK_FLAGS ||
      (attr->comp_mask & IBV_CQ_INIT_ATTR_MASK_FLAGS && attr->flags & ~IBV_CREATE_CQ_ATTR_SINGLE_THREADED))
    return refuse(EOPNOTSUPP);
  return CompletionQueue::create(Context::of(context), *attr);
}

}  // namespace

void set_operations(verbs_context& context) {
  context.query_port = &query_port;
  context.query_device_ex = &query_device_ex;
  context.create_qp_ex = &create_pair;
  context.create_cq_ex = &create_completion_queue;
  ibv_context_ops& ops = context.context.ops;
  ops.post_send = [](ibv_qp* pair, ibv_send_wr* first, ibv_send_wr** bad) {
    return QueuePair::of(pair).post(first, bad);
  };
  ops.post_recv = [](ibv_qp* pair, ibv_recv_wr* first, ibv_recv_wr** bad) {
    return QueuePair::of(pair).post(first, bad);
  };
  ops.poll_cq = [](ibv_cq* queue, int count, ibv_wc* into) { return CompletionQueue::of(queue).poll(count, into); };
  ops.req_notify_cq = [](ibv_cq* queue, int solicited_only) {
    CompletionQueue::of(queue).arm(solicited_only != 0);
    return 0;
  };
}

}  // namespace softverbs

using namespace softverbs;

SOFTVERBS_EXPORT ibv_comp_channel* ibv_create_comp_channel(ibv_context* context) {
  auto channel = std::make_unique<Channel>();
  if (!channel->events.open()) return nullptr;
  channel->context = context;
  channel->fd = channel->events.end_to_read();
  return channel.release();
}

SOFTVERBS_EXPORT int ibv_destroy_comp_channel(ibv_comp_channel* channel) {
  if (channel->refcnt != 0) return EBUSY;
  delete static_cast<Channel*>(channel);
  return 0;
}

SOFTVERBS_EXPORT int ibv_get_cq_event(ibv_comp_channel* channel, ibv_cq** queue, void** context) {
  if (!static_cast<Channel*>(channel)->events.next(*queue)) return -1;
  *context = (*queue)->cq_context;
  return 0;
}

SOFTVERBS_EXPORT void ibv_ack_cq_events(ibv_cq* queue, unsigned count) {
  queue->comp_events_completed += count;
}

SOFTVERBS_EXPORT ibv_cq* ibv_create_cq(ibv_context* context, int count, void* cq_context, ibv_comp_channel* channel,
                                       int vector) {
  ibv_cq_init_attr_ex attr{};
  attr.cqe = count > 0 ? static_cast<std::uint32_t>(count) : 0;
  attr.cq_context = cq_context;
  attr.channel = channel;
  attr.comp_vector = static_cast<std::uint32_t>(vector);
  CompletionQueue* queue = CompletionQueue::create(Context::of(context), attr);
  return queue ? queue->verbs() : nullptr;
}

SOFTVERBS_EXPORT int ibv_destroy_cq(ibv_cq* queue) {
  delete &CompletionQueue::of(queue);
  return 0;
}

SOFTVERBS_EXPORT ibv_qp* ibv_create_qp(ibv_pd* domain, ibv_qp_init_attr* attr) {
  return RcPair::create(domain, *attr);
}

SOFTVERBS_EXPORT int ibv_destroy_qp(ibv_qp* pair) {
  delete &QueuePair::of(pair);
  return 0;
}

SOFTVERBS_EXPORT ibv_qp_ex* ibv_qp_to_qp_ex(ibv_qp* pair) {
  return &QueuePair::of(pair);
}

SOFTVERBS_EXPORT int ibv_modify_qp(ibv_qp* pair, ibv_qp_attr* attr, int mask) {
  return QueuePair::of(pair).modify(*attr, mask);
}

SOFTVERBS_EXPORT int ibv_query_qp(ibv_qp* pair, ibv_qp_attr* attr, int, ibv_qp_init_attr* init) {
  QueuePair::of(pair).query(*attr, *init);
  return 0;
}

/// No promise: where the kernel copies (copy.hpp), it says nothing of the order of bytes.
SOFTVERBS_EXPORT int ibv_query_qp_data_in_order(ibv_qp*, ibv_wr_opcode, std::uint32_t) {
  return 0;
}

SOFTVERBS_EXPORT int ibv_get_async_event(ibv_context* context, ibv_async_event* event) {
  return Context::of(context).events().next(*event) ? 0 : -1;
}

SOFTVERBS_EXPORT void ibv_ack_async_event(ibv_async_event*) {}
