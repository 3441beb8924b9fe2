#include "tests/fuzz/stranger.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <utility>

#include "core/bootstrap/address.hpp"
#include "tests/fuzz/finding.hpp"

namespace gin::fuzz {

Stranger::Stranger(const std::string& endpoint) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  const bootstrap::Address address = bootstrap::parse_address(endpoint);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(address.port);
  must(::inet_pton(AF_INET, address.host.c_str(), &to.sin_addr) == 1, "the port is on this machine");
  const timeval second{1, 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &second, sizeof(second));
  must(::connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof(to)) == 0, "the port goes on listening");
}

Stranger::~Stranger() {
  if (socket_ >= 0) ::close(socket_);
}

Stranger::Stranger(Stranger&& other) noexcept : socket_(std::exchange(other.socket_, -1)) {}

Stranger& Stranger::operator=(Stranger&& other) noexcept {
  std::swap(socket_, other.socket_);
  return *this;
}

void Stranger::say(const std::string& bytes) const {
  static_cast<void>(::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT));
}

std::string Stranger::hear(std::size_t bytes) const {
  std::string heard(bytes, '\0');
  const ssize_t came = ::recv(socket_, heard.data(), bytes, MSG_WAITALL);
  heard.resize(came > 0 ? static_cast<std::size_t>(came) : 0);
  return heard;
}

void Stranger::finish() const {
  ::shutdown(socket_, SHUT_WR);
}

void Stranger::break_off() {
  const linger now{1, 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &now, sizeof(now));
  ::close(std::exchange(socket_, -1));
}

}  // namespace gin::fuzz
