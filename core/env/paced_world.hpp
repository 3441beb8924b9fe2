// A world of virtual time whose clock follows a wall clock: a nanosecond there is `scale` nanoseconds here. What is
// scheduled in it happens when it is due, in the order of virtual time even where this machine's scheduler is late;
// so lateness blurs how long things take, and not which comes first.
//
// Threads visit the world one at a time. A visit brings it up to now.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>

#include "core/env/world.hpp"

namespace gin {

class PacedWorld {
 public:
  using Clock = std::chrono::steady_clock;
  using Now = std::function<Clock::time_point()>;

  PacedWorld(World& world, std::int64_t scale, Now now = Clock::now);

  struct Visit {
    std::unique_lock<std::mutex> lock;
    World& world;

    World* operator->() const { return &world; }
    World& operator*() const { return world; }
  };

  Visit visit();
  /// Does what is due; whether there was anything. Somebody has to call it for ever.
  bool step();
  /// Does all that is left, due or not: nobody is there any more who could tell.
  void finish();
  /// Nothing is under way.
  bool idle();

  Clock::duration stretched(Duration time) const;
  /// When it is that time in the world.
  Clock::time_point when(Instant instant) const { return start_ + stretched({instant.ps}); }

 private:
  bool catch_up();

  World& world_;
  const std::int64_t scale_;
  const Now now_;
  const Clock::time_point start_;
  const sim::ActorId clock_;
  std::uint64_t restarted_at_ = 0;
  std::mutex door_;
};

}  // namespace gin
