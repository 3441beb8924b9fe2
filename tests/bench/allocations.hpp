// Counts what this process allocates: every malloc and its kin (operator new among them) and every mapping.
#pragma once

#include <cstdint>

namespace gin::bench {

/// So far, by any thread.
std::uint64_t allocations();

}  // namespace gin::bench
