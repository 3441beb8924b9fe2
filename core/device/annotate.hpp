// The annotations of device code. GIN_DEVICE is `__device__` when nvcc compiles a .cu, nothing when a host compiler
// compiles a .cpp. Plain values (Place, Pe, Duration) are constexpr instead and work on both sides.
#pragma once

#if defined(__CUDACC__)
#define GIN_DEVICE __device__
/// As GIN_DEVICE, and part of each caller's code: a compiler judges its size before it knows which paths the kernel has, would call it
/// instead, and keep what it hands over in the thread's memory.
#define GIN_IN_LINE __forceinline__ __device__
#define GIN_ON_HOST(statement)
/// Ends the kernel, for what nobody on a GPU can mend.
#define GIN_END_KERNEL() __trap()
#else
#define GIN_DEVICE
#define GIN_IN_LINE
/// A look that only a host can afford and report: on a GPU it is not there.
#define GIN_ON_HOST(statement) statement
#define GIN_END_KERNEL()
#endif

/// Before a loop of so many rounds that a compiler knows: on a GPU it keeps an element for each in registers, and loads them side by side.
#if defined(__CUDA_ARCH__)
#define GIN_UNROLL _Pragma("unroll")
#else
#define GIN_UNROLL
#endif
