#include "core/verbs/sends.hpp"

namespace gin::verbs {

void Sends::ring() {
  for (std::uint32_t i = 0; i < chained_; ++i) {
    chain_[i].work.sg_list = chain_[i].parts.data();
    chain_[i].work.next = i + 1 < chained_ ? &chain_[i + 1].work : nullptr;
  }
  chain_[chained_ - 1].work.send_flags |= IBV_SEND_SIGNALED;
  chained_ = 0;
  ibv_send_wr* refused = nullptr;
  // It has room for all of them, and takes those of a queue that has failed, too, to tell them as flushed.
  if (const int error = ibv_post_send(pair_, &chain_[0].work, &refused))
    refuse(Code::failed, "ibv_post_send", error, "the device has lost this connection; its log or dmesg says more");
}

}  // namespace gin::verbs
