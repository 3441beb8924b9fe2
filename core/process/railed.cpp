#include "core/process/railed.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "core/base/error.hpp"

namespace gin {
namespace {

using Length = std::uint32_t;  // before each address
// They are written as they lie in memory.
static_assert(std::endian::native == std::endian::little);

}  // namespace

std::string joined(const std::vector<std::string>& rails) {
  std::string text;
  for (const std::string& rail : rails) {
    const auto bytes = static_cast<Length>(rail.size());
    text.append(reinterpret_cast<const char*>(&bytes), sizeof bytes);
    text += rail;
  }
  return text;
}

std::vector<std::string> rails_of(std::string_view text, Pe whose) {
  const auto malformed = [&](std::size_t expected, const char* of_what) {
    throw Error(Code::failed,
                fmt::format("address of PE {}: expected {} bytes of {}, came {}; do all PEs run the same ginlab?",
                            whose.value, expected, of_what, text.size()));
  };
  std::vector<std::string> rails;
  do {
    Length bytes = 0;
    if (text.size() < sizeof bytes) malformed(sizeof bytes, "a rail's length");
    std::memcpy(&bytes, text.data(), sizeof bytes);
    text.remove_prefix(sizeof bytes);
    if (text.size() < bytes) malformed(bytes, "a rail's address");
    rails.emplace_back(text.substr(0, bytes));
    text.remove_prefix(bytes);
  } while (!text.empty());
  return rails;
}

}  // namespace gin
