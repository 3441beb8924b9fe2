// What this device has not, of what programs ask for before they know. Each says so, because libibverbs' own function would take
// our objects for its own.
#include <cerrno>

#include "core/softverbs/device.hpp"
#include "core/softverbs/exports.hpp"

using softverbs::refuse;

SOFTVERBS_EXPORT ibv_ah* ibv_create_ah_from_wc(ibv_pd*, ibv_wc*, ibv_grh*, std::uint8_t) {
  return refuse(EOPNOTSUPP);
}
SOFTVERBS_EXPORT ibv_srq* ibv_create_srq(ibv_pd*, ibv_srq_init_attr*) {
  return refuse(EOPNOTSUPP);
}
SOFTVERBS_EXPORT int ibv_rereg_mr(ibv_mr*, int, ibv_pd*, void*, std::size_t, int) {
  errno = EOPNOTSUPP;
  return IBV_REREG_MR_ERR_INPUT;  // the region is as it was
}
SOFTVERBS_EXPORT int ibv_resize_cq(ibv_cq*, int) {
  return EOPNOTSUPP;
}
