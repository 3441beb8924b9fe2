// What a source knows of its numbered operations to one target: which are taken, which the target has acknowledged,
// and up to where it has been asked.
#pragma once

#include <cstdint>

#include "core/base/fifo.hpp"

namespace gin {

class SentNumbers {
 public:
  explicit SentNumbers(std::uint32_t first) : taken_(first), acknowledged_(first), asked_(first) {}

  /// The number that comes next.
  std::uint32_t next() const { return taken_; }
  std::uint32_t under_way() const { return taken_ - acknowledged_; }
  /// Of those, what nobody has asked for yet.
  std::uint32_t unasked() const { return taken_ - asked_; }

  /// `who` is told when the target has acknowledged the number that this returns.
  std::uint32_t take(std::uint32_t who) {
    waiting_.push(who);
    return taken_++;
  }

  /// The question covers everything taken so far; returns up to where.
  std::uint32_t ask() { return asked_ = taken_; }

  /// Everything before `base` is carried out: calls each(who). Reports overtake each other, and an old one says
  /// nothing. False if `base` was never taken: then nothing has happened.
  template <class Each>
  bool acknowledge(std::uint32_t base, Each each) {
    if (base - acknowledged_ > under_way()) return static_cast<std::int32_t>(base - acknowledged_) < 0;
    if (base - acknowledged_ > asked_ - acknowledged_) asked_ = base;
    while (acknowledged_ != base) {
      ++acknowledged_;
      each(waiting_.pop());
    }
    return true;
  }

 private:
  std::uint32_t taken_;
  std::uint32_t acknowledged_;  ///< everything before it
  std::uint32_t asked_;         ///< between acknowledged and taken
  Fifo<std::uint32_t> waiting_;
};

}  // namespace gin
