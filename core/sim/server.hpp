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
    busy_ += time;
    return {begin, free_at_};
  }
  Instant free_at() const { return free_at_; }
  Duration busy() const { return busy_; }

 private:
  Instant free_at_;
  Duration busy_;
};

/// A server with a rate; fractions of a picosecond are carried from transfer to transfer.
class Pipe {
 public:
  Pipe() = default;
  explicit Pipe(Bandwidth rate) : clock_{rate} {}
  Service reserve(Instant now, Bytes bytes) { return server_.reserve(now, clock_.take(bytes)); }
  Duration busy() const { return server_.busy(); }

 private:
  Server server_;
  RateClock clock_{};
};

}  // namespace gin::sim
