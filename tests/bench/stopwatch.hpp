// Time that this thread has had on a core: what others on the machine take does not count.
#pragma once

#include <ctime>

namespace gin::bench {

class Stopwatch {
 public:
  void start() { started_ = now(); }
  void stop() { seconds_ += now() - started_; }
  double seconds() const { return seconds_; }

 private:
  static double now() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }
  double started_ = 0;
  double seconds_ = 0;
};

}  // namespace gin::bench
