// What an agent waits for and why, for the hang report; and how long it is willing to.
#pragma once

#include <cstdint>

#include "core/base/units.hpp"

namespace gin {

/// The comparisons of wait_until and test, with NVSHMEM's names.
enum class Compare : std::uint8_t { eq, ne, gt, ge, lt, le };

template <class T>
constexpr bool holds(T seen, Compare compare, T wanted) {
  switch (compare) {
    case Compare::eq:
      return seen == wanted;
    case Compare::ne:
      return seen != wanted;
    case Compare::gt:
      return seen > wanted;
    case Compare::ge:
      return seen >= wanted;
    case Compare::lt:
      return seen < wanted;
    case Compare::le:
      return seen <= wanted;
  }
  return false;
}

constexpr const char* symbol(Compare compare) {
  constexpr const char* symbols[] = {"==", "!=", ">", ">=", "<", "<="};
  return symbols[static_cast<std::uint8_t>(compare)];
}

/// Filled in by each waiting call. core/env/heap_map makes a sentence of it: "signal_wait_until for window
/// arrived[1]: 2 seen, >= 3 wanted".
struct Waiting {
  /// What `at` is.
  enum class Of : std::uint8_t {
    nothing,
    word,  ///< its heap offset
    queue  ///< its peer
  };
  const char* call = "";
  const char* what = "";  ///< what has to change: "word", "commands completed by the proxy"
  Of of = Of::nothing;
  std::uint64_t at = 0;
  std::uint64_t seen = 0;
  std::uint64_t wanted = 0;
  Compare compare = Compare::ge;
  std::uint64_t bytes = 8;  ///< of a word
};

/// How a waiting call ended.
enum class Status : std::uint8_t {
  ok,
  timed_out,  ///< the deadline passed first; nothing was changed
  failed,     ///< what was waited for will not come: Context::failure() says why
};

/// The most time a waiting call may take, from its start.
struct Deadline {
  Duration within;

  static constexpr Deadline never() { return {Duration{saturated::most}}; }
};

}  // namespace gin
