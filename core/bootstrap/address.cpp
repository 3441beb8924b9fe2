#include "core/bootstrap/address.hpp"

#include <fmt/format.h>

#include <charconv>

#include "core/base/error.hpp"
#include "core/bootstrap/text.hpp"

namespace gin::bootstrap {
namespace {

[[noreturn]] void refuse(std::string_view text) {
  throw Error(
      Code::bad_input,
      fmt::format("address of the rendezvous: expected HOST:PORT or [IPV6]:PORT with a port of 1 to 65535, came"
                  " \"{}\"; give it as the launcher printed it",
                  one_line(text, 100)));
}

std::uint16_t parse_port(std::string_view digits, std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  if (error != std::errc() || end != digits.data() + digits.size() || port == 0) refuse(text);
  return port;
}

}  // namespace

Address parse_address(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) refuse(text);
  std::string_view host = text.substr(0, colon);
  const bool bracketed = host.size() > 2 && host.front() == '[' && host.back() == ']';
  if (bracketed) host = host.substr(1, host.size() - 2);
  if (host.empty() || host.size() > 255 || host.find_first_of(bracketed ? "[] " : "[]: ") != std::string_view::npos)
    refuse(text);
  return {std::string(host), parse_port(text.substr(colon + 1), text)};
}

std::string written(const Address& address) {
  const bool v6 = address.host.find(':') != std::string::npos;
  return v6 ? fmt::format("[{}]:{}", address.host, address.port) : fmt::format("{}:{}", address.host, address.port);
}

}  // namespace gin::bootstrap
