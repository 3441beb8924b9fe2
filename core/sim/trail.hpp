// The chain of a flow that seldom wakes anybody: intervals are noted here and become nodes of the causal path only
// when somebody goes on from them. A message has some fifteen of them and mostly ends without a trace.
#pragma once

#include <cstdint>

#include "core/sim/causal_path.hpp"

namespace gin::sim {

class Trail {
 public:
  void start(const CausalPath& path, Chain chain) {
    base_ = path.current(chain);
    end_ = path.end(base_);
    bare_ = path.bare(base_);
    count_ = 0;
  }

  void extend(CausalPath& path, Item item, Instant end) {
    forget_old(path);
    extend(path, item, end, item.is_bare() ? end - end_ : Duration{});
  }
  /// The same where the hardware would have taken `alone`, had nothing been in its way. Left to itself, the compiler inlines
  /// it or not by what else is in a file, which costs or saves a twentieth of a whole run.
  [[gnu::always_inline]] void extend(CausalPath& path, Item item, Instant end, Duration alone) {
    forget_old(path);
    if (end == Instant::never()) [[unlikely]]
      path.refuse_endless(item, end_);
    // What ended before the epoch began is of no interest to it.
    GIN_ASSERT(end >= end_ || (base_.node == 0 && count_ == 0));
    if (end <= end_) return;
    const auto time = static_cast<std::uint64_t>((end - end_).ps);
    if (count_ == steps_max || time > time_max) [[unlikely]]
      chain(path);
    if (time > time_max) [[unlikely]]
      base_ = path.extend(base_, item, end);
    else
      steps_[count_++] = time << item_bits | item.value;
    bare_ = bare_ + std::min(alone, end - end_);
    end_ = end;
  }

  /// When it could have ended; see CausalPath::bare.
  Instant bare(const CausalPath& path) {
    forget_old(path);
    return bare_;
  }
  /// It could not have ended before `bare` either. Returns when it could have now.
  Instant not_before(const CausalPath& path, Instant bare) {
    forget_old(path);
    GIN_ASSERT(bare <= end_);
    return bare_ = std::max(bare_, bare);
  }

  Instant end(const CausalPath& path) {
    forget_old(path);
    return end_;
  }

  /// The same as a chain that others can go on from.
  Chain chain(CausalPath& path) {
    forget_old(path);
    Instant end = path.end(base_);
    for (std::uint32_t i = 0; i < count_; ++i) {
      end = end + Duration{static_cast<std::int64_t>(steps_[i] >> item_bits)};
      base_ = path.extend(base_, {static_cast<std::uint16_t>(steps_[i] & ((1U << item_bits) - 1))}, end, bare_);
    }
    count_ = 0;
    return base_ = path.not_before(base_, bare_);
  }

 private:
  static constexpr std::uint32_t steps_max = 16;
  // A step is 16 bits of item and 48 bits of picoseconds, which is 281 s.
  static constexpr unsigned item_bits = 16;
  static constexpr std::uint64_t time_max = (std::uint64_t{1} << (64 - item_bits)) - 1;

  /// As every chain of an earlier epoch: at the start.
  void forget_old(const CausalPath& path) {
    if (base_.epoch != path.epoch()) [[unlikely]]
      start(path, base_);
  }

  Chain base_;
  Instant end_;
  Instant bare_;
  std::uint32_t count_ = 0;
  std::uint64_t steps_[steps_max];
};

}  // namespace gin::sim
