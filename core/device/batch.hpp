// Operations that are issued together, to one peer: they share a reservation and a doorbell. Either one lane has them
// all, or each lane of a group has one of its own; what issues them is written once for both.
#pragma once

#include <cstdint>

#include "core/device/team.hpp"
#include "core/format/operation.hpp"

namespace gin {

/// What each operation takes of two things that are counted.
struct Sizes {
  std::uint32_t requests = 0;
  std::uint32_t numbers = 0;

  constexpr std::uint64_t packed() const { return std::uint64_t{numbers} << 32 | requests; }
  static constexpr Sizes of(std::uint64_t packed) {
    return {static_cast<std::uint32_t>(packed), static_cast<std::uint32_t>(packed >> 32)};
  }
};

/// One lane has all of them.
class OneLaneBatch {
 public:
  GIN_DEVICE OneLaneBatch(const Operation* operations, std::uint32_t count)
      : operations_(operations), count_(count) {}

  GIN_DEVICE std::uint32_t count() const { return count_; }
  GIN_DEVICE Pe peer() const { return operations_[0].peer; }
  /// One of the lanes that have the batch, which does what is done once.
  GIN_DEVICE bool leads() const { return true; }
  /// All of them have come so far.
  GIN_DEVICE void sync() const {}
  /// Returns what the leader's f() gives.
  template <class F>
  GIN_DEVICE std::uint64_t once(F f) const {
    return f();
  }
  /// The sum of f(operation).
  template <class F>
  GIN_DEVICE std::uint32_t sum(F f) const {
    std::uint32_t sum = 0;
    for (std::uint32_t i = 0; i < count_; ++i) sum += f(operations_[i]);
    return sum;
  }
  template <class F>
  GIN_DEVICE bool any(F f) const {
    for (std::uint32_t i = 0; i < count_; ++i)
      if (f(operations_[i])) return true;
    return false;
  }
  /// f(operation, what size() of those before it comes to), for each.
  template <class Size, class F>
  GIN_DEVICE void place(Size size, F f) const {
    std::uint64_t before = 0;
    for (std::uint32_t i = 0; i < count_; ++i) {
      f(operations_[i], Sizes::of(before));
      before += size(operations_[i]).packed();
    }
  }
  /// How many of those from `begin` on come to at most `most`; never none.
  template <class F>
  GIN_DEVICE std::uint32_t that_fit(std::uint32_t begin, std::uint32_t most, F f) const {
    std::uint32_t sum = 0;
    for (std::uint32_t i = begin; i < count_; ++i) {
      sum += f(operations_[i]);
      if (sum > most && i > begin) return i - begin;
    }
    return count_ - begin;
  }
  GIN_DEVICE OneLaneBatch part(std::uint32_t begin, std::uint32_t count) const {
    return {operations_ + begin, count};
  }
  /// f(operation) by whoever has it, one after another.
  template <class F>
  GIN_DEVICE void one_by_one(F f) const {
    for (std::uint32_t i = 0; i < count_; ++i) f(operations_[i]);
  }

 private:
  const Operation* operations_;
  std::uint32_t count_;
};

/// Each lane of a group has one of its own, and all of them make each call.
template <Team Group>
class LaneBatch {
 public:
  GIN_DEVICE LaneBatch(Group& group, const Operation& operation)
      : group_(group), operation_(operation), count_(group.lanes()) {}

  GIN_DEVICE std::uint32_t count() const { return count_; }
  GIN_DEVICE Pe peer() const { return operation_.peer; }
  GIN_DEVICE bool leads() const { return group_.lane() == 0; }
  GIN_DEVICE void sync() const { group_.sync(); }
  template <class F>
  GIN_DEVICE std::uint64_t once(F f) const {
    const std::uint64_t value = leads() ? f() : 0;
    return group_.broadcast(value);
  }
  template <class F>
  GIN_DEVICE std::uint32_t sum(F f) const {
    return static_cast<std::uint32_t>(group_.scan(has_one() ? f(operation_) : 0).total);
  }
  template <class F>
  GIN_DEVICE bool any(F f) const {
    return sum([&](const Operation& operation) { return f(operation) ? 1u : 0u; }) != 0;
  }
  template <class Size, class F>
  GIN_DEVICE void place(Size size, F f) const {
    const Scan sizes = group_.scan(has_one() ? size(operation_).packed() : 0);
    if (has_one()) f(operation_, Sizes::of(sizes.before));
  }
  template <class F>
  GIN_DEVICE std::uint32_t that_fit(std::uint32_t begin, std::uint32_t most, F f) const {
    const bool asked = has_one() && place_in_part() >= begin;
    const std::uint64_t own = asked ? f(operation_) : 0;
    const std::uint64_t sum = group_.scan(own).before + own;
    const bool fits = asked && (sum <= most || place_in_part() == begin);
    return static_cast<std::uint32_t>(group_.scan(fits ? 1 : 0).total);
  }
  GIN_DEVICE LaneBatch part(std::uint32_t begin, std::uint32_t count) const {
    LaneBatch part = *this;
    part.begin_ += begin;
    part.count_ = count;
    return part;
  }
  template <class F>
  GIN_DEVICE void one_by_one(F f) const {
    for (std::uint32_t i = 0; i < count_; ++i) {
      if (has_one() && place_in_part() == i) f(operation_);
      group_.sync();
    }
  }

 private:
  GIN_DEVICE std::uint32_t place_in_part() const { return group_.lane() - begin_; }
  GIN_DEVICE bool has_one() const { return place_in_part() < count_; }  // wraps in front of the part

  Group& group_;
  const Operation& operation_;
  std::uint32_t begin_ = 0;
  std::uint32_t count_;
};

}  // namespace gin
