#include "core/softverbs/states.hpp"

namespace softverbs {
namespace {

constexpr int init = IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS;
constexpr int running = IBV_QP_CUR_STATE | IBV_QP_ALT_PATH | IBV_QP_ACCESS_FLAGS | IBV_QP_MIN_RNR_TIMER |
                        IBV_QP_PATH_MIG_STATE | IBV_QP_RATE_LIMIT;

constexpr Step connected[] = {
    {IBV_QPS_RESET, IBV_QPS_INIT, init, 0},
    {IBV_QPS_INIT, IBV_QPS_INIT, 0, init},
    {IBV_QPS_INIT, IBV_QPS_RTR,
     IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC |
         IBV_QP_MIN_RNR_TIMER,
     IBV_QP_ALT_PATH | IBV_QP_ACCESS_FLAGS | IBV_QP_PKEY_INDEX},
    {IBV_QPS_RTR, IBV_QPS_RTS,
     IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_SQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC, running},
    {IBV_QPS_RTS, IBV_QPS_RTS, 0, running},
    {IBV_QPS_RTS, IBV_QPS_SQD, 0, IBV_QP_EN_SQD_ASYNC_NOTIFY},
    {IBV_QPS_SQD, IBV_QPS_RTS, 0, running},
    {IBV_QPS_SQD, IBV_QPS_SQD, 0,
     running | IBV_QP_PORT | IBV_QP_AV | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
         IBV_QP_MAX_QP_RD_ATOMIC | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_PKEY_INDEX},
};

constexpr int key_and_port = IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY;
constexpr int key_while_running = IBV_QP_CUR_STATE | IBV_QP_QKEY;

constexpr Step datagram[] = {
    {IBV_QPS_RESET, IBV_QPS_INIT, key_and_port, 0},
    {IBV_QPS_INIT, IBV_QPS_INIT, 0, key_and_port},
    {IBV_QPS_INIT, IBV_QPS_RTR, 0, IBV_QP_PKEY_INDEX | IBV_QP_QKEY},
    {IBV_QPS_RTR, IBV_QPS_RTS, IBV_QP_SQ_PSN, key_while_running | IBV_QP_RNR_RETRY},
    {IBV_QPS_RTS, IBV_QPS_RTS, 0, key_while_running},
    {IBV_QPS_RTS, IBV_QPS_SQD, 0, IBV_QP_EN_SQD_ASYNC_NOTIFY},
    {IBV_QPS_SQD, IBV_QPS_RTS, 0, key_while_running},
    {IBV_QPS_SQD, IBV_QPS_SQD, 0, IBV_QP_PKEY_INDEX | IBV_QP_QKEY},
};

}  // namespace

constinit const std::span<const Step> connected_steps = connected;
constinit const std::span<const Step> datagram_steps = datagram;

bool may_go(std::span<const Step> steps, ibv_qp_state from, ibv_qp_state to, int mask) {
  mask &= ~IBV_QP_STATE;
  // From everywhere, with nothing else to say.
  if (to == IBV_QPS_RESET || to == IBV_QPS_ERR) return (mask & ~IBV_QP_CUR_STATE) == 0;
  for (const Step& step : steps)
    if (step.from == from && step.to == to)
      return (mask & step.needs) == step.needs && !(mask & ~(step.needs | step.takes));
  return false;
}

}  // namespace softverbs
