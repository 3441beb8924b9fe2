#include "core/cuda/memory.hpp"

#include <cuda_runtime_api.h>

#include <cstring>

#include "core/cuda/check.hpp"

namespace gin::gpu {

DeviceMemory::DeviceMemory(std::size_t bytes) {
  check(cudaMalloc(reinterpret_cast<void**>(&data_), bytes), "get memory of the GPU");
  check(cudaMemset(data_, 0, bytes), "clear memory of the GPU");
}
DeviceMemory::~DeviceMemory() {
  cudaFree(data_);
}
void DeviceMemory::write(const void* from, std::size_t bytes) const {
  check(cudaMemcpy(data_, from, bytes, cudaMemcpyHostToDevice), "copy to the GPU");
}

void DeviceMemory::read(void* to, std::size_t bytes) const {
  check(cudaMemcpy(to, data_, bytes, cudaMemcpyDeviceToHost), "copy from the GPU");
}

PinnedMemory::PinnedMemory(std::size_t bytes) {
  check(cudaHostAlloc(reinterpret_cast<void**>(&data_), bytes, cudaHostAllocPortable | cudaHostAllocMapped),
        "pin memory of the host");
  std::memset(data_, 0, bytes);
}
PinnedMemory::~PinnedMemory() {
  cudaFreeHost(data_);
}

ManagedMemory::ManagedMemory(std::size_t bytes) {
  check(cudaMallocManaged(reinterpret_cast<void**>(&data_), bytes), "get managed memory");
  int gpu = 0;
  check(cudaGetDevice(&gpu), "find the chosen GPU");
  const cudaMemLocation host{cudaMemLocationTypeHost, 0}, device{cudaMemLocationTypeDevice, gpu};
  check(cudaMemAdvise(data_, bytes, cudaMemAdviseSetPreferredLocation, host), "keep managed memory with the host");
  check(cudaMemAdvise(data_, bytes, cudaMemAdviseSetAccessedBy, device), "map managed memory on the GPU");
  std::memset(data_, 0, bytes);
}
ManagedMemory::~ManagedMemory() {
  cudaFree(data_);
}

PinnedThere::PinnedThere(unsigned char* begin, std::size_t bytes) : begin_(begin) {
  check(cudaHostRegister(begin, bytes, cudaHostRegisterPortable | cudaHostRegisterMapped),
        "pin memory of the host where it is");
}
PinnedThere::~PinnedThere() {
  cudaHostUnregister(begin_);
}

}  // namespace gin::gpu
