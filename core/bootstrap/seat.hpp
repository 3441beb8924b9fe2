// A PE's side of its connection, without socket or clock: bytes in, and what they mean for the PE. The rendezvous
// is believed once it has shown that it knows the secret too.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/bootstrap/admission.hpp"

namespace gin::bootstrap {

/// Who sits there. No call comes back into the seat before it returns.
class Sitter {
 public:
  virtual ~Sitter() = default;
  virtual void send(std::string frame) = 0;
  virtual void joined() = 0;
  /// The job does not want this PE; trying again changes nothing.
  virtual void refused(const std::string& why) = 0;
  virtual void gathered(Gathered&& all) = 0;
  /// Operations of some PE go on.
  virtual void progressed() = 0;
  /// The job has failed.
  virtual void aborted(const std::string& why) = 0;
  /// The rendezvous has our report.
  virtual void dismissed() = 0;
};

class Seat {
 public:
  struct Who {
    std::uint32_t rank = 0;
    std::uint32_t size = 1;
    std::chrono::milliseconds deadline{30'000};  ///< of joining and of every step; who is silent as long is dead
    std::string secret;
    std::string version;  ///< of ginlab: the rendezvous refuses another than its own
    std::size_t frame_max = frame_max_default;
  };

  /// `who` and `sitter` outlive it.
  Seat(const Who& who, const Nonce& nonce, Sitter& sitter);

  void received(std::string_view bytes);
  bool joined() const { return state_ == State::joined; }
  std::size_t room() const { return reader_.room(); }

 private:
  enum class State { waiting, challenged, joined, over };

  void take(Frame&& frame);
  void take_challenge(const Frame& frame);
  void take_welcome(const Frame& frame);
  void end(void (Sitter::*tell)(const std::string&), const std::string& why);
  void broke(const std::string& why);

  const Who& who_;
  Sitter& sitter_;
  Guest guest_;
  FrameReader reader_;
  State state_ = State::waiting;
};

}  // namespace gin::bootstrap
