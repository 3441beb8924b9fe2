// How the two ends of a new connection come to believe each other, without socket or clock: the door says a random
// challenge, the guest answers with a hello that proves that it knows the secret, and the door's welcome proves the
// same back. This way a PE comes to its rendezvous (session, seat) and a rank of a sweep to rank 0 (sweep/meeting).
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/bootstrap/messages.hpp"

namespace gin::bootstrap {

/// What strangers, who have not shown that they know the secret, get beside a frame of hello_max bytes each.
inline constexpr std::chrono::milliseconds handshake_within{5000};
inline constexpr std::size_t strangers_max = 64;  ///< at a time; one more, and the oldest is dropped

/// The end that was called.
class Door {
 public:
  /// The secret outlives it.
  Door(std::string_view secret, const Nonce& nonce) : secret_(secret), nonce_(nonce) {}

  std::string challenge() const { return encode_challenge(nonce_); }
  /// Why whoever says this is not believed, as a sentence; empty if it knows the secret and is the guest().
  std::string refusal_of(const Frame& hello);
  const Hello& guest() const { return guest_; }
  /// For the guest.
  std::string welcome() const { return encode_welcome(proof_of_welcome(secret_, nonce_, guest_)); }

 private:
  std::string_view secret_;
  Nonce nonce_;
  Hello guest_;
};

/// The end that calls.
class Guest {
 public:
  /// `hello`: all but the proof. The secret outlives it.
  Guest(std::string_view secret, const Hello& hello) : secret_(secret), hello_(hello) {}

  /// What to answer; nothing to what is no challenge.
  std::optional<std::string> answer_to(const Frame& challenge);
  /// Whether it comes from somebody who knows the secret and has heard the answer.
  bool believes(const Frame& welcome) const;

 private:
  std::string_view secret_;
  Hello hello_;
  std::optional<Proof> expected_;  // of the door
};

}  // namespace gin::bootstrap
