// Data and the signal behind it as two work requests of one queue, on NICs that do nothing else: what the first
// leaves to the second. Stage by stage as the emulated NIC, so that items and sums are a run's.
#pragma once

#include "models/cost/nic.hpp"

namespace gin::models::cost {

struct Following {
  Work data;    ///< a write
  Work signal;  ///< an atomic or a message
  bool one_doorbell = true;
  Duration apart = {};  ///< else: how much later the signal's doorbell is at the NIC
};

/// Each from its own doorbell's arrival at the NIC until it is visible at the target.
struct BothVisible {
  Itemised data, signal;
};
BothVisible both_visible(const Profile& profile, const Following& two);

}  // namespace gin::models::cost
