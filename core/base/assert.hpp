// Broken invariants end the process in every build: a simulator that goes on after one gives wrong answers.
#pragma once

namespace gin {
[[noreturn]] void assertion_failed(const char* condition, const char* file, int line);
}

#define GIN_ASSERT(condition) \
  (static_cast<bool>(condition) ? void(0) : ::gin::assertion_failed(#condition, __FILE__, __LINE__))
