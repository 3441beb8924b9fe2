#include "core/cuda/word_kernel.hpp"

#include "core/cuda/check.hpp"
#include "core/device/memory_word.hpp"

namespace gin::gpu {
namespace {

__global__ void word_kernel(const WorkRequest request, unsigned char* theirs, unsigned char* mine) {
  if (request.verb == Verb::atomic) {
    const std::uint64_t old = apply_atomic(theirs, request.amo, request.operand.value, request.operand.compare);
    if (request.fetches) store_value(mine, old, 8);
  } else if (request.bytes <= 8) {
    store_value(theirs, request.operand.value, request.bytes);
  } else {
    for (std::uint32_t i = 0; i < request.bytes; ++i) theirs[i] = request.payload[i];
  }
}

}  // namespace

void carry_out_word(const WorkRequest& request, unsigned char* theirs, unsigned char* mine, void* stream) {
  word_kernel<<<1, 1, 0, static_cast<cudaStream_t>(stream)>>>(request, theirs, mine);
  check(cudaGetLastError(), "write a word of a peer");
}

}  // namespace gin::gpu
