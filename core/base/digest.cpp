#include "core/base/digest.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <array>
#include <bit>

#include "core/base/assert.hpp"

namespace gin {

void Digest::Free::operator()(XXH64_state_s* state) const {
  XXH64_freeState(state);
}

Digest::Digest() : state_(XXH64_createState()) {
  GIN_ASSERT(state_ != nullptr && XXH64_reset(state_.get(), 0) == XXH_OK);
}

void Digest::add_u64s(std::span<const std::uint64_t> numbers) {
  if constexpr (std::endian::native == std::endian::little) {
    add_bytes(numbers.data(), numbers.size_bytes());
  } else {
    for (std::uint64_t number : numbers) {
      std::array<unsigned char, 8> bytes{};
      for (unsigned char& byte : bytes) {
        byte = static_cast<unsigned char>(number & 0xFFU);
        number >>= 8;
      }
      add_bytes(bytes.data(), bytes.size());
    }
  }
}

void Digest::add_bytes(const void* bytes, std::size_t count) {
  if (count == 0) return;  // an empty window has no address, which older versions of the library refuse
  GIN_ASSERT(XXH64_update(state_.get(), bytes, count) == XXH_OK);
}

std::uint64_t Digest::value() const {
  return XXH64_digest(state_.get());
}

std::string hex16(std::uint64_t number) {
  return fmt::format("{:016x}", number);
}

}  // namespace gin
