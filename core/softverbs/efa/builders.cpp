// ibv_wr_start() and its kin, for datagrams.
#include <cerrno>

#include "core/softverbs/efa/handles.hpp"
#include "core/softverbs/efa/srd_pair.hpp"

namespace softverbs::efa {

void SrdPair::set_builders() {
  wr_start = [](ibv_qp_ex* pair) { of(pair).mutex_.lock(); };
  wr_complete = [](ibv_qp_ex* pair) {
    const int failed = of(pair).end(true);
    of(pair).mutex_.unlock();
    return failed;
  };
  wr_abort = [](ibv_qp_ex* pair) {
    of(pair).end(false);
    of(pair).mutex_.unlock();
  };
  wr_send = [](ibv_qp_ex* pair) { of(pair).begin(IBV_WR_SEND, pair->wr_id); };
  wr_send_imm = [](ibv_qp_ex* pair, __be32 data) {
    of(pair).begin(IBV_WR_SEND_WITH_IMM, pair->wr_id);
    of(pair).fill([&](Slot& slot) { return slot.immediate = data, true; });
  };
  wr_rdma_read = [](ibv_qp_ex* pair, std::uint32_t key, std::uint64_t address) {
    of(pair).begin(IBV_WR_RDMA_READ, pair->wr_id);
    of(pair).fill([&](Slot& slot) { return slot.rdma.remote = {0, key, address}, true; });
  };
  wr_rdma_write = [](ibv_qp_ex* pair, std::uint32_t key, std::uint64_t address) {
    of(pair).begin(IBV_WR_RDMA_WRITE, pair->wr_id);
    of(pair).fill([&](Slot& slot) { return slot.rdma.remote = {0, key, address}, true; });
  };
  wr_rdma_write_imm = [](ibv_qp_ex* pair, std::uint32_t key, std::uint64_t address, __be32 data) {
    of(pair).begin(IBV_WR_RDMA_WRITE_WITH_IMM, pair->wr_id);
    of(pair).fill([&](Slot& slot) {
      slot.immediate = data;
      return slot.rdma.remote = {0, key, address}, true;
    });
  };
  wr_set_ud_addr = [](ibv_qp_ex* pair, ibv_ah* handle, std::uint32_t number, std::uint32_t queue_key) {
    const Destination to{static_cast<AddressHandle*>(handle)->number, static_cast<std::uint16_t>(number),
                         queue_key};
    of(pair).fill([&](Slot& slot) { return address(slot, to), true; });
  };
  wr_set_sge = [](ibv_qp_ex* pair, std::uint32_t key, std::uint64_t at, std::uint32_t bytes) {
    const ibv_sge piece{at, bytes, key};
    of(pair).fill([&](Slot& slot) { return set_pieces(slot, 1, &piece); });
  };
  wr_set_sge_list = [](ibv_qp_ex* pair, std::size_t count, const ibv_sge* pieces) {
    of(pair).fill([&](Slot& slot) { return set_pieces(slot, count, pieces); });
  };
  wr_set_inline_data = [](ibv_qp_ex* pair, void* at, std::size_t bytes) {
    const ibv_data_buf buffer{at, bytes};
    of(pair).fill([&](Slot& slot) { return set_inline(slot, 1, &buffer); });
  };
  wr_set_inline_data_list = [](ibv_qp_ex* pair, std::size_t count, const ibv_data_buf* buffers) {
    of(pair).fill([&](Slot& slot) { return set_inline(slot, count, buffers); });
  };
}

}  // namespace softverbs::efa
