#include "core/cuda/running_kernel.hpp"

#include <cuda_runtime_api.h>

#include <cstdlib>

#include "core/cuda/check.hpp"
#include "core/device/atomic.hpp"
#include "core/device/count.hpp"

namespace gin::gpu {
namespace {

cudaStream_t made_stream() {
  cudaStream_t stream = nullptr;
  // One that waits for nothing that anybody puts into the default stream.
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "make a stream");
  return stream;
}

std::size_t counters_of(const RunningKernel::Shape& shape) {
  return counts_in_all + 2 * std::size_t{shape.n_pes};
}

}  // namespace

RunningKernel::RunningKernel(const Shape& shape)
    : shape_(shape),
      words_(sizeof(GpuControl)),
      counters_(counters_of(shape) * sizeof(std::uint64_t)),
      host_(sizeof(HostControl)),
      times_(2 * shape.iterations * sizeof(LineTimes)),
      stands_(shape.agents * sizeof(Stand)),
      stop_word_(sizeof(std::uint64_t)),
      stream_(made_stream()),
      aside_(made_stream()) {
  // The first copy of a stream may wait until the GPU is idle.
  check(cudaMemcpyAsync(&control().gpu->stop, stop_word_.data(), sizeof(std::uint64_t), cudaMemcpyHostToDevice,
                        static_cast<cudaStream_t>(aside_)),
        "copy to a GPU beside a kernel");
  check(cudaStreamSynchronize(static_cast<cudaStream_t>(aside_)), "copy to a GPU beside a kernel");
  *stop_word_.as<std::uint64_t>() = 1;
}

RunningKernel::~RunningKernel() {
  try {
    if (started_ && !has_ended()) std::quick_exit(1);  // the driver ends a process's kernels with it
  } catch (const Error&) {                             // it failed: nothing runs any more
  }
  cudaStreamDestroy(static_cast<cudaStream_t>(stream_));
  cudaStreamDestroy(static_cast<cudaStream_t>(aside_));
}

Control RunningKernel::control() const {
  return {reinterpret_cast<GpuControl*>(words_.data()),
          host_.as<HostControl>(),
          times_.as<LineTimes>(),
          stands_.as<Stand>(),
          reinterpret_cast<Counters>(counters_.data()),
          shape_.meeting};
}

void RunningKernel::start(const Kernels& kernels, Ways ways, const Grid& grid, const void* views) {
  kernels.start(ways, {grid, views, control(), shape_.iterations, stream_});
  started_ = true;
}

std::uint64_t RunningKernel::reached() const {
  return load<Order::acquire>(host_.as<HostControl>()->reached);  // with it comes what agents wrote before
}
void RunningKernel::may_pass(std::uint64_t lines) {
  store<Order::release>(host_.as<HostControl>()->may_pass, lines);  // as above, of the other PEs
}

bool RunningKernel::has_ended() const {
  const cudaError_t came = cudaStreamQuery(static_cast<cudaStream_t>(stream_));
  if (came == cudaErrorNotReady) return false;
  check(came, "run a program's kernel");
  return true;
}

void RunningKernel::stop() {
  check(cudaMemcpyAsync(&control().gpu->stop, stop_word_.data(), sizeof(std::uint64_t), cudaMemcpyHostToDevice,
                        static_cast<cudaStream_t>(aside_)),
        "tell a kernel to end");
}

std::optional<Stand> RunningKernel::stand(std::uint32_t agent) const {
  const Stand& stand = stands_.as<Stand>()[agent];
  if (stand.waits == 0) return std::nullopt;
  return stand;
}

std::vector<std::uint64_t> RunningKernel::counted() const {
  std::vector<std::uint64_t> counted(counters_of(shape_));
  const auto aside = static_cast<cudaStream_t>(aside_);
  check(cudaMemcpyAsync(counted.data(), counters_.data(), counted.size() * sizeof(std::uint64_t),
                        cudaMemcpyDeviceToHost, aside),
        "read what a kernel counted");
  check(cudaStreamSynchronize(aside), "read what a kernel counted");
  return counted;
}

std::chrono::nanoseconds RunningKernel::between(std::uint64_t from, std::uint64_t to) const {
  const LineTimes* times = times_.as<LineTimes>();
  return std::chrono::nanoseconds(times[to].reached - times[from].passed);
}

}  // namespace gin::gpu
