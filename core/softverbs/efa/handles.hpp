// Address handles: how requests name the device that they go to.
#pragma once

#include <infiniband/verbs.h>

#include <atomic>
#include <cstdint>
#include <vector>

#include "core/softverbs/address.hpp"

namespace softverbs::efa {

/// The number that requests carry (efadv_query_ah) is the LID of the address: the same for all handles of one.
struct AddressHandle : ibv_ah {
  std::uint16_t number = 0;
};

/// Those of an open device.
class AddressHandles {
 public:
  /// In a completion, of a source that there is no handle of.
  static constexpr std::uint16_t unknown = 0xffff;

  /// Null, with errno.
  ibv_ah* create(ibv_pd* domain, const ibv_ah_attr& attr);
  void destroy(ibv_ah* handle);

  bool knows(std::uint16_t number) const { return number < in_use_.size() && in_use_[number] > 0; }

 private:
  std::vector<std::atomic<std::uint32_t>> in_use_ =
      std::vector<std::atomic<std::uint32_t>>(settings()->efa ? hosts_max * nics_max + 1 : 0);
};

}  // namespace softverbs::efa
