#include "sweep/channel.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

namespace gin::sweep {

Channel& Channel::operator=(Channel&& other) noexcept {
  std::swap(socket_, other.socket_);
  std::swap(reader_, other.reader_);
  return *this;
}

void Channel::close() {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
}

bool Channel::send_frame(std::string_view frame) const {
  while (!frame.empty()) {
    const ssize_t count = ::send(socket_, frame.data(), frame.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    frame.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

bool Channel::receive() {
  char buffer[1 << 16];
  for (;;) {
    const ssize_t count = reader_.fault().empty() ? ::recv(socket_, buffer, sizeof buffer, 0) : 0;
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    reader_.feed({buffer, static_cast<std::size_t>(count)});
    return true;
  }
}

std::optional<bootstrap::Frame> Channel::next(std::chrono::milliseconds within) {
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + within;
  for (;;) {
    if (auto frame = take()) return frame;
    if (within.count() >= 0) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
      pollfd ready{.fd = socket_, .events = POLLIN, .revents = 0};
      if (left <= 0 || ::poll(&ready, 1, static_cast<int>(left)) <= 0) return std::nullopt;
    }
    if (!receive()) return std::nullopt;
  }
}

}  // namespace gin::sweep
