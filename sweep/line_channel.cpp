#include "sweep/line_channel.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <utility>

namespace gin::sweep {

LineChannel::LineChannel(LineChannel&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)),
      received_(std::move(other.received_)),
      searched_(std::exchange(other.searched_, 0)) {}

LineChannel& LineChannel::operator=(LineChannel&& other) noexcept {
  close();
  socket_ = std::exchange(other.socket_, -1);
  received_ = std::move(other.received_);
  searched_ = std::exchange(other.searched_, 0);
  return *this;
}

void LineChannel::close() {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
}

bool LineChannel::send(std::string_view line) const {
  std::string text(line);
  text += '\n';
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t count = ::send(socket_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    sent += static_cast<std::size_t>(count);
  }
  return true;
}

bool LineChannel::receive() {
  char buffer[1 << 16];
  for (;;) {
    const ssize_t count = ::recv(socket_, buffer, sizeof buffer, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    received_.append(buffer, static_cast<std::size_t>(count));
    return true;
  }
}

std::optional<std::string> LineChannel::take() {
  const auto end = received_.find('\n', searched_);
  if (end == std::string::npos) {
    searched_ = received_.size();
    return std::nullopt;
  }
  std::string line = received_.substr(0, end);
  received_.erase(0, end + 1);
  searched_ = 0;
  return line;
}

std::optional<std::string> LineChannel::next(int milliseconds) {
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + std::chrono::milliseconds(milliseconds);
  for (;;) {
    if (auto line = take()) return line;
    if (milliseconds >= 0) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
      pollfd ready{.fd = socket_, .events = POLLIN, .revents = 0};
      if (left <= 0 || ::poll(&ready, 1, static_cast<int>(left)) <= 0) return std::nullopt;
    }
    if (!receive()) return std::nullopt;
  }
}

}  // namespace gin::sweep
