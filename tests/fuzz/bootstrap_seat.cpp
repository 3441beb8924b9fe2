// A PE whose rendezvous says anything: it believes none that cannot prove the secret, and is told of one end at
// most.
#include "core/bootstrap/seat.hpp"

#include "tests/fuzz/bootstrap_bytes.hpp"
#include "tests/fuzz/target.hpp"

namespace gin::fuzz {
namespace {

using namespace bootstrap;

const Seat::Who pe{1, 3, std::chrono::seconds(1), "the secret", "1", 4096};

class Listener : public Sitter {
 public:
  void send(std::string frame) override { said = std::move(frame); }
  void joined() override {
    must(believable && !in, "joined once, and after a proof");
    in = true;
  }
  void gathered(Gathered&& all) override {
    must(in && !ended && all.parts.size() == pe.size, "an all-gather has a part of each PE");
  }
  void refused(const std::string& why) override { end(!in, why); }
  void aborted(const std::string& why) override { end(in, why); }
  void dismissed() override { end(in, {}); }
  void progressed() override { must(in && !ended, "news of progress is for who is in"); }

  std::string said;
  bool believable = false;
  bool in = false;
  bool ended = false;

 private:
  void end(bool fits, const std::string& why) {
    must(fits && !ended, "one end, and of the kind that fits");
    must_be_printable(why);
    ended = true;
  }
};

/// The proof that only somebody with the secret can give.
std::string welcome(const Listener& listener, const Nonce& challenge) {
  if (listener.said.size() < header_bytes) return {};
  const std::optional<Hello> hello = decode_hello(listener.said.substr(header_bytes));
  must(hello.has_value(), "what a PE says is well formed");
  return encode_welcome(proof_of_welcome(pe.secret, challenge, *hello));
}

}  // namespace

int bootstrap_seat(Input input) {
  Numbers numbers(input);
  Listener listener;
  Seat seat(pe, Nonce{}, listener);
  const Nonce challenge{'c'};
  while (!numbers.empty()) {
    switch (numbers.take(1) % 8) {
      case 0:
        seat.received(encode_challenge(challenge));
        break;
      case 1:
        listener.believable = true;
        seat.received(welcome(listener, challenge));
        break;
      default:
        seat.received(take_stream(numbers));
    }
    must(seat.joined() == (listener.in && !listener.ended), "in from the welcome to the end");
    must(seat.room() <= 256'000, "a rendezvous cannot make a PE hold more than its limit");
  }
  return 0;
}

}  // namespace gin::fuzz
