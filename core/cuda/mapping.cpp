#include "core/cuda/mapping.hpp"

#include <unistd.h>

#include "core/cuda/driver.cuh"

namespace gin::gpu {
namespace {

constexpr auto by_file = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;

CUdevice own_device() {
  int own = 0;
  check(cudaGetDevice(&own), "name the chosen GPU");
  return own;
}

bool has(CUdevice_attribute what) {
  int value = 0;
  check_driver(GIN_DRIVER(cuDeviceGetAttribute)(&value, what, own_device()), "learn what a GPU has");
  return value != 0;
}

CUmemAllocationProp properties() {
  CUmemAllocationProp wanted{};
  wanted.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  wanted.requestedHandleTypes = by_file;
  wanted.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  wanted.location.id = own_device();
  wanted.allocFlags.gpuDirectRDMACapable = has(CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED) ? 1 : 0;
  return wanted;
}

}  // namespace

bool Mapping::are_shared_here() {
  return has(CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED);
}

Mapping::Mapping(std::uint64_t bytes) {
  const CUmemAllocationProp wanted = properties();
  std::size_t step = 0;
  check_driver(GIN_DRIVER(cuMemGetAllocationGranularity)(&step, &wanted, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED),
               "learn in what steps a GPU has memory");
  bytes_ = (bytes + step - 1) / step * step;
  CUmemGenericAllocationHandle handle = 0;
  check_driver(GIN_DRIVER(cuMemCreate)(&handle, bytes_, &wanted, 0), "get memory of the GPU for a heap");
  handle_ = handle;
  map();
}

Mapping::Mapping(std::uint64_t handle, std::uint64_t bytes) : bytes_(bytes), handle_(handle) {
  map();
}

Mapping Mapping::imported(int file, std::uint64_t bytes) {
  CUmemGenericAllocationHandle handle = 0;
  // The driver takes a file's number where other kinds of handle have a pointer.
  check_driver(GIN_DRIVER(cuMemImportFromShareableHandle)(
                   &handle, reinterpret_cast<void*>(static_cast<std::intptr_t>(file)), by_file),
               "reach the heap of another GPU");
  close(file);
  return {handle, bytes};
}

void Mapping::map() {
  CUdeviceptr at = 0;
  check_driver(GIN_DRIVER(cuMemAddressReserve)(&at, bytes_, 0, 0, 0), "reserve addresses for a heap");
  check_driver(GIN_DRIVER(cuMemMap)(at, bytes_, 0, handle_, 0), "map a heap");
  CUmemAccessDesc by_us{};
  by_us.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  by_us.location.id = own_device();
  by_us.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  check_driver(GIN_DRIVER(cuMemSetAccess)(at, bytes_, &by_us, 1), "let a GPU into a heap");
  at_ = at;
}

int Mapping::exported() const {
  int file = -1;
  check_driver(GIN_DRIVER(cuMemExportToShareableHandle)(&file, handle_, by_file, 0),
               "share a heap with other processes");
  return file;
}

Mapping::~Mapping() {
  if (bytes_ == 0) return;
  GIN_DRIVER(cuMemUnmap)(at_, bytes_);
  GIN_DRIVER(cuMemAddressFree)(at_, bytes_);
  GIN_DRIVER(cuMemRelease)(handle_);
}

}  // namespace gin::gpu
