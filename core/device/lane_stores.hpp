// Who decides when stores by pointer arrive has to know what lanes store at peers: on a host that is what differs in
// memory after they ran.
#pragma once

#include "core/device/view.hpp"

namespace gin {

class LaneStores {
 public:
  /// Lanes are about to run and to touch no more than this.
  virtual void begin(const Access* first, const Access* last) = 0;
  /// They have run, in a loop of that context.
  virtual void end(std::uint32_t context) = 0;

 protected:
  ~LaneStores() = default;
};

}  // namespace gin
