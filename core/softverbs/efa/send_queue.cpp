#include "core/softverbs/efa/send_queue.hpp"

namespace softverbs::efa {

SendQueue::SendQueue(std::uint32_t requests) : slots_(requests), wr_ids_(requests) {
  for (std::uint32_t number = requests; number-- > 0;) free_.push_back(static_cast<std::uint16_t>(number));
}

Slot* SendQueue::append(ibv_wr_opcode opcode, std::uint64_t wr_id) {
  std::uint16_t number = 0;
  {
    const std::lock_guard<std::mutex> guard(mutex_);
    if (free_.empty()) return nullptr;
    number = free_.back();
    free_.pop_back();
  }
  wr_ids_[number] = wr_id;
  const bool phase = written_ & slots_.size();
  Slot& made = slot(written_++);
  made = begin(opcode, number, phase);
  return &made;
}

void SendQueue::retire(std::uint16_t number) {
  const std::lock_guard<std::mutex> guard(mutex_);
  free_.push_back(number);
}

}  // namespace softverbs::efa
