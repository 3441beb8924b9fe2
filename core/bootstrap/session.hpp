// One connection as the rendezvous sees it: bytes in, frames and decisions out. Whatever comes, a peer that has not
// shown that it knows the secret costs a kilobyte and changes nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/bootstrap/admission.hpp"
#include "core/bootstrap/job.hpp"

namespace gin::bootstrap {

class Session {
 public:
  /// Says `nonce` to the peer, which has to answer with a proof. Job and line outlive the session.
  Session(Job& job, Line& line, const Nonce& nonce);

  void received(std::string_view bytes, Instant now);
  /// The connection is gone: "connection closed". To be called once, whoever ended it.
  void closed(const std::string& how, Instant now);
  /// A PE of the job, as long as it has not left it.
  bool joined() const { return rank_.has_value(); }
  /// Nothing that comes is looked at any more; the peer is expected to close.
  bool over() const { return over_; }
  std::size_t room() const { return reader_.room(); }

 private:
  void take(Frame&& frame, Instant now);
  void take_hello(const Frame& frame, Instant now);
  void take_sentence(const Frame& frame, Instant now);
  void refuse(const std::string& sentence);
  void broke(const std::string& why, Instant now);

  Job& job_;
  Line& line_;
  Door door_;
  FrameReader reader_;
  std::optional<std::uint32_t> rank_;
  bool over_ = false;
};

}  // namespace gin::bootstrap
