#include "core/cuda/running_kernel.hpp"

#include <cstdlib>

#include "core/cuda/check.hpp"
#include "core/device/atomic.hpp"

namespace gin::gpu {
namespace {

cudaStream_t made_stream() {
  cudaStream_t stream = nullptr;
  // One that waits for nothing that anybody puts into the default stream.
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "make a stream");
  return stream;
}

}  // namespace

RunningKernel::RunningKernel(std::uint32_t agents, std::uint64_t iterations)
    : agents_(agents),
      iterations_(iterations),
      words_(sizeof(GpuControl)),
      host_(sizeof(HostControl)),
      times_(2 * iterations * sizeof(LineTimes)),
      stands_(agents * sizeof(Stand)),
      stop_word_(sizeof(std::uint64_t)),
      stream_(made_stream()),
      aside_(made_stream()) {
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
  return {reinterpret_cast<GpuControl*>(words_.data()), host_.as<HostControl>(), times_.as<LineTimes>(),
          stands_.as<Stand>()};
}

void RunningKernel::start(const Kernels& kernels, Ways ways, const Grid& grid, const void* views) {
  kernels.start(ways, {grid, views, control(), iterations_, stream_});
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

std::chrono::nanoseconds RunningKernel::between(std::uint64_t from, std::uint64_t to) const {
  const LineTimes* times = times_.as<LineTimes>();
  return std::chrono::nanoseconds(times[to].reached - times[from].passed);
}

}  // namespace gin::gpu
