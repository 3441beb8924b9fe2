#include "core/cuda/heap.hpp"

#include <cuda_runtime_api.h>
#include <unistd.h>

#include <cstring>

#include "core/base/sent_files.hpp"
#include "core/cuda/check.hpp"
#include "core/cuda/mapping.hpp"

namespace gin::gpu {
namespace {

/// What a PE tells the others of its heap; behind it comes where it takes handles.
struct Address {
  std::int64_t process = 0;
  unsigned char* data = nullptr;  ///< as that process has it
  std::uint64_t bytes = 0;
  bool is_mapped = false;       ///< its handle is a file that is sent
  cudaIpcMemHandle_t handle{};  ///< or this
};

}  // namespace

class Heap::Impl {
 public:
  explicit Impl(std::uint64_t bytes) {
    check(cudaFree(nullptr), "begin with a GPU");  // the driver's calls want its context
    if (Mapping::are_shared_here()) {
      mappings_.push_back(std::make_unique<Mapping>(bytes));
      data_ = mappings_.back()->data();
      bytes_ = mappings_.back()->bytes();
      file_ = mappings_.back()->exported();
    } else {
      check(cudaMalloc(reinterpret_cast<void**>(&data_), bytes), "get memory of the GPU for a heap");
    }
    check(cudaMemset(data_, 0, bytes), "clear a heap");
  }
  ~Impl() {
    for (void* opened : opened_) cudaIpcCloseMemHandle(opened);
    if (file_ >= 0)
      close(file_);
    else
      cudaFree(data_);
  }
  unsigned char* data() const { return data_; }

  std::string address() const {
    Address own{getpid(), data_, bytes_, file_ >= 0, {}};
    if (!own.is_mapped) check(cudaIpcGetMemHandle(&own.handle, data_), "share a heap with other processes");
    return std::string(reinterpret_cast<const char*>(&own), sizeof own) + sent_.address();
  }

  std::vector<unsigned char*> reach(const std::vector<std::string>& addresses, std::uint32_t me) {
    std::vector<unsigned char*> reached(addresses.size());
    std::uint32_t wanted = 0;
    for (std::uint32_t pe = 0; pe < addresses.size(); ++pe) {
      const Address other = read(addresses[pe]);
      if (other.process == getpid()) {
        reached[pe] = other.data;
      } else if (other.is_mapped) {
        SentFiles::send(addresses[pe].substr(sizeof(Address)), me, file_);
        ++wanted;
      } else {
        reached[pe] = opened(other);
      }
    }
    for (; wanted > 0; --wanted) {
      const SentFiles::Arrived arrived = sent_.receive();
      reached.at(arrived.from) = imported(arrived.file, read(addresses.at(arrived.from)));
    }
    return reached;
  }

 private:
  static Address read(const std::string& address) {
    Address other;
    std::memcpy(&other, address.data(), sizeof other);
    return other;
  }

  unsigned char* imported(int file, const Address& other) {
    mappings_.push_back(std::make_unique<Mapping>(Mapping::imported(file, other.bytes)));
    return mappings_.back()->data();
  }

  unsigned char* opened(const Address& other) {
    void* opened = nullptr;
    check(cudaIpcOpenMemHandle(&opened, other.handle, cudaIpcMemLazyEnablePeerAccess),
          "reach the heap of another GPU");
    opened_.push_back(opened);
    return static_cast<unsigned char*>(opened);
  }

  unsigned char* data_ = nullptr;
  std::uint64_t bytes_ = 0;
  int file_ = -1;  ///< of the heap's handle, where it is mapped
  std::vector<std::unique_ptr<Mapping>> mappings_;
  std::vector<void*> opened_;
  SentFiles sent_;
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
  return impl_->reach(addresses, me);
}

}  // namespace gin::gpu
