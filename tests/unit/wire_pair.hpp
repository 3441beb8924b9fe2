// Two wires of one process that are connected to each other, PE 0 and PE 1, of whichever kind.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "core/process/carrier.hpp"

namespace gin::test {

/// A wire of any kind.
class AnyWire {
 public:
  virtual ~AnyWire() = default;
  virtual std::string address() const = 0;
  virtual void connect(const std::vector<std::string>& addresses, Pe me) = 0;
  virtual Post post(const WorkRequest& request, std::uint64_t token) = 0;
  virtual bool progress() = 0;
  virtual bool next_done(Done& done) = 0;
  virtual bool next_arrival(Arrival& arrival) = 0;
};
template <ConnectedWire W>
class WireOf final : public AnyWire {
 public:
  template <class... Args>
  explicit WireOf(const Args&... args) : wire_(args...) {}
  std::string address() const override { return wire_.address(); }
  void connect(const std::vector<std::string>& addresses, Pe me) override { wire_.connect(addresses, me); }
  Post post(const WorkRequest& request, std::uint64_t token) override { return wire_.post(request, token); }
  bool progress() override { return wire_.progress(); }
  bool next_done(Done& done) override { return wire_.next_done(done); }
  bool next_arrival(Arrival& arrival) override { return wire_.next_arrival(arrival); }

 private:
  W wire_;
};
/// Makes the wire of one of two PEs.
struct WireKind {
  std::string name;
  std::function<std::unique_ptr<AnyWire>(std::span<unsigned char> heap, std::uint64_t eager_max)> make;
};

/// A wire, its heap, and everything that it has told so far.
class WireEnd {
 public:
  static constexpr std::uint64_t heap_bytes = 4 << 20;
  static constexpr std::uint64_t eager_max = 2048;

  explicit WireEnd(const WireKind& kind) : heap(heap_bytes), made(kind.make(heap, eager_max)), wire(*made) {}

  /// Moves everything once and notes what it brought.
  void step() {
    wire.progress();
    for (Done one; wire.next_done(one);) {
      (one.status == CompletionStatus::ok ? done : failed).push_back(one.token);
      last = one.status;
    }
    Arrival arrival;
    while (wire.next_arrival(arrival)) arrivals.push_back(arrival);
  }

  std::vector<unsigned char> heap;
  std::unique_ptr<AnyWire> made;
  AnyWire& wire;
  std::vector<std::uint64_t> done;
  std::vector<std::uint64_t> failed;
  CompletionStatus last = CompletionStatus::ok;
  std::deque<Arrival> arrivals;
};

class WirePair {
 public:
  explicit WirePair(const WireKind& kind) : one(kind), two(kind) {
    const std::vector<std::string> addresses = {one.wire.address(), two.wire.address()};
    one.wire.connect(addresses, Pe{0});
    two.wire.connect(addresses, Pe{1});
  }

  void step() {
    one.step();
    two.step();
  }
  /// Moves both until it happened.
  bool until(const std::function<bool()>& happened) {
    return repeat([&] {
      if (happened()) return true;
      step();
      return false;
    });
  }
  /// Takes turns until one is the last. False when none ever is: a hang is a failed test, not one that never ends.
  static bool repeat(const std::function<bool()>& turn) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!turn())
      if (std::chrono::steady_clock::now() > end) return false;
    return true;
  }
  /// Posts from PE 0 to PE 1, however often it takes.
  bool post(const WorkRequest& request, std::uint64_t token) {
    return until([&] { return one.wire.post(request, token) == Post::accepted; });
  }

  WireEnd one;
  WireEnd two;
};

inline WorkRequest request_to(std::uint16_t peer, Verb verb, std::uint32_t bytes, std::uint32_t immediate = 0) {
  WorkRequest request;
  request.verb = verb;
  request.peer = peer;
  request.bytes = bytes;
  request.has_immediate = verb != Verb::read;
  request.immediate = immediate;
  return request;
}

}  // namespace gin::test
