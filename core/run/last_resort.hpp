// A process whose job has failed must not stay: a library below may wait for ever for a process that is gone, and
// where nobody started this one, nobody else ends it.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <thread>

namespace gin {

/// As long as it lives, this process ends with status 1 and a line on standard error once `why` has said something
/// other than "" for `grace`.
class LastResort {
 public:
  LastResort(std::function<std::string()> why, std::chrono::milliseconds grace);
  ~LastResort();
  LastResort(const LastResort&) = delete;
  LastResort& operator=(const LastResort&) = delete;

 private:
  void watch(const std::function<std::string()>& why, std::chrono::milliseconds grace) const;

  std::atomic<bool> over_{false};
  std::thread thread_;
};

}  // namespace gin
