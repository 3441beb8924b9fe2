// libefa's functions (efadv(7)), and those of libibverbs that only EFA devices have.
#include <infiniband/efadv.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/softverbs/completion_queue.hpp"
#include "core/softverbs/device.hpp"
#include "core/softverbs/efa/device.hpp"
#include "core/softverbs/efa/srd_pair.hpp"
#include "core/softverbs/exports.hpp"

namespace softverbs::efa {
namespace {

/// efadv_qp_init_attr as younger headers have it.
struct PairAttributes {
  static constexpr std::uint16_t unsolicited_write_receive = 1;

  std::uint64_t comp_mask;
  std::uint32_t driver_qp_type;
  std::uint16_t flags;
  std::uint8_t service_level;
  std::uint8_t reserved;
};
static_assert(sizeof(PairAttributes) == sizeof(efadv_qp_init_attr));

ibv_qp* create(ibv_pd* domain, ibv_qp_init_attr& attr, const PairAttributes& wanted) {
  if (!settings()->efa || wanted.driver_qp_type != EFADV_QP_DRIVER_TYPE_SRD) return refuse(EOPNOTSUPP);
  const bool asks_unsolicited = wanted.flags & PairAttributes::unsolicited_write_receive;
  if (asks_unsolicited && !can(takes_unsolicited)) return refuse(EOPNOTSUPP);
  if (attr.qp_type != IBV_QPT_DRIVER || wanted.comp_mask != 0) return refuse(EINVAL);
  return SrdPair::create(domain, attr, asks_unsolicited);
}

std::uint64_t operations() {
  std::uint64_t can_do = IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_SEND_WITH_IMM;
  if (can(reads)) can_do |= IBV_QP_EX_WITH_RDMA_READ;
  if (can(writes)) can_do |= IBV_QP_EX_WITH_RDMA_WRITE | IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM;
  return can_do;
}

}  // namespace
}  // namespace softverbs::efa

using namespace softverbs;
using namespace softverbs::efa;

SOFTVERBS_EXPORT int efadv_query_device(ibv_context*, efadv_device_attr* attr, std::uint32_t bytes) {
  if (!settings()->efa) return EOPNOTSUPP;
  efadv_device_attr filled{};
  filled.max_sq_wr = efa::limits::sends;
  filled.max_rq_wr = efa::limits::receives;
  filled.max_sq_sge = filled.max_rq_sge = efa::limits::pieces;
  filled.inline_buf_size = efa::limits::inline_bytes;
  filled.device_caps = settings()->efa;
  filled.max_rdma_size = can(reads) || can(writes) ? efa::limits::rdma : 0;
  copy_up_to(attr, filled, bytes);
  return 0;
}

SOFTVERBS_EXPORT ibv_qp* efadv_create_driver_qp(ibv_pd* domain, ibv_qp_init_attr* attr, std::uint32_t type) {
  return efa::create(domain, *attr, {0, type, 0, 0, 0});
}

SOFTVERBS_EXPORT ibv_qp* efadv_create_qp_ex(ibv_context* context, ibv_qp_init_attr_ex* attr,
                                            efadv_qp_init_attr* wanted, std::uint32_t bytes) {
  constexpr std::uint32_t known = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS;
  const bool asks_operations = attr->comp_mask & IBV_QP_INIT_ATTR_SEND_OPS_FLAGS;
  if (attr->comp_mask & ~known || (asks_operations && attr->send_ops_flags & ~operations()))
    return refuse(EOPNOTSUPP);
  if (!(attr->comp_mask & IBV_QP_INIT_ATTR_PD) || attr->pd->context != context) return refuse(EINVAL);
  PairAttributes asked{};
  std::memcpy(&asked, wanted, std::min<std::size_t>(bytes, sizeof asked));
  ibv_qp_init_attr plain{attr->qp_context, attr->send_cq, attr->recv_cq,   attr->srq,
                         attr->cap,        attr->qp_type, attr->sq_sig_all};
  ibv_qp* const pair = efa::create(attr->pd, plain, asked);
  attr->cap = plain.cap;
  return pair;
}

SOFTVERBS_EXPORT int efadv_query_ah(ibv_ah* handle, efadv_ah_attr* attr, std::uint32_t bytes) {
  if (!settings()->efa) return EOPNOTSUPP;
  efadv_ah_attr filled{};
  filled.ahn = static_cast<AddressHandle*>(handle)->number;
  copy_up_to(attr, filled, bytes);
  return 0;
}

SOFTVERBS_EXPORT ibv_cq_ex* efadv_create_cq(ibv_context* context, ibv_cq_init_attr_ex* attr,
                                            efadv_cq_init_attr* wanted, std::uint32_t bytes) {
  if (!settings()->efa || wanted->comp_mask != 0) return refuse(EOPNOTSUPP);
  const bool asks = bytes >= sizeof *wanted && wanted->wc_flags & EFADV_WC_EX_WITH_SGID;
  if (asks && !can(tells_sgid)) return refuse(EOPNOTSUPP);
  return CompletionQueue::create(Context::of(context), *attr);
}

SOFTVERBS_EXPORT efadv_cq* efadv_cq_from_ibv_cq_ex(ibv_cq_ex* queue) {
  return CompletionQueue::of(queue).efa();
}

/// Of younger headers, which declare it with a structure that older ones lack; so it has a name of its own here, and theirs for
/// who links it: over which interconnect a region is reached. This device has none to speak of.
SOFTVERBS_EXPORT int query_region(ibv_mr*, void* attr, std::uint32_t bytes) __asm__("efadv_query_mr");
SOFTVERBS_EXPORT int query_region(ibv_mr*, void* attr, std::uint32_t bytes) {
  if (!settings()->efa) return EOPNOTSUPP;
  std::memset(attr, 0, bytes);
  return 0;
}

SOFTVERBS_EXPORT ibv_ah* ibv_create_ah(ibv_pd* domain, ibv_ah_attr* attr) {
  return settings()->efa ? Context::of(domain->context).handles().create(domain, *attr) : refuse(EOPNOTSUPP);
}

SOFTVERBS_EXPORT int ibv_destroy_ah(ibv_ah* handle) {
  Context::of(handle->context).handles().destroy(handle);
  return 0;
}
