// Words over a socket, to and from somebody who may be gone at any time, in the bootstrap's frames.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "core/bootstrap/frame.hpp"

namespace gin::sweep {

class Channel {
 public:
  Channel() = default;
  /// `word_max`: bytes of a word, until allow_all().
  explicit Channel(int socket, std::size_t word_max = UINT32_MAX) : socket_(socket), reader_(word_max) {}
  ~Channel() { close(); }
  Channel(Channel&& other) noexcept : Channel() { *this = std::move(other); }
  Channel& operator=(Channel&& other) noexcept;

  int socket() const { return socket_; }
  bool is_open() const { return socket_ >= 0; }
  void close();
  void allow_all() { reader_.allow(UINT32_MAX); }

  /// Whether all of it went out.
  bool send(std::string_view word) const { return send_frame(framed(bootstrap::Kind::word, word)); }
  bool send_frame(std::string_view frame) const;
  /// Waits for bytes and takes those that are there; false when the other side is gone or sends no frames.
  bool receive();
  /// The next whole frame that has been received.
  std::optional<bootstrap::Frame> take() { return reader_.next(); }
  /// Waits for a whole frame; nothing when the other side is gone, or `within` has passed (negative: never).
  std::optional<bootstrap::Frame> next(std::chrono::milliseconds within = std::chrono::milliseconds(-1));

 private:
  int socket_ = -1;
  bootstrap::FrameReader reader_{0};
};

}  // namespace gin::sweep
