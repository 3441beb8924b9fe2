// What CUDA answers, as an error that says what was wanted.
#pragma once

namespace gin::gpu {

/// Throws Error(failed) unless a call of CUDA, whose cudaError_t `came` is, says that it is done. `wanted` goes on after "expected to ".
void check(int came, const char* wanted);

}  // namespace gin::gpu
