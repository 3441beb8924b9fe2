// What the frames say. encode() makes the whole frame; decode() takes a body apart and gives nothing if a single
// byte of it is not as it has to be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bootstrap/frame.hpp"
#include "core/bootstrap/secret.hpp"

namespace gin::bootstrap {

/// How long things may be. Before a peer has shown that it knows the secret, nothing is longer than a hello.
inline constexpr std::uint32_t ranks_max = 65'536;
inline constexpr std::size_t hello_max = 1024;
inline constexpr std::size_t version_max = 100;
inline constexpr std::size_t step_max = 200;
inline constexpr std::size_t sentence_max = 4096;
inline constexpr std::size_t stand_max = 400;  ///< of where a PE stands; the rest is not shown
inline constexpr std::size_t frame_max_default = std::size_t{64} << 20;
/// How a refusal begins when it was not this PE that was wrong.
inline constexpr std::string_view job_has_ended = "the job has ended: ";
/// All-gathers that one PE may have under way.
inline constexpr std::uint64_t gathers_max = 64;

struct Hello {
  Nonce nonce{};  ///< the PE's, for the rendezvous's proof
  Proof proof{};
  std::uint32_t rank = 0;
  std::uint32_t size = 0;
  std::uint32_t deadline_ms = 0;
  std::string version;  ///< of what both are to have: ginlab, or the points of a sweep
};

struct Gather {
  std::uint64_t number = 0;  ///< the PE's n-th; the n-th ones of all PEs belong together
  std::string step;
  std::string bytes;
  std::uint32_t within_ms = 0;  ///< how long the others may take while nobody makes progress; 0: the PE's deadline
};

struct Gathered {
  std::uint64_t number = 0;
  std::vector<std::string> parts;  ///< by rank
};

/// What hello and welcome prove: both nonces and everything that was said, so that neither can be used for another.
Proof proof_of_hello(std::string_view secret, const Nonce& challenge, const Hello& hello);
Proof proof_of_welcome(std::string_view secret, const Nonce& challenge, const Hello& hello);

std::string encode_challenge(const Nonce& nonce);
std::string encode(const Hello& hello);
std::string encode_welcome(const Proof& proof);
std::string encode(const Gather& gather);
std::string encode(const Gathered& gathered);
/// refusal, stand, abort: a sentence, cut to sentence_max.
std::string encode_sentence(Kind kind, std::string_view text);

std::optional<Nonce> decode_challenge(std::string_view body);
std::optional<Hello> decode_hello(std::string_view body);
std::optional<Proof> decode_welcome(std::string_view body);
std::optional<Gather> decode_gather(std::string_view body);
std::optional<Gathered> decode_gathered(std::string_view body);
std::optional<std::string> decode_sentence(std::string_view body);

/// Bytes of the frame's body that `parts` of together `bytes` bytes make.
std::size_t gathered_bytes(std::size_t parts, std::size_t bytes);

}  // namespace gin::bootstrap
