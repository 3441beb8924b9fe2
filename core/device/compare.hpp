// The comparisons of wait_until and test, with NVSHMEM's names.
#pragma once

#include <cstdint>

namespace gin {

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

}  // namespace gin
