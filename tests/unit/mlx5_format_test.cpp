// Slots as an mlx5 adapter reads them: bytes written down from the layout of <infiniband/mlx5dv.h>, the setters of that
// header, and its structures.
#include <gtest/gtest.h>
#include <infiniband/mlx5dv.h>

#include <string>

#include "tests/unit/verbs_queue.hpp"

namespace gin {
namespace {

using test::HandQueue;

class Mlx5Format : public testing::Test {
 protected:
  /// The slot in hexadecimal digits, a blank after each 16 bytes.
  std::string written(std::uint64_t index, const WorkRequest& request) {
    Mlx5QueueFormat::write(queue_.memory(), index, request);
    std::string out;
    for (const unsigned char byte : queue_.slot(index, 64)) {
      constexpr const char* digits = "0123456789abcdef";
      out += {digits[byte >> 4], digits[byte & 15]};
      if (out.size() % 33 == 32) out += ' ';
    }
    return out;
  }
  HandQueue queue_{VerbsKind::mlx5};
};

// Control: opcode modifier, index, opcode; queue pair, size; flags in the twelfth byte; immediate. Then the remote address and
// its key, and what is local.
TEST_F(Mlx5Format, AWriteIsItsGoldenBytes) {
  EXPECT_EQ(written(0x12345, test::verbs_request()),
            "00234508123456030000000000000000 "
            "00007f00110000800102030400000000 "
            "00000018a1b2c3d40000000001000040 "
            "00000000000000000000000000000000 ");
}

TEST_F(Mlx5Format, AWriteWithImmediateThatIsSignaledIsItsGoldenBytes) {
  WorkRequest request = test::verbs_request();
  request.signaled = request.has_immediate = true;
  request.immediate = 0xcafe0102;
  EXPECT_EQ(written(1, request),
            "000001091234560300000008cafe0102 "
            "00007f00110000800102030400000000 "
            "00000018a1b2c3d40000000001000040 "
            "00000000000000000000000000000000 ");
}

TEST_F(Mlx5Format, AnInlineWriteIsItsGoldenBytes) {
  EXPECT_EQ(written(2, test::verbs_inline(8)),
            "00000208123456030000000000000000 "
            "00007f00110000800102030400000000 "
            "80000008111213141516171800000000 "
            "00000000000000000000000000000000 ");
  EXPECT_EQ(written(3, test::verbs_inline(28)),
            "00000308123456040000000000000000 "
            "00007f00110000800102030400000000 "
            "8000001c1112131415161718191a1b1c "
            "1d1e1f202122232425262728292a2b2c ");
}

TEST_F(Mlx5Format, AReadIsItsGoldenBytes) {
  EXPECT_EQ(written(4, test::verbs_request(Verb::read)),
            "00000410123456030000000000000000 "
            "00007f00110000800102030400000000 "
            "00000018a1b2c3d40000000001000040 "
            "00000000000000000000000000000000 ");
}

TEST_F(Mlx5Format, AtomicsAreTheirGoldenBytes) {
  EXPECT_EQ(written(5, test::verbs_atomic(Amo::compare_swap, 0x77, 0x66)),
            "00000511123456040000000000000000 "
            "00007f00110000800102030400000000 "
            "00000000000000770000000000000066 "
            "00000008a1b2c3d40000000001000040 ");
  EXPECT_EQ(written(6, test::verbs_atomic(Amo::fetch, 0x77)),
            "00000612123456040000000000000000 "
            "00007f00110000800102030400000000 "
            "00000000000000000000000000000000 "
            "00000008a1b2c3d40000000001000040 ");
}

TEST_F(Mlx5Format, AnOldValueThatNobodyAskedForGoesToAPlaceOfItsOwn) {
  EXPECT_EQ(written(7, test::verbs_atomic(Amo::add, 5, 0, false)),
            "00000712123456040000000000000000 "
            "00007f00110000800102030400000000 "
            "00000000000000050000000000000000 "
            "00000008a1b2c3d40000000000999000 ");
}

TEST_F(Mlx5Format, SettingAWordWritesIt) {
  EXPECT_EQ(written(8, test::verbs_atomic(Amo::set, 0x0807060504030201, 0, false)),
            "00000808123456030000000000000000 "
            "00007f00110000800102030400000000 "
            "80000008010203040506070800000000 "
            "00000000000000000000000000000000 ");
}

TEST_F(Mlx5Format, MoreInlineBytesThanASlotHoldsAreRefused) {
  EXPECT_DEATH(written(0, test::verbs_inline(29)), "can_write");
}

TEST_F(Mlx5Format, ControlAndDataAreWhatTheSettersOfMlx5dvWrite) {
  WorkRequest request = test::verbs_request();
  request.signaled = request.has_immediate = true;
  request.immediate = 0x12345678;
  Mlx5QueueFormat::write(queue_.memory(), 0x1fffe, request);
  mlx5_wqe_ctrl_seg control{};
  mlx5dv_set_ctrl_seg(&control, 0xfffe, MLX5_OPCODE_RDMA_WRITE_IMM, 0, 0x123456, MLX5_WQE_CTRL_CQ_UPDATE, 3, 0,
                      htobe32(0x12345678));
  mlx5_wqe_data_seg data{};
  mlx5dv_set_data_seg(&data, 24, 0xa1b2c3d4, 0x1000040);
  const auto slot = queue_.slot(0x1fffe, 64);
  EXPECT_EQ(std::memcmp(slot.data(), &control, sizeof control), 0);
  EXPECT_EQ(std::memcmp(slot.data() + 32, &data, sizeof data), 0);
}

TEST_F(Mlx5Format, TheDoorbellIsARecordOfSixteenBitsAndTheBeginningOfTheNewestRequest) {
  for (const std::uint64_t end : {1, 0xffff, 0x10000, 0x10001}) {
    Mlx5QueueFormat::write(queue_.memory(), end - 1, test::verbs_request());
    Mlx5QueueFormat::ring(queue_.memory(), end);
    EXPECT_EQ(queue_.posted, htobe32(end & 0xffff));
    EXPECT_EQ(queue_.doorbell, queue_.slot_as<std::uint64_t>(end - 1));
  }
}

// Numbers and places of the header, beside ours.
static_assert(Mlx5Opcode::write == MLX5_OPCODE_RDMA_WRITE &&
              Mlx5Opcode::write_immediate == MLX5_OPCODE_RDMA_WRITE_IMM &&
              Mlx5Opcode::read == MLX5_OPCODE_RDMA_READ && Mlx5Opcode::compare_swap == MLX5_OPCODE_ATOMIC_CS &&
              Mlx5Opcode::fetch_add == MLX5_OPCODE_ATOMIC_FA);
static_assert(Mlx5Inline::is_inline == MLX5_INLINE_SEG && Mlx5Completion::failed == MLX5_CQE_REQ_ERR &&
              Mlx5Completion::invalid == MLX5_CQE_INVALID);
static_assert(sizeof(mlx5_cqe64) == 64 && offsetof(mlx5_cqe64, wqe_counter) == 60 &&
              offsetof(mlx5_cqe64, op_own) == 63);

TEST_F(Mlx5Format, CompletionsAreReadAsTheStructuresOfTheHeaderHaveThem) {
  union {
    mlx5_err_cqe as_failure;
    mlx5_cqe64 as_completion;
    Mlx5Completion ours;
  } entry{};
  entry.as_completion.wqe_counter = htobe16(0xbeef);
  entry.as_completion.op_own = MLX5_CQE_REQ_ERR << 4 | 1;
  const std::pair<int, CompletionStatus> syndromes[] = {
      {MLX5_CQE_SYNDROME_WR_FLUSH_ERR, CompletionStatus::flushed},
      {MLX5_CQE_SYNDROME_REMOTE_ACCESS_ERR, CompletionStatus::remote_access},
      {MLX5_CQE_SYNDROME_TRANSPORT_RETRY_EXC_ERR, CompletionStatus::retry_exceeded},
      {MLX5_CQE_SYNDROME_RNR_RETRY_EXC_ERR, CompletionStatus::receiver_not_ready},
      {MLX5_CQE_SYNDROME_LOCAL_PROT_ERR, CompletionStatus::other}};
  for (const auto& [syndrome, status] : syndromes) {
    entry.as_failure.syndrome = static_cast<std::uint8_t>(syndrome);
    EXPECT_EQ(Mlx5Completion::status(entry.ours.middle), status);
  }
  EXPECT_EQ(Mlx5Completion::index(entry.ours.last), 0xbeef);
  EXPECT_EQ(Mlx5Completion::opcode(entry.ours.last), Mlx5Completion::failed);
  EXPECT_EQ(Mlx5Completion::owner(entry.ours.last), 1u);
}

}  // namespace
}  // namespace gin
