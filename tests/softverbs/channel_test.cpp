// Completion channels: a program that sleeps until something has come.
#include <fcntl.h>
#include <poll.h>

#include "tests/softverbs/connection.hpp"

namespace softverbs {
namespace {

struct WithChannel {
  WithChannel() : channel(ibv_create_comp_channel(device.context)) {
    Wishes wishes;
    wishes.channel = channel;
    a.emplace(device, Wishes{});
    b.emplace(device, wishes);
    a->connect(b->lid, b->pair->qp_num);
    b->connect(a->lid, a->pair->qp_num);
    for (std::uint64_t i = 0; i < 8; ++i) b->receive(i, {b->piece(0, 8)});
  }
  ~WithChannel() {
    b.reset();
    EXPECT_EQ(ibv_destroy_comp_channel(channel), 0);
  }
  void send(unsigned flags = 0) {
    ASSERT_EQ(a->post(request_to(*b, 0, IBV_WR_SEND, 1, IBV_SEND_SIGNALED | flags), {a->piece(0, 8)}), 0);
    ASSERT_EQ(a->wait_status(), IBV_WC_SUCCESS);
  }
  bool has_event(int milliseconds) const {
    pollfd one{channel->fd, POLLIN, 0};
    return ::poll(&one, 1, milliseconds) == 1;
  }
  void take() {
    ibv_cq* queue = nullptr;
    void* context = nullptr;
    ASSERT_EQ(ibv_get_cq_event(channel, &queue, &context), 0);
    EXPECT_EQ(queue, b->queue);
    ibv_ack_cq_events(queue, 1);
  }

  Opened device;
  ibv_comp_channel* channel;
  std::optional<End> a, b;
};

constexpr int long_enough = 60'000;  // for an event that comes
constexpr int a_while = 50;          // for one that does not

TEST(SoftChannel, OneEventForTheNextCompletionAndThenNoneUntilItIsAskedForAgain) {
  WithChannel w;
  ASSERT_EQ(ibv_req_notify_cq(w.b->queue, 0), 0);
  w.send();
  ASSERT_TRUE(w.has_event(long_enough));
  w.take();
  w.send();
  EXPECT_FALSE(w.has_event(a_while));
  ASSERT_EQ(ibv_req_notify_cq(w.b->queue, 0), 0);
  w.send();
  ASSERT_TRUE(w.has_event(long_enough));
  w.take();
}

TEST(SoftChannel, NobodyIsWokenWhoDidNotAsk) {
  WithChannel w;
  w.send();
  EXPECT_FALSE(w.has_event(a_while));
}

TEST(SoftChannel, SolicitedOnesOnlyIfThatWasAskedFor) {
  WithChannel w;
  ASSERT_EQ(ibv_req_notify_cq(w.b->queue, 1), 0);
  w.send();
  EXPECT_FALSE(w.has_event(a_while));
  w.send(IBV_SEND_SOLICITED);
  ASSERT_TRUE(w.has_event(long_enough));
  w.take();
}

TEST(SoftChannel, AnErrorCountsAsSolicited) {
  WithChannel w;
  ASSERT_EQ(ibv_req_notify_cq(w.b->queue, 1), 0);
  ASSERT_EQ(w.b->move_to(IBV_QPS_ERR), 0);
  ASSERT_TRUE(w.has_event(long_enough));
  w.take();
}

TEST(SoftChannel, ADescriptorThatDoesNotBlockSaysThatThereIsNothing) {
  WithChannel w;
  ASSERT_EQ(::fcntl(w.channel->fd, F_SETFL, ::fcntl(w.channel->fd, F_GETFL) | O_NONBLOCK), 0);
  ibv_cq* queue = nullptr;
  void* context = nullptr;
  EXPECT_EQ(ibv_get_cq_event(w.channel, &queue, &context), -1);
  EXPECT_EQ(errno, EAGAIN);
}

TEST(SoftChannel, OneThatIsInUseIsNotDestroyed) {
  WithChannel w;
  EXPECT_EQ(ibv_destroy_comp_channel(w.channel), EBUSY);
}

}  // namespace
}  // namespace softverbs
