// Queues that others write and read by themselves, in this device's format or as mlx5 adapters have them. The latter are mapped by
// the function by which real ones are, so that one piece of a program serves both.
#include <infiniband/mlx5dv.h>

#include <cerrno>

#include "core/softverbs/completion_queue.hpp"
#include "core/softverbs/exports.hpp"
#include "core/softverbs/rc_pair.hpp"

namespace softverbs {
namespace {

template <class Queue, class Mapped>
int map(Queue& queue, Mapped& into, bool mlx5) {
  if (queue.is_mlx5() != mlx5) return EOPNOTSUPP;
  queue.map(into);
  return 0;
}

template <class Mapped>
int map_sends(ibv_qp* pair, Mapped& into, bool mlx5) {
  RcPair* const connected = RcPair::from(pair);
  return connected ? map(connected->queue(), into, mlx5) : EOPNOTSUPP;
}

}  // namespace
}  // namespace softverbs

using namespace softverbs;

SOFTVERBS_EXPORT int softverbs_use_mlx5(ibv_context* context) {
  Context::of(context).use_mlx5();
  return 0;
}

SOFTVERBS_EXPORT int softverbs_map_send_queue(ibv_qp* pair, softverbs_send_queue* queue) {
  return map_sends(pair, *queue, false);
}

SOFTVERBS_EXPORT int softverbs_map_completion_queue(ibv_cq* cq, softverbs_completion_queue* queue) {
  return softverbs::map(CompletionQueue::of(cq), *queue, false);
}

SOFTVERBS_EXPORT int mlx5dv_init_obj(mlx5dv_obj* object, std::uint64_t types) {
  if (types == 0) return EINVAL;
  if (types & ~std::uint64_t{MLX5DV_OBJ_QP | MLX5DV_OBJ_CQ}) return EOPNOTSUPP;
  int failed = 0;
  if (types & MLX5DV_OBJ_QP) failed = map_sends(object->qp.in, *object->qp.out, true);
  if (failed == 0 && types & MLX5DV_OBJ_CQ)
    failed = softverbs::map(CompletionQueue::of(object->cq.in), *object->cq.out, true);
  return failed;
}

SOFTVERBS_EXPORT int softverbs_ring(ibv_qp* pair) {
  return QueuePair::of(pair).ring();
}
