#include "tests/differential/left_bytes.hpp"

#include <sys/mman.h>

#include <new>

namespace gin::differential {

LeftBytes::LeftBytes(const Size& size) : size_(size) {
  const std::size_t count = size.pes * size.programs * fuzz::area_count;
  void* memory =
      mmap(nullptr, count * sizeof(std::uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  digests_ = {static_cast<std::uint64_t*>(memory), count};
}

LeftBytes::~LeftBytes() {
  munmap(digests_.data(), digests_.size_bytes());
}

std::uint64_t& LeftBytes::at(const Spot& spot) const {
  const std::size_t area = static_cast<std::size_t>(spot.area);
  return digests_[(spot.pe * size_.programs + spot.program) * fuzz::area_count + area];
}

}  // namespace gin::differential
