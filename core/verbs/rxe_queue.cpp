#include "core/verbs/rxe_queue.hpp"

#include <fmt/format.h>
#include <malloc.h>
#include <rdma/ib_user_verbs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "core/base/assert.hpp"
#include "core/format/rxe.hpp"
#include "core/verbs/library.hpp"

namespace gin::verbs {
namespace {

/// Where memory begins that verbs devices share with this process.
std::set<std::uintptr_t> shared_memory() {
  std::set<std::uintptr_t> begins;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);)
    if (line.find(" /dev/infiniband/uverbs") != std::string::npos) begins.insert(std::stoull(line, nullptr, 16));
  return begins;
}

/// The queues of what the driver's library has made: nobody is told where they are, but the library has to remember it, in the
/// same piece of memory in which the public structure is the first member.
template <class Made>
std::vector<RxeQueueHeader*> queues_of(Made* made) {
  const std::set<std::uintptr_t> begins = shared_memory();
  const auto* const bytes = reinterpret_cast<const unsigned char*>(made);
  std::vector<RxeQueueHeader*> queues;
  for (std::size_t at = 0; at + sizeof(std::uintptr_t) <= ::malloc_usable_size(made);
       at += sizeof(std::uintptr_t)) {
    std::uintptr_t word = 0;
    std::memcpy(&word, bytes + at, sizeof word);
    if (begins.count(word) != 0) queues.push_back(reinterpret_cast<RxeQueueHeader*>(word));
  }
  return queues;
}

std::uint32_t stride_of(const RxeQueueHeader& queue) {
  return std::uint32_t{1} << queue.element_log2;
}

/// The one that is unused and whose elements have room for so many bytes.
RxeQueueHeader& only_one(const std::vector<RxeQueueHeader*>& queues, std::size_t bytes, const char* what) {
  std::vector<RxeQueueHeader*> fit;
  for (RxeQueueHeader* const queue : queues)
    if (stride_of(*queue) >= bytes && queue->producer == 0 && queue->consumer == 0) fit.push_back(queue);
  if (fit.size() == 1) return *fit[0];
  throw Error(
      Code::unavailable,
      fmt::format(
          "{} of an rxe device: expected one unused queue of {} bytes an element in memory that it shares, came {}"
          " of {}; set path to proxy, or launch.device to soft",
          what, bytes, fit.size(), queues.size()));
}

}  // namespace

bool is_rxe(const ibv_context& context) {
  // The network interface that it stands on: of Linux' verbs devices rxe alone says it in a file of this name.
  const std::string parent = std::string(context.device->ibdev_path) + "/parent";
  return ::access(parent.c_str(), F_OK) == 0;
}

VerbsQueue::Memory map_rxe(ibv_qp* pair, ibv_cq* sent) {
  GIN_ASSERT(is_rxe(*pair->context));
  // Elements of its receive queue are smaller, unless receives may have a dozen pieces.
  RxeQueueHeader& slots = only_one(queues_of(pair), sizeof(RxeRequest), "send queue");
  RxeQueueHeader& entries = only_one(queues_of(sent), sizeof(RxeCompletion), "completion queue");
  VerbsQueue::Memory memory;
  memory.slots = reinterpret_cast<VerbsQueue::Slot*>(&slots + 1);
  memory.capacity = slots.index_mask + 1;
  memory.depth = slots.index_mask;
  memory.nic.kind = VerbsKind::rxe;
  memory.nic.pair = pair->qp_num;
  memory.nic.slot_stride = stride_of(slots);
  memory.nic.posted = &slots.producer;
  memory.nic.entries = reinterpret_cast<unsigned char*>(&entries + 1);
  memory.nic.entry_count = entries.index_mask + 1;
  memory.nic.entry_stride = stride_of(entries);
  memory.nic.written = &entries.producer;
  memory.nic.consumed = &entries.consumer;
  return memory;
}

void wake_rxe(ibv_qp* pair) {
  // A post of no requests, as librxe makes one for those that it has written.
  struct {
    ib_uverbs_cmd_hdr header;
    ib_uverbs_post_send post;
  } command{};
  ib_uverbs_post_send_resp answer{};
  command.header.command = IB_USER_VERBS_CMD_POST_SEND;
  command.header.in_words = sizeof command / 4;
  command.header.out_words = sizeof answer / 4;
  command.post.response = reinterpret_cast<std::uintptr_t>(&answer);
  command.post.qp_handle = pair->handle;
  command.post.wqe_size = sizeof(ib_uverbs_send_wr);
  if (::write(pair->context->cmd_fd, &command, sizeof command) != static_cast<ssize_t>(sizeof command))
    refuse(Code::failed, fmt::format("doorbell of queue pair {}", pair->qp_num), errno, "is it connected?");
}

}  // namespace gin::verbs
