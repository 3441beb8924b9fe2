// Completion counters (ibv_create_comp_cntr(3)): a device counts what completes at queue pairs, and what failed, without an entry for
// each.
#pragma once

#include <cstdint>
#include <memory>

#include "core/softverbs/device.hpp"
#include "core/softverbs/efa/younger.hpp"

namespace softverbs::efa {

/// In ProcessMemory, for those who bring something as for its own queue pairs.
struct CounterWords {
  struct Value {
    std::uint64_t now = 0;
    std::uint32_t region = 0;  ///< where it is written at each change; 0: nowhere
  };

  RobustLock lock;
  bool is_initialised = false;  ///< the lock
  Value completed;
  Value failed;

  /// One more; of what `nic` is the device of, as `process` reaches its memory. Whoever sees the value has what was moved before it.
  void count(bool is_ok, Process& process, const NicMemory& nic);
};

class Counter : public younger::Counter {
 public:
  /// Null, with errno.
  static Counter* create(Context& owner, const younger::CounterAttributes& attr,
                         const younger::CounterMemory& where);
  ~Counter();

  static Counter& of(younger::Counter* counter) { return static_cast<Counter&>(*counter); }

  std::uint64_t offset() const { return offset_; }
  CounterWords& words() const { return *owner_.process().memory().at<CounterWords>(offset_); }
  std::uint64_t get(CounterWords::Value CounterWords::*which) const;
  void set(CounterWords::Value CounterWords::*which, std::uint64_t to);

  std::atomic<std::uint32_t> attached{};  ///< queue pairs

 private:
  Counter(Context& owner, std::uint64_t offset);

  Context& owner_;
  std::uint64_t offset_;
};

}  // namespace softverbs::efa
