#include "core/cuda/copy_engine.hpp"

#include "core/cuda/driver.cuh"
#include "core/cuda/word_kernel.hpp"
#include "core/device/agent_view.hpp"

namespace gin::gpu {
namespace {

using WriteValue = decltype(cuStreamWriteValue64);

}  // namespace

CopyEngine::CopyEngine(Pe source, std::vector<unsigned char*> heaps, std::uint32_t streams)
    : source_(source),
      heaps_(std::move(heaps)),
      streams_(streams),
      marks_(streams * words_apart * sizeof(std::uint64_t)),
      write_value_(reinterpret_cast<void*>(GIN_DRIVER(cuStreamWriteValue64))) {
  for (void*& stream : streams_)
    check(cudaStreamCreateWithFlags(reinterpret_cast<cudaStream_t*>(&stream), cudaStreamNonBlocking),
          "make a stream");
  begin();
}

CopyEngine::~CopyEngine() {
  for (void* stream : streams_) cudaStreamDestroy(static_cast<cudaStream_t>(stream));
}

/// Code is loaded at its first use and ways to peers are prepared at the first copy, both of which may wait until the GPU is idle.
void CopyEngine::begin() {
  for (std::uint32_t peer = 0; peer < heaps_.size(); ++peer) {
    WorkRequest request;
    request.peer = static_cast<std::uint16_t>(peer);
    request.remote = request.local = ControlWords::unwanted;
    request.bytes = 8;
    carry_out(request);
    request.verb = Verb::write_inline;
    carry_out(request);
  }
  for (void* stream : streams_)
    check(cudaStreamSynchronize(static_cast<cudaStream_t>(stream)), "begin with copies");
}

void CopyEngine::carry_out(const WorkRequest& request) {
  auto* const stream = static_cast<cudaStream_t>(streams_[stream_to(request.peer)]);
  unsigned char* const theirs = heaps_[request.peer] + request.remote;
  unsigned char* const mine = heaps_[source_.value] + request.local;
  if (request.verb == Verb::write)
    return check(cudaMemcpyAsync(theirs, mine, request.bytes, cudaMemcpyDefault, stream), "copy to a peer");
  if (request.verb == Verb::read)
    return check(cudaMemcpyAsync(mine, theirs, request.bytes, cudaMemcpyDefault, stream), "copy from a peer");
  carry_out_word(request, theirs, mine, stream);
}

void CopyEngine::mark(std::uint32_t stream, std::uint64_t number) {
  // With a barrier before it, which is the default: what the stream has written is visible to all.
  check_driver(reinterpret_cast<WriteValue*>(write_value_)(static_cast<CUstream>(streams_[stream]),
                                                           reinterpret_cast<CUdeviceptr>(word(stream)), number,
                                                           CU_STREAM_WRITE_VALUE_DEFAULT),
               "learn when copies are done");
}

std::uint64_t CopyEngine::reached(std::uint32_t stream) const {
  return load<Order::acquire>(*word(stream));  // with it comes what was fetched
}

}  // namespace gin::gpu
