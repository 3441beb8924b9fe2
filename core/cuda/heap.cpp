#include "core/cuda/heap.hpp"

#include <unistd.h>

#include <cstring>

#include "core/cuda/check.hpp"

namespace gin::gpu {
namespace {

/// What a PE tells the others of its heap.
struct Address {
  std::int64_t process = 0;
  unsigned char* data = nullptr;  ///< as that process has it
  cudaIpcMemHandle_t handle{};
};

}  // namespace

class Heap::Impl {
 public:
  explicit Impl(std::uint64_t bytes) {
    check(cudaMalloc(reinterpret_cast<void**>(&data_), bytes), "get memory of the GPU for a heap");
    check(cudaMemset(data_, 0, bytes), "clear a heap");
  }
  ~Impl() {
    for (void* mapped : mapped_) cudaIpcCloseMemHandle(mapped);
    cudaFree(data_);
  }
  unsigned char* data() const { return data_; }
  std::string address() const {
    Address own{getpid(), data_, {}};
    check(cudaIpcGetMemHandle(&own.handle, data_), "share a heap with other processes");
    return {reinterpret_cast<const char*>(&own), sizeof own};
  }
  unsigned char* open(const std::string& address) {
    Address other;
    std::memcpy(&other, address.data(), sizeof other);
    if (other.process == getpid()) return other.data;
    void* mapped = nullptr;
    check(cudaIpcOpenMemHandle(&mapped, other.handle, cudaIpcMemLazyEnablePeerAccess),
          "reach the heap of another GPU");
    mapped_.push_back(mapped);
    return static_cast<unsigned char*>(mapped);
  }

 private:
  unsigned char* data_ = nullptr;
  std::vector<void*> mapped_;
};

Heap::Heap(std::uint64_t bytes) : impl_(std::make_unique<Impl>(bytes)) {}
Heap::~Heap() = default;
unsigned char* Heap::data() const {
  return impl_->data();
}
void Heap::write(const unsigned char* from, std::uint64_t bytes) const {
  check(cudaMemcpy(impl_->data(), from, bytes, cudaMemcpyHostToDevice), "copy a heap to the GPU");
}
void Heap::read(unsigned char* to, std::uint64_t bytes) const {
  check(cudaMemcpy(to, impl_->data(), bytes, cudaMemcpyDeviceToHost), "copy a heap from the GPU");
}
std::string Heap::address() const {
  return impl_->address();
}
std::vector<unsigned char*> Heap::reach(const std::vector<std::string>& addresses, std::uint32_t me) {
  std::vector<unsigned char*> reached;
  for (std::uint32_t pe = 0; pe < addresses.size(); ++pe)
    reached.push_back(pe == me ? impl_->data() : impl_->open(addresses[pe]));
  return reached;
}

}  // namespace gin::gpu
