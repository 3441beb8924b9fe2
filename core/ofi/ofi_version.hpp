// What differs between versions of libfabric's headers, and the only place that asks for one.
#pragma once

#include <rdma/fabric.h>

#include <cstdint>

// Tests define it to compile the other branch.
#ifndef GIN_OFI_HEADERS
#define GIN_OFI_HEADERS FI_VERSION(FI_MAJOR_VERSION, FI_MINOR_VERSION)
#endif

namespace gin::ofi {

// Not inline: each file has its own, so that a test may look at both branches in one program.
/// The version of the interface that is asked for: what the structures of these headers mean, whichever later library
/// is found when the program runs.
#if GIN_OFI_HEADERS < FI_VERSION(2, 0)
constexpr std::uint32_t api_version = FI_VERSION(1, 17);
#else
constexpr std::uint32_t api_version = FI_VERSION(2, 0);
#endif

}  // namespace gin::ofi
