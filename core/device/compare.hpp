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
  switch (compare) {
    case Compare::eq:
      return "==";
    case Compare::ne:
      return "!=";
    case Compare::gt:
      return ">";
    case Compare::ge:
      return ">=";
    case Compare::lt:
      return "<";
    case Compare::le:
      return "<=";
  }
  return "?";
}

}  // namespace gin
