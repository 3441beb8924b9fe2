// A resource that serves one transfer after another: a NIC port, a memory, a PCIe link.
#pragma once

#include <algorithm>

#include "core/base/units.hpp"

namespace gin::sim {

/// From when to when a transfer holds a resource.
struct Service {
  Instant begin;
  Instant end;
};

class Server {
 public:
  Service reserve(Instant now, Duration time) {
    const Instant begin = std::max(now, free_at_);
    free_at_ = begin + time;
    return {begin, free_at_};
  }
  /// How long after `when` it is through with everything so far; its work after `when` takes no longer.
  Duration late(Instant when) const { return std::max(Duration{}, free_at_ - when); }

 private:
  Instant free_at_;
};

/// A server with a rate; fractions of a picosecond are carried from transfer to transfer.
class Pipe {
 public:
  Pipe() = default;
  explicit Pipe(Bandwidth rate) : clock_{rate} {}
  Service reserve(Instant now, Bytes bytes) {
    carried_ = carried_ + bytes;
    return server_.reserve(now, clock_.take(bytes));
  }
  Bandwidth rate() const { return clock_.rate; }
  Bytes carried() const { return carried_; }
  Duration late(Instant when) const { return server_.late(when); }

 private:
  Server server_;
  RateClock clock_{};
  Bytes carried_;
};

}  // namespace gin::sim
