// The smallest world in which an environment can be tried: one PE with agents, a few fibers, no network.
#pragma once

#include <deque>
#include <functional>
#include <stdexcept>
#include <vector>

#include "core/env/virtual_env.hpp"

namespace gin::test {

/// A machine on which nothing takes time and everything has a rate.
inline Machine still_machine() {
  Machine machine;
  machine.memory = {Bytes{1 << 20}, {}, {}, Bandwidth{1'000'000'000'000}, Bandwidth{1'000'000'000'000}};
  machine.link = {{}, {}, Bandwidth{1'000'000'000'000}, Bandwidth{1'000'000'000'000}};
  machine.gpu.load = machine.gpu.store = {Bytes{1 << 20}};
  machine.gpu.copy = {Bytes{1 << 20}};
  return machine;
}

class SmallWorld {
 public:
  static constexpr std::uint64_t heap_bytes = 4096;
  static constexpr std::size_t fibers_max = 4;

  explicit SmallWorld(const Machine& machine = still_machine(), const WorldOptions& options = {},
                      std::uint32_t pes = 1)
      : world(machine, options, pes), stacks_(fibers_max), heap_(heap_bytes) {
    world.pes[0].heap = heap_.data();
  }

  /// An actor that runs `body` from now on.
  VirtualEnv& spawn(std::function<void(VirtualEnv&)> body) {
    Fiber& fiber = fibers_.emplace_back(*this, fibers_.size(), std::move(body));
    fiber.env.start([](void* self) { static_cast<Fiber*>(self)->body(static_cast<Fiber*>(self)->env); }, &fiber);
    return fiber.env;
  }
  /// Something that happens at `when`, caused by `cause`.
  void at(sim::ActorId cause, Instant when, std::function<void()> what) {
    world.simulation.schedule(cause, when, sim::action<&Happening::run>(happenings_.emplace_back(std::move(what))));
  }
  void run() {
    while (!world.simulation.idle()) world.simulation.step();
  }
  template <class T>
  T& word(std::uint64_t offset) {
    return *reinterpret_cast<T*>(heap_.data() + offset);
  }

  World world;
  std::function<void(const Doorbell&)> rung;  ///< what a doorbell does

 private:
  /// There is no network: doorbells are all that a NIC hears.
  struct Nic final : QueueSource {
    explicit Nic(SmallWorld& small) : world(small) {}
    SendQueue<VirtualEnv>& queue(Pe, Pe, std::uint32_t, bool) override {
      throw std::logic_error("a small world has no queues");
    }
    void grow(FabricQueue&, std::uint64_t) override {}
    void placed(FabricQueue&, std::uint64_t, std::uint32_t) override {}
    sim::Service write_memory(Pe, Bytes) override { return {world.world.now(), world.world.now()}; }
    void rung(const Doorbell& doorbell) override { world.rung(doorbell); }
    SmallWorld& world;
  };
  struct Fiber {
    Fiber(SmallWorld& small, std::size_t stack, std::function<void(VirtualEnv&)> f)
        : body(std::move(f)), env(small.world, small.stacks_, stack, {}, &small.nic_) {}
    std::function<void(VirtualEnv&)> body;
    VirtualEnv env;
  };
  struct Happening {
    explicit Happening(std::function<void()> f) : what(std::move(f)) {}
    void run(std::uint64_t) { what(); }
    std::function<void()> what;
  };

  sim::StackSlab stacks_;
  std::vector<unsigned char> heap_;
  Nic nic_{*this};
  std::deque<Fiber> fibers_;
  std::deque<Happening> happenings_;
};

}  // namespace gin::test
