// Open files that processes of one machine send each other: what a GPU's driver calls a shareable handle is one.
#pragma once

#include <cstdint>
#include <string>

namespace gin {

/// A socket without a name in any folder, at which files arrive; gone with its owner. From the thread that made it.
class SentFiles {
 public:
  SentFiles();
  ~SentFiles();
  SentFiles(const SentFiles&) = delete;
  SentFiles& operator=(const SentFiles&) = delete;

  /// Where others send to.
  const std::string& address() const { return address_; }
  /// To whoever has that address; `from` says whose it is. Throws Error(failed).
  static void send(const std::string& address, std::uint32_t from, int file);

  struct Arrived {
    std::uint32_t from = 0;
    int file = -1;  ///< the caller's to close
  };
  /// The next that arrives, after half a minute at most. Throws Error(failed).
  Arrived receive() const;

 private:
  int socket_ = -1;
  std::string address_;
};

}  // namespace gin
