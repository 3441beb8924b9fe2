// An InfiniBand device is not EFA's: what only those have is refused before anything of ours is taken for theirs.
#include <infiniband/efadv.h>

#include "tests/softverbs/connection.hpp"

namespace softverbs {
namespace {

TEST(SoftOtherKind, AConnectionsDeviceKnowsNothingOfEfa) {
  Opened device;
  efadv_device_attr attr{};
  EXPECT_EQ(efadv_query_device(device.context, &attr, sizeof attr), EOPNOTSUPP);
  ibv_cq_init_attr_ex of_queue{};
  of_queue.cqe = 8;
  efadv_cq_init_attr wanted{};
  EXPECT_EQ(efadv_create_cq(device.context, &of_queue, &wanted, sizeof wanted), nullptr);
  EXPECT_EQ(errno, EOPNOTSUPP);
  ibv_cq* const queue = ibv_create_cq(device.context, 8, nullptr, nullptr, 0);
  ibv_qp_init_attr of_pair{};
  of_pair.send_cq = of_pair.recv_cq = queue;
  of_pair.cap = {1, 1, 1, 1, 0};
  of_pair.qp_type = IBV_QPT_DRIVER;
  EXPECT_EQ(efadv_create_driver_qp(device.domain, &of_pair, EFADV_QP_DRIVER_TYPE_SRD), nullptr);
  EXPECT_EQ(errno, EOPNOTSUPP);
  ibv_ah_attr of_handle{};
  of_handle.is_global = 1;
  of_handle.port_num = 1;
  EXPECT_EQ(ibv_create_ah(device.domain, &of_handle), nullptr);
  EXPECT_EQ(errno, EOPNOTSUPP);
  ibv_destroy_cq(queue);
}

}  // namespace
}  // namespace softverbs
