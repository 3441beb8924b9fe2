// Which fault is planted: none. `if (planted(...))` marks where a mistake would be made, and costs nothing here.
// tests/faults compiles the same sources with a planted.hpp of its own, in which a test chooses.
#pragma once

#include "core/base/fault.hpp"

namespace gin {

constexpr bool planted(Fault) {
  return false;
}

}  // namespace gin
