// Hands out points to workers and takes down how they went; workers may be processes of this machine or other
// ranks.
//
// A worker whose last point was short is given its next one before it asks: over the way there and back its core
// would have nothing to do, and waiting behind a short point costs nobody anything.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sweep/meeting.hpp"
#include "sweep/worker_process.hpp"

namespace gin::sweep {

enum class SweepEnd { all_points, interrupted };

class Foreman {
 public:
  struct Options {
    std::deque<std::size_t> points;  ///< to run, in this order
    std::size_t workers = 1;         ///< processes of this machine
    std::size_t at_once_max = 1;     ///< workers that run a point at a time
    Meeting* meeting = nullptr;      ///< where other ranks join; they are workers too
  };
  struct Calls {
    PointWork work;  ///< on a worker
    /// On this process: a point's line, and a reason why there is none because its worker is gone.
    std::function<void(std::size_t point, const std::string& line)> done;
    std::function<void(std::size_t point, const std::string& reason)> lost;
    std::function<void()> now_and_then;                      ///< ten times a second
    std::function<void(std::size_t under_way)> interrupted;  ///< the first time; the second ends at once
  };

  Foreman(Options options, Calls calls);
  ~Foreman();
  /// SIGINT, SIGTERM and SIGHUP let points under way end, the second of them does not. Throws what `done` throws.
  SweepEnd run();

 private:
  struct Hand {
    std::unique_ptr<WorkerProcess> process;  ///< null: another rank
    Channel remote;
    std::uint32_t rank = 0;
    std::deque<std::size_t> points;               ///< the first is under way, another waits for it
    std::chrono::steady_clock::time_point since;  ///< the first one's begin, or a little before
    bool quick = false;                           ///< as its last point was
    Channel& channel() { return process ? process->channel() : remote; }
  };
  void hand_out();
  void hand(Hand& to);
  void wait();
  void take(Hand& hand);
  void lose(Hand& hand);
  void take_signals();
  void dismiss();
  std::size_t busy() const;

  Options options_;
  Calls calls_;
  std::vector<Hand> hands_;
  std::vector<std::size_t> given_back_;  ///< points that a rank took along once already
  int signals_ = -1;
  int interrupts_ = 0;
};

}  // namespace gin::sweep
