#include "core/softverbs/efa/completion.hpp"

#include <cstdint>
#include <cstring>

#include "core/softverbs/efa/request.hpp"

namespace softverbs::efa {
namespace {

struct Entry {
  std::uint16_t id;  ///< of the request, or of the receive
  std::uint8_t status;
  std::uint8_t flags;
  std::uint16_t pair;
  std::uint16_t length;
  // Of what was received:
  std::uint16_t handle;
  std::uint16_t source_pair;
  std::uint32_t immediate;
};
static_assert(sizeof(Entry) == 16);

namespace flag {
constexpr unsigned sent = 1 << 1, received = 2 << 1, immediate = 1 << 3, operation = 4, unsolicited = 1 << 7;
}  // namespace flag

constexpr Operation operation_of(ibv_wc_opcode opcode) {
  if (opcode == IBV_WC_RDMA_READ) return Operation::read;
  return opcode == IBV_WC_RDMA_WRITE || opcode == IBV_WC_RECV_RDMA_WITH_IMM ? Operation::write : Operation::send;
}

}  // namespace

softverbs_completion as_read_by_hand(const softverbs_completion& completion, std::uint8_t phase) {
  const ibv_wc& from = completion.wc;
  const bool is_received = from.opcode & IBV_WC_RECV;
  const Entry entry{static_cast<std::uint16_t>(is_received ? from.wr_id : completion.slot),
                    static_cast<std::uint8_t>(from.vendor_err),
                    static_cast<std::uint8_t>(phase | (is_received ? flag::received : flag::sent) |
                                              (from.wc_flags & IBV_WC_WITH_IMM ? flag::immediate : 0) |
                                              static_cast<unsigned>(operation_of(from.opcode)) << flag::operation |
                                              (completion.is_unsolicited ? flag::unsolicited : 0)),
                    static_cast<std::uint16_t>(from.qp_num),
                    static_cast<std::uint16_t>(from.byte_len),
                    from.slid,
                    static_cast<std::uint16_t>(from.src_qp),
                    from.imm_data};
  softverbs_completion made{};
  std::memcpy(&made, &entry, sizeof entry);
  return made;
}

}  // namespace softverbs::efa
