// A stream of bytes on the bootstrap port, cut anywhere: the same frames and the same fault whatever the pieces
// are, no more memory than came, and a body that is believed is one that we would have written.
#include "core/bootstrap/frame.hpp"

#include <algorithm>

#include "core/bootstrap/messages.hpp"
#include "tests/fuzz/bootstrap_bytes.hpp"
#include "tests/fuzz/finding.hpp"
#include "tests/fuzz/target.hpp"

namespace gin::fuzz {
namespace {

using namespace bootstrap;

struct Heard {
  std::vector<Frame> frames;
  std::string fault;
};

Heard heard_from(std::string_view stream, std::size_t body_max, Numbers pieces) {
  FrameReader reader(body_max);
  Heard heard;
  std::size_t came = 0;
  while (!stream.empty()) {
    const std::size_t piece =
        std::min<std::size_t>(stream.size(), pieces.empty() ? stream.size() : pieces.take(1) + 1);
    reader.feed(stream.substr(0, piece));
    stream.remove_prefix(piece);
    came += piece;
    must(reader.room() <= 2 * came + 64, "a reader holds what came and no more");
    while (std::optional<Frame> frame = reader.next()) heard.frames.push_back(std::move(*frame));
  }
  heard.fault = reader.fault();
  return heard;
}

template <class Message>
void must_come_back(const std::optional<Message>& message, Kind kind, const std::string& body) {
  if (message) must(encode(*message) == framed(kind, body), "what is believed is written in one way");
}

void any_body(const std::string& body) {
  must_come_back(decode_hello(body), Kind::hello, body);
  must_come_back(decode_gather(body), Kind::gather, body);
  must_come_back(decode_gathered(body), Kind::gathered, body);
  if (const auto nonce = decode_challenge(body))
    must(encode_challenge(*nonce) == framed(Kind::challenge, body), "a challenge is written in one way");
  if (const auto proof = decode_welcome(body))
    must(encode_welcome(*proof) == framed(Kind::welcome, body), "a proof is written in one way");
  if (const auto sentence = decode_sentence(body)) must_be_printable(*sentence);
}

}  // namespace

int bootstrap_frames(Input input) {
  Numbers numbers(input);
  const std::size_t body_max = numbers.take(2);
  const std::string stream = take_stream(numbers);
  const Heard whole = heard_from(stream, body_max, Numbers({}));
  const Heard cut = heard_from(stream, body_max, Numbers(input));
  must(whole.fault == cut.fault, "the fault does not depend on the pieces");
  must_be_printable(whole.fault);
  must(whole.frames.size() == cut.frames.size(), "the frames do not depend on the pieces");
  for (std::size_t i = 0; i < whole.frames.size(); ++i) {
    const Frame& frame = whole.frames[i];
    must(frame.kind == cut.frames[i].kind && frame.body == cut.frames[i].body, "nor does what they say");
    must(frame.body.size() <= body_max, "a frame keeps to the limit");
    any_body(frame.body);
  }
  any_body(stream);
  return 0;
}

}  // namespace gin::fuzz
