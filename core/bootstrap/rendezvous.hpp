// Where the PE processes of one job meet: a server, on a thread of its own, that every PE joins over TCP. It lives
// in the launcher, or in any process that outlives the PEs.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "core/bootstrap/admission.hpp"
#include "core/bootstrap/job.hpp"

namespace gin::bootstrap {

class Rendezvous {
 public:
  struct Options : JoinRules {
    std::string address = "127.0.0.1";  ///< to listen at: a number or a name
    std::uint16_t port = 0;             ///< 0: one that is free
    std::chrono::milliseconds handshake_within = bootstrap::handshake_within;
  };

  /// Listens when it returns. Throws Error: bad_input for options that make no sense, unavailable if it cannot
  /// listen.
  explicit Rendezvous(Options options);
  /// Closes every connection at once: PEs that have not left see that the rendezvous is gone, and end.
  ~Rendezvous();
  Rendezvous(const Rendezvous&) = delete;
  Rendezvous& operator=(const Rendezvous&) = delete;

  /// What the PEs are given as address: "127.0.0.1:41234", "[::1]:41234".
  std::string endpoint() const;
  /// A child process is seen to have died. `how`: "killed by signal 9". All PEs are told, with where it stood.
  void died(std::uint32_t rank, const std::string& how);
  /// Something else that ends the job, as a sentence.
  void fail(const std::string& reason);
  /// Everybody has left in order; or the job failed and everybody knows.
  bool finished() const;
  /// Waits until it is finished.
  Outcome wait() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gin::bootstrap
