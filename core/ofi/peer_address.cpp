#include "core/ofi/peer_address.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "core/base/error.hpp"

namespace gin::ofi {
namespace {

constexpr std::string_view mark = "gin-ofi1";
constexpr std::size_t number_bytes = 8;
// Base, key, heap, eager bytes, and the lengths of the two names behind them.
constexpr std::size_t numbers = 6;
constexpr std::size_t fixed_bytes = mark.size() + numbers * number_bytes;

void put(std::string& text, std::uint64_t number) {
  for (unsigned i = 0; i < number_bytes; ++i) text += static_cast<char>(number >> 8 * i & 0xff);
}

std::uint64_t number_at(const std::string& text, std::size_t at) {
  std::uint64_t number = 0;
  for (unsigned i = 0; i < number_bytes; ++i)
    number |= static_cast<std::uint64_t>(static_cast<unsigned char>(text[at + i])) << 8 * i;
  return number;
}

[[noreturn]] void malformed(Pe pe, const std::string& what) {
  throw Error(Code::failed, fmt::format("address of PE {}: {}; do all PEs run the same ginlab?", pe.value, what));
}

}  // namespace

std::string write(const PeerAddress& address) {
  std::string text(mark);
  for (const std::uint64_t number :
       {address.base, address.key, address.heap_bytes, address.eager_max,
        static_cast<std::uint64_t>(address.provider.size()), static_cast<std::uint64_t>(address.endpoint.size())})
    put(text, number);
  return text + address.provider + address.endpoint;
}

PeerAddress read_address(const std::string& text, Pe pe) {
  if (text.size() < fixed_bytes)
    malformed(pe, fmt::format("expected at least {} bytes, came {}", fixed_bytes, text.size()));
  if (!text.starts_with(mark))
    malformed(pe, fmt::format("expected it to begin with {}, came something else", mark));
  std::array<std::uint64_t, numbers> number{};
  for (std::size_t i = 0; i < numbers; ++i) number[i] = number_at(text, mark.size() + i * number_bytes);
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
