#include "core/softverbs/efa/send_queue.hpp"

namespace softverbs::efa {

SendQueue::SendQueue(std::uint32_t requests) : slots_(requests), wr_ids_(requests) {
  for (std::uint32_t number = requests; number-- > 0;) free_.push_back(static_cast<std::uint16_t>(number));
}

void SendQueue::map(younger::WorkQueue& into) {
  is_by_hand_ = true;
  into = {};
  into.buffer = reinterpret_cast<std::uint8_t*>(slots_.data());
  into.entry_size = sizeof(Slot);
  into.num_entries = static_cast<std::uint32_t>(slots_.size());
  into.doorbell = &doorbell_;
  into.max_batch = limits::batch;
}

bool SendQueue::read_doorbell() {
  const std::uint32_t said = std::atomic_ref<std::uint32_t>(doorbell_).load(std::memory_order_acquire);
  const std::uint32_t more = said - static_cast<std::uint32_t>(announced_);
  if (more > limits::batch || announced_ + more - taken_ > slots_.size()) return false;
  announced_ += more;
  written_ = announced_;
  return true;
}

/// A slot of the lap before is no request.
Slot SendQueue::take() {
  Slot taken = slot(taken_);
  const bool phase = taken_++ & slots_.size();
  if (phase != ((taken.control2 & control::phase) != 0)) taken.control1 = 0;
  return taken;
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
  if (is_by_hand_) return;
  const std::lock_guard<std::mutex> guard(mutex_);
  free_.push_back(number);
}

}  // namespace softverbs::efa
