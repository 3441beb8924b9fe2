// One worker on this machine: a fork of this process that runs points, so that a point that crashes takes nobody
// with it.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <string>

#include "sweep/channel.hpp"

namespace gin::sweep {

/// Runs one point and says in a line how that went (point_line.hpp). Throws nothing.
using PointWork = std::function<std::string(std::size_t point)>;

class WorkerProcess {
 public:
  /// Must be called while this process has one thread. The worker reads numbers of points and answers each with the
  /// line that `work` makes of it. It takes no notice of an interrupt from the keyboard, and ends with this
  /// process. Throws Error(failed).
  explicit WorkerProcess(const PointWork& work);
  /// Ends it, also in the middle of a point.
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  Channel& channel() { return channel_; }
  /// Of one whose channel has ended: "killed by signal 11 (Segmentation fault)".
  std::string how_it_ended();

 private:
  pid_t pid_ = -1;
  Channel channel_;
};

}  // namespace gin::sweep
