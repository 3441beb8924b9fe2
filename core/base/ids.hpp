// Identities that travel through every layer. A PE number is not an agent number is not a count.
#pragma once

#include <compare>
#include <cstdint>

namespace gin {

/// A processing element: one GPU of the job, numbered 0 .. n_pes - 1 across nodes.
struct Pe {
  std::uint32_t value = 0;
  auto operator<=>(const Pe&) const = default;
};

}  // namespace gin
