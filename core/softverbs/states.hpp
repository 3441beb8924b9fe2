// How a queue pair goes from state to state, and what each step has to be told, by its transport.
#pragma once

#include <infiniband/verbs.h>

#include <span>

namespace softverbs {

struct Step {
  ibv_qp_state from;
  ibv_qp_state to;
  int needs;  ///< ibv_qp_attr_mask
  int takes;  ///< besides
};

/// Of a reliable connection (IBTA Vol. 1, 10.3.1 and the table of Modify QP in 11.2.4.2).
extern const std::span<const Step> connected_steps;
/// Of a scalable reliable datagram (Linux, drivers/infiniband/hw/efa/efa_verbs.c, which cites no specification).
extern const std::span<const Step> datagram_steps;

/// Whether a queue pair may go from one state to the other with attributes `mask`.
bool may_go(std::span<const Step> steps, ibv_qp_state from, ibv_qp_state to, int mask);

}  // namespace softverbs
