// What addresses cost a GPU's loads: translations that its TLBs have not kept.
#pragma once

#include "models/cost/itemised.hpp"
#include "models/profile.hpp"

namespace gin::models::cost {

/// What a load from anywhere in `footprint` waits on the average: the TLB has kept what it reaches, and each place
/// is as likely as any other. The machine's own formula is Tlb in core/env/machine.hpp; a test holds the two
/// together.
Duration tlb_wait(const TlbLevel& level, Bytes footprint);

/// Dependent loads with places all over `footprint` whose lines themselves stay in the L2: each.
Itemised scattered_load(const Profile& profile, Bytes footprint, bool remote);

}  // namespace gin::models::cost
