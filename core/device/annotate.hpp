// The one annotation of device code: `__device__` when nvcc compiles a .cu, nothing when a host compiler
// compiles a .cpp. Plain values (Place, Pe, Duration) are constexpr instead and work on both sides.
#pragma once

#if defined(__CUDACC__)
#define GIN_DEVICE __device__
#else
#define GIN_DEVICE
#endif
