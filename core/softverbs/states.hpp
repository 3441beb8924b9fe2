// How a reliable connection goes from state to state, and what each step has to be told (IBTA Vol. 1, 10.3.1 and the table of
// Modify QP in 11.2.4.2).
#pragma once

#include <infiniband/verbs.h>

namespace softverbs {

/// Whether a queue pair may go from one state to the other with attributes `mask` (ibv_qp_attr_mask).
bool may_go(ibv_qp_state from, ibv_qp_state to, int mask);

}  // namespace softverbs
