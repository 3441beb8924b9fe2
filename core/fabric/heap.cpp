#include "core/fabric/heap.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstring>

#include "core/base/error.hpp"

namespace gin {

SymmetricHeaps::SymmetricHeaps(Size size)
    : bytes_(size.bytes), stride_((size.bytes + 4095) / 4096 * 4096), total_(stride_ * size.pes) {
  const int kind = size.shared ? MAP_SHARED : MAP_PRIVATE;
  void* memory = mmap(nullptr, total_, PROT_READ | PROT_WRITE, kind | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    throw Error(
        Code::failed,
        fmt::format("heap: expected to reserve {} bytes for each of {} PEs, got \"{}\"; use fewer PEs, smaller "
                    "windows or payload phantom",
                    size.bytes, size.pes, std::strerror(errno)));
  base_ = static_cast<unsigned char*>(memory);
}

SymmetricHeaps::~SymmetricHeaps() {
  munmap(base_, total_);
}

}  // namespace gin
