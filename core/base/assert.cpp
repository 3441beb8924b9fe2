#include "core/base/assert.hpp"

#include <cstdio>
#include <cstdlib>

namespace gin {

void assertion_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "ginlab: internal error at %s:%d: expected %s; please report it with the scenario\n", file,
               line, condition);
  std::abort();
}

}  // namespace gin
