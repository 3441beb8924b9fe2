// Lines over a socket, to and from somebody who may be gone at any time. JSON on one line never holds a line end.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gin::sweep {

class LineChannel {
 public:
  LineChannel() = default;
  explicit LineChannel(int socket) : socket_(socket) {}
  ~LineChannel() { close(); }
  LineChannel(LineChannel&& other) noexcept;
  LineChannel& operator=(LineChannel&& other) noexcept;

  int socket() const { return socket_; }
  bool is_open() const { return socket_ >= 0; }
  void close();

  /// Whether all of it went out.
  bool send(std::string_view line) const;
  /// Waits for bytes and takes those that are there; false when the other side is gone.
  bool receive();
  /// Bytes that have been received and not taken.
  std::size_t pending() const { return received_.size(); }
  /// The next whole line that has been received.
  std::optional<std::string> take();
  /// Waits for a whole line; nothing when the other side is gone, or `milliseconds` have passed (-1: never).
  std::optional<std::string> next(int milliseconds = -1);

 private:
  int socket_ = -1;
  std::string received_;
  std::size_t searched_ = 0;  ///< of what was received, without a line end so far
};

}  // namespace gin::sweep
