#include "core/run/last_resort.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace gin {

using std::chrono::steady_clock;

LastResort::LastResort(std::function<std::string()> why, std::chrono::milliseconds grace)
    : thread_([this, why = std::move(why), grace] { watch(why, grace); }) {}

LastResort::~LastResort() {
  over_ = true;
  thread_.join();
}

void LastResort::watch(const std::function<std::string()>& why, std::chrono::milliseconds grace) const {
  steady_clock::time_point failed_at = steady_clock::time_point::max();
  while (!over_) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    const std::string reason = why();
    const steady_clock::time_point now = steady_clock::now();
    if (reason.empty()) continue;
    if (failed_at == steady_clock::time_point::max()) failed_at = now;
    if (now - failed_at < grace) continue;
    fmt::print(stderr, "ginlab: {}; this process did not come to its end within {} ms of that and ends itself\n",
               reason, grace.count());
    std::fflush(nullptr);
    _exit(1);
  }
}

}  // namespace gin
