#include "core/verbs/receives.hpp"

namespace gin::verbs {

Receives::Receives(ibv_qp* pair, std::span<unsigned char> buffers, std::uint32_t count, std::uint32_t key,
                   std::uint64_t first_id)
    : pair_(pair), requests_(count), parts_(count) {
  const std::size_t bytes = buffers.size() / count;
  for (std::uint32_t i = 0; i < count; ++i) {
    parts_[i] = {reinterpret_cast<std::uintptr_t>(buffers.data() + i * bytes), static_cast<std::uint32_t>(bytes),
                 key};
    requests_[i].wr_id = first_id + i;
    requests_[i].sg_list = &parts_[i];
    requests_[i].num_sge = 1;
  }
  for (std::uint32_t i = count; i-- > 0;) give_back(i);
  if (owed_) post();
}

void Receives::post() {
  ibv_recv_wr* refused = nullptr;
  if (const int error = ibv_post_recv(pair_, owed_, &refused))
    refuse(Code::failed, "ibv_post_recv", error, "the device has lost this connection; its log or dmesg says more");
  owed_ = nullptr;
  owed_count_ = 0;
}

}  // namespace gin::verbs
