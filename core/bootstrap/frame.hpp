// How messages are told apart in a stream of bytes: a header of 12 bytes, then the body. Little endian throughout.
//
//     0: "GINB"   4: protocol (2 bytes)   6: kind (2 bytes)   8: bytes of body (4 bytes)   12: body
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gin::bootstrap {

/// Raised whenever frames or messages change. It stays in its place for ever, so that old and new can say so.
inline constexpr std::uint16_t protocol = 3;
inline constexpr std::size_t header_bytes = 12;

enum class Kind : std::uint16_t {
  challenge = 1,  ///< rendezvous: prove that you know the secret
  hello,          ///< PE: the proof, and who comes
  welcome,        ///< rendezvous: its own proof; the PE is in
  refusal,        ///< rendezvous: a sentence; the connection ends
  heartbeat,      ///< both
  stand,          ///< PE: where it stands
  gather,         ///< PE: its part of a step
  gathered,       ///< rendezvous: everybody's parts
  abort,          ///< both: a sentence; the job is over
  leave,          ///< PE: its report
  farewell,       ///< rendezvous: the report has come
  progress,       ///< PE: its operations go on; rendezvous: somebody's do
  word,           ///< of a sweep: a point to run, the line that it came to, and the like
};

struct Frame {
  Kind kind = Kind::heartbeat;
  std::string body;
};
std::string framed(Kind kind, std::string_view body);

/// Frames out of bytes in whatever pieces they come. It keeps what came and nothing more: a header that announces a
/// large body costs nothing until the body is there.
class FrameReader {
 public:
  explicit FrameReader(std::size_t body_max) : body_max_(body_max) {}

  /// Another limit, for the frames that next() has not returned yet.
  void allow(std::size_t body_max) { body_max_ = body_max; }
  void feed(std::string_view bytes);
  std::optional<Frame> next();
  /// What is wrong with the stream, as a sentence; empty if nothing is. After it the stream is not read any
  /// further.
  const std::string& fault() const { return fault_; }
  /// Bytes of memory held.
  std::size_t room() const { return bytes_.capacity(); }

 private:
  std::nullopt_t refuse(std::string why);

  std::size_t body_max_;
  std::string bytes_;
  std::size_t read_ = 0;  // before it everything is done with
  std::string fault_;
};

}  // namespace gin::bootstrap
