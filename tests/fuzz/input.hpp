// The bytes a target is given, and how targets that want numbers or text take them apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace gin::fuzz {

using Input = std::span<const std::uint8_t>;

inline std::string_view text_of(Input input) {
  return {reinterpret_cast<const char*>(input.data()), input.size()};
}

/// Little-endian numbers from the front of an input; zeros once it has run out, so that every input is whole.
class Numbers {
 public:
  explicit Numbers(Input input) : rest_(input) {}

  bool empty() const { return rest_.empty(); }
  std::uint64_t take(std::size_t bytes = 8) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < bytes && !rest_.empty(); ++i, rest_ = rest_.subspan(1))
      number |= std::uint64_t{rest_.front()} << 8 * i;
    return number;
  }

 private:
  Input rest_;
};

}  // namespace gin::fuzz
