// Requests that wait for an EFA device, and the numbers by which completions find them again.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "core/softverbs/efa/request.hpp"
#include "core/softverbs/efa/younger.hpp"

namespace softverbs::efa {

/// All but retire() with the queue pair's lock held. What a program calls its requests stays here; the device knows a number of 16
/// bits that is used again once its completion was read, in any order.
class SendQueue {
 public:
  /// So many, a power of two.
  explicit SendQueue(std::uint32_t requests);

  /// Shows its memory to somebody who writes requests by hand from now on, and names them as they like.
  void map(younger::WorkQueue& into);
  bool is_by_hand() const { return is_by_hand_; }
  /// What the doorbell says. False: more than was to be written before it was rung, or than there is room for.
  bool read_doorbell();

  /// A slot behind what is written; null where every number is in use.
  Slot* append(ibv_wr_opcode opcode, std::uint64_t wr_id);
  void announce() { announced_ = written_; }
  /// Forgets what was not announced.
  void abandon() { forget_from(announced_); }

  bool is_empty() const { return taken_ == announced_; }
  /// The oldest that was announced; its slot may be written again.
  Slot take();

  std::uint64_t wr_id(std::uint16_t number) const { return is_by_hand_ ? number : wr_ids_[number]; }
  void retire(std::uint16_t number);
  /// Forgets what was not taken.
  void restart() {
    forget_from(taken_);
    announced_ = written_;
  }

 private:
  void forget_from(std::uint64_t index) {
    while (written_ != index) retire(slot(--written_).id);
  }
  Slot& slot(std::uint64_t index) { return slots_[index & (slots_.size() - 1)]; }

  std::vector<Slot> slots_;
  std::vector<std::uint64_t> wr_ids_;
  std::mutex mutex_;  ///< of the numbers that are free
  std::vector<std::uint16_t> free_;
  bool is_by_hand_ = false;
  std::uint32_t doorbell_ = 0;  ///< counts on
  std::uint64_t taken_ = 0;
  std::uint64_t announced_ = 0;
  std::uint64_t written_ = 0;
};

}  // namespace softverbs::efa
