#include "tests/bench/wire/awake_cores.hpp"

#include <pthread.h>
#include <sched.h>

namespace gin::bench {

AwakeCores::AwakeCores() {
  cpu_set_t allowed;
  if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (!CPU_ISSET(core, &allowed)) continue;
    idlers_.emplace_back([this, core] {
      cpu_set_t mine;
      CPU_ZERO(&mine);
      CPU_SET(core, &mine);
      const sched_param none{};
      // Of this class only what nobody else wants: it gives way at once. Where that is refused it would be in the
      // way.
      if (::pthread_setaffinity_np(::pthread_self(), sizeof mine, &mine) != 0 ||
          ::pthread_setschedparam(::pthread_self(), SCHED_IDLE, &none) != 0)
        return;
      while (!stop_.load(std::memory_order_relaxed)) {
      }
    });
  }
}

AwakeCores::~AwakeCores() {
  stop_ = true;
  for (std::thread& idler : idlers_) idler.join();
}

}  // namespace gin::bench
