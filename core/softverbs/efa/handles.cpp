#include "core/softverbs/efa/handles.hpp"

#include <cerrno>

#include "core/softverbs/device.hpp"

namespace softverbs::efa {

ibv_ah* AddressHandles::create(ibv_pd* domain, const ibv_ah_attr& attr) {
  // An EFA device has no LIDs (Linux, drivers/infiniband/hw/efa/efa_verbs.c: a handle needs a global route).
  const auto address = attr.is_global ? address_of(attr.grh.dgid) : std::nullopt;
  if (!address || attr.port_num != 1) return refuse(EINVAL);
  auto* const made = new AddressHandle{{domain->context, domain, 0}, lid_of(*address)};
  ++in_use_[made->number];
  return made;
}

void AddressHandles::destroy(ibv_ah* handle) {
  auto* const gone = static_cast<AddressHandle*>(handle);
  --in_use_[gone->number];
  delete gone;
}

}  // namespace softverbs::efa
