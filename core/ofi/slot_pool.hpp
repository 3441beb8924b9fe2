// One slot per operation under way: the room that a provider may ask for in the operation's context, and its token.
#pragma once

#include <rdma/fabric.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gin::ofi {

class SlotPool;

struct alignas(64) Slot {
  fi_context2 context{};  ///< first, so that its address is the slot's
  SlotPool* home = nullptr;
  Slot* next = nullptr;  ///< in the pool, or among receives that wait to be posted again
  unsigned char* buffer = nullptr;
  std::uint64_t token = 0;
};

/// A fixed number of slots, each with `bytes` of the buffers that were given.
class SlotPool {
 public:
  SlotPool(std::size_t count, unsigned char* buffers, std::size_t bytes) : slots_(count) {
    for (std::size_t i = count; i-- > 0;) {
      slots_[i].home = this;
      if (buffers) slots_[i].buffer = buffers + i * bytes;
      give_back(&slots_[i]);
    }
  }
  SlotPool(const SlotPool&) = delete;
  SlotPool& operator=(const SlotPool&) = delete;

  /// The one that `take` takes, or none: a post that is refused leaves the pool as it was.
  Slot* first() const { return free_; }
  void take() { free_ = free_->next; }
  void give_back(Slot* slot) {
    slot->next = free_;
    free_ = slot;
  }

 private:
  std::vector<Slot> slots_;
  Slot* free_ = nullptr;
};

}  // namespace gin::ofi
