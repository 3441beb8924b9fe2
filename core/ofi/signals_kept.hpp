// Puts signal handlers back. Loading libfabric sets handlers for SIGINT, SIGTERM, SIGSEGV and others (a library
// that it depends on does as it is loaded, the shm provider as it starts); ginlab's answer to Ctrl-C is its own.
#pragma once

#include <signal.h>

#include <array>

namespace gin::ofi {

class SignalsKept {
 public:
  SignalsKept() {
    for (int signal = 1; signal < count; ++signal)
      known_[signal] = ::sigaction(signal, nullptr, &before_[signal]) == 0;
  }
  /// What was done to signal handlers since is undone.
  ~SignalsKept() {
    for (int signal = 1; signal < count; ++signal)
      if (known_[signal]) ::sigaction(signal, &before_[signal], nullptr);
  }
  SignalsKept(const SignalsKept&) = delete;
  SignalsKept& operator=(const SignalsKept&) = delete;

 private:
  static constexpr int count = 32;  // those without a number of their own are the C library's
  std::array<struct sigaction, count> before_;
  std::array<bool, count> known_;
};

}  // namespace gin::ofi
