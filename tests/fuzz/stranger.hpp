// Somebody who talks to a TCP port of this machine as nobody should; plain sockets, for no library lets one
// misbehave so.
#pragma once

#include <string>

namespace gin::fuzz {

class Stranger {
 public:
  /// Connects to HOST:PORT on this machine; throws Finding if nobody listens there any more.
  explicit Stranger(const std::string& endpoint);
  ~Stranger();
  Stranger(Stranger&& other) noexcept;
  Stranger& operator=(Stranger&& other) noexcept;

  /// As much as is taken without waiting; a port that has closed the connection takes nothing.
  void say(const std::string& bytes) const;
  /// What is said within a second, `bytes` bytes at most.
  std::string hear(std::size_t bytes) const;
  /// No more will be said, but there is somebody to listen.
  void finish() const;
  /// Closes without goodbye: the other side sees a reset.
  void break_off();

 private:
  int socket_ = -1;
};

}  // namespace gin::fuzz
