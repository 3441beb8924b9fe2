#include "core/ofi/peer_address.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstring>
#include <string_view>

#include "core/base/error.hpp"

namespace gin::ofi {
namespace {

constexpr std::string_view mark = "gin-ofi1";
// Base, key, heap, eager bytes, and the lengths of the two names behind them.
using Numbers = std::array<std::uint64_t, 6>;
constexpr std::size_t fixed_bytes = mark.size() + sizeof(Numbers);
// They are written as they lie in memory.
static_assert(std::endian::native == std::endian::little);

[[noreturn]] void malformed(Pe pe, const std::string& what) {
  throw Error(Code::failed, fmt::format("address of PE {}: {}; do all PEs run the same ginlab?", pe.value, what));
}

}  // namespace

std::string write(const PeerAddress& address) {
  const Numbers numbers = {
      address.base,           address.key, address.heap_bytes, address.eager_max, address.provider.size(),
      address.endpoint.size()};
  std::string text(mark);
  text.append(reinterpret_cast<const char*>(numbers.data()), sizeof numbers);
  return text + address.provider + address.endpoint;
}

PeerAddress read_address(const std::string& text, Pe pe) {
  if (text.size() < fixed_bytes)
    malformed(pe, fmt::format("expected at least {} bytes, came {}", fixed_bytes, text.size()));
  if (!text.starts_with(mark))
    malformed(pe, fmt::format("expected it to begin with {}, came something else", mark));
  Numbers number;
  std::memcpy(number.data(), text.data() + mark.size(), sizeof number);
  const std::uint64_t rest = text.size() - fixed_bytes;
  // Not their sum, which may go round.
  if (number[4] > rest || number[5] != rest - number[4])
    malformed(pe,
              fmt::format("expected names of {} and {} bytes, came {} bytes for both", number[4], number[5], rest));
  return {text.substr(fixed_bytes, number[4]),
          text.substr(fixed_bytes + number[4]),
          number[0],
          number[1],
          number[2],
          number[3]};
}

}  // namespace gin::ofi
