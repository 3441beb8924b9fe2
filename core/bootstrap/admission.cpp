#include "core/bootstrap/admission.hpp"

namespace gin::bootstrap {

std::string Door::refusal_of(const Frame& frame) {
  const std::optional<Hello> hello = frame.kind == Kind::hello ? decode_hello(frame.body) : std::nullopt;
  if (!hello) return "expected a hello, came something else; is this a PE of ginlab?";
  if (!same(hello->proof, proof_of_hello(secret_, nonce_, *hello)))
    return "expected the secret of this job, came another one; start all PEs with the secret that the launcher gave";
  guest_ = *hello;
  return {};
}

std::optional<std::string> Guest::answer_to(const Frame& frame) {
  const std::optional<Nonce> challenge =
      frame.kind == Kind::challenge ? decode_challenge(frame.body) : std::nullopt;
  if (!challenge) return std::nullopt;
  hello_.proof = proof_of_hello(secret_, *challenge, hello_);
  expected_ = proof_of_welcome(secret_, *challenge, hello_);
  return encode(hello_);
}

bool Guest::believes(const Frame& frame) const {
  const std::optional<Proof> proof = frame.kind == Kind::welcome ? decode_welcome(frame.body) : std::nullopt;
  return proof && expected_ && same(*proof, *expected_);
}

}  // namespace gin::bootstrap
