// What is still to be read of an agent's operations by pointer, where an adversary makes that late: sources of puts, and what gets
// load. By context and operation, whose numbers ascend.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/base/units.hpp"

namespace gin {

template <class Flight>
class LateReads {
 public:
  struct Of {
    std::uint32_t context = 0;
    std::uint32_t number = 0;  ///< an operation's; asked for, the first of those that are meant
  };
  /// Part of a put whose source is to be read, and was.
  void leaves(Flight& put, Of of) { unread_.push_back({&put, of}); }
  void was_read(const Flight& put) {
    std::erase_if(unread_, [&](const Unread& one) { return one.put == &put; });
  }
  std::vector<Flight*> unread(Of asked) const {
    std::vector<Flight*> puts;
    for (const Unread& one : unread_)
      if (is_meant(one.of, asked)) puts.push_back(one.put);
    return puts;
  }
  /// Part of a get that comes then.
  void loads(Instant there, Of of) { loads_.push_back({there, of}); }
  /// When all that is meant has come.
  Instant there(Of asked) const {
    Instant last;
    for (const Load& load : loads_)
      if (is_meant(load.of, asked)) last = std::max(last, load.there);
    return last;
  }
  void forget_before(Instant now) {
    std::erase_if(loads_, [&](const Load& load) { return load.there < now; });
  }

 private:
  struct Unread {
    Flight* put;
    Of of;
  };
  struct Load {
    Instant there;
    Of of;
  };
  static bool is_meant(Of of, Of asked) { return of.context == asked.context && of.number >= asked.number; }

  std::vector<Unread> unread_;
  std::vector<Load> loads_;
};

}  // namespace gin
