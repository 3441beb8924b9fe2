// The memory of one ring and its gates. Untouched slots cost nothing: the kernel hands out zero pages.
#pragma once

#include <cstdlib>
#include <memory>
#include <vector>

#include "core/device/ring.hpp"

namespace gin {

/// Slots of a ring whose first position will be `start`: all read as the lap before. `agents` of its PE push there.
class RingMemory {
 public:
  RingMemory(std::uint32_t capacity, std::uint32_t start, std::uint32_t agents = 1)
      : slots_(static_cast<Slot*>(std::calloc(capacity, sizeof(Slot)))),
        two_sided_(agents, start),
        capacity_(capacity) {
    gpu_.head = gpu_.tail_cache = answers_.completed = host_.tail = host_.wanted = start;
    if (start == 0) return;
    for (std::uint32_t i = 0; i < capacity; ++i) {
      const std::uint32_t position = start + i;
      slots_.get()[position & (capacity - 1)].high = lap_parity(position, capacity) ^ command_bits::parity;
    }
  }

  template <class Env>
  Ring<Env> ring(typename Env::Gate& pushed, typename Env::Gate& credit, typename Env::Gate& completion) {
    return {slots_.get(), &gpu_, &answers_, &host_, capacity_, &pushed, &credit, &completion, two_sided_.data()};
  }
  const RingGpuWords& gpu() const { return gpu_; }
  const RingAnswers& answers() const { return answers_; }
  const RingHostWords& host() const { return host_; }
  /// Every command that was pushed is complete, or one has failed and no more will be. If not, somebody wants to know:
  /// completions may have to be asked for.
  bool is_complete() {
    // Acquire: what completed before the word was written is visible after it.
    if (load<Order::acquire>(answers_.completed) == load<Order::relaxed>(gpu_.head)) return true;
    if (load<Order::relaxed>(answers_.failure) != 0) return true;
    store<Order::relaxed>(host_.wanted, load<Order::relaxed>(gpu_.head));
    return false;
  }
  std::uint32_t capacity() const { return capacity_; }

 private:
  struct Free {
    void operator()(Slot* slots) const { std::free(slots); }
  };
  std::unique_ptr<Slot, Free> slots_;
  RingGpuWords gpu_;
  RingAnswers answers_;
  std::vector<std::uint32_t> two_sided_;
  // A line of its own: the proxy looks there in every round.
  alignas(128) RingHostWords host_;
  std::uint32_t capacity_;
};

}  // namespace gin
