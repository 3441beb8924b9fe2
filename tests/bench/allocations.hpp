// Counts what this process allocates: every malloc and its kin (operator new among them) and every mapping.
#pragma once

#include <cstdint>

namespace gin::bench {

/// So far, by any thread.
std::uint64_t allocations();

/// False under a sanitizer that has an allocator of its own: replacing that would blind it.
bool allocations_are_counted();

}  // namespace gin::bench
