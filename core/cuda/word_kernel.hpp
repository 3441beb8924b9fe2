// The kernel of one thread that does what no copy is: bytes that came with a work request, and atomics.
#pragma once

#include "core/format/work_request.hpp"

namespace gin::gpu {

/// On `stream`, a cudaStream_t, behind what is there; `theirs` and `mine` as that GPU has them. Throws Error(failed).
void carry_out_word(const WorkRequest& request, unsigned char* theirs, unsigned char* mine, void* stream);

}  // namespace gin::gpu
