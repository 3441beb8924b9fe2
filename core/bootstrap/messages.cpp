#include "core/bootstrap/messages.hpp"

#include <algorithm>

#include "core/bootstrap/body.hpp"
#include "core/bootstrap/text.hpp"

namespace gin::bootstrap {
namespace {

template <std::size_t count>
std::string_view view(const std::array<char, count>& bytes) {
  return {bytes.data(), bytes.size()};
}

template <class Bytes>
Bytes take(BodyReader& body) {
  Bytes bytes{};
  const std::string_view taken = body.raw(bytes.size());
  std::copy(taken.begin(), taken.end(), bytes.begin());
  return bytes;
}

std::string claims(const Hello& hello) {
  return BodyWriter().u32(hello.rank).u32(hello.size).u32(hello.deadline_ms).text(hello.version).take();
}

Proof proof(std::string_view secret, std::string_view purpose, const Nonce& challenge, const Hello& hello) {
  BodyWriter said;
  said.text(purpose).raw(view(challenge)).raw(view(hello.nonce)).raw(claims(hello));
  return proof_of(secret, said.take());
}

}  // namespace

Proof proof_of_hello(std::string_view secret, const Nonce& challenge, const Hello& hello) {
  return proof(secret, "ginlab hello", challenge, hello);
}

Proof proof_of_welcome(std::string_view secret, const Nonce& challenge, const Hello& hello) {
  return proof(secret, "ginlab welcome", challenge, hello);
}

std::string encode_challenge(const Nonce& nonce) {
  return framed(Kind::challenge, view(nonce));
}

std::string encode(const Hello& hello) {
  return framed(Kind::hello, BodyWriter().raw(view(hello.nonce)).raw(view(hello.proof)).raw(claims(hello)).take());
}

std::string encode_welcome(const Proof& proof) {
  return framed(Kind::welcome, view(proof));
}

std::string encode(const Gather& gather) {
  return framed(Kind::gather,
                BodyWriter().u64(gather.number).u32(gather.within_ms).text(gather.step).raw(gather.bytes).take());
}

std::string encode(const Gathered& gathered) {
  BodyWriter body;
  body.u64(gathered.number).u32(static_cast<std::uint32_t>(gathered.parts.size()));
  for (const std::string& part : gathered.parts) body.text(part);
  return framed(Kind::gathered, body.take());
}

std::string encode_sentence(Kind kind, std::string_view text) {
  return framed(kind, text.substr(0, sentence_max));
}

std::optional<Nonce> decode_challenge(std::string_view body) {
  BodyReader in(body);
  const auto nonce = take<Nonce>(in);
  return in.whole() ? std::optional(nonce) : std::nullopt;
}

std::optional<Hello> decode_hello(std::string_view body) {
  BodyReader in(body);
  Hello hello;
  hello.nonce = take<Nonce>(in);
  hello.proof = take<Proof>(in);
  hello.rank = in.u32();
  hello.size = in.u32();
  hello.deadline_ms = in.u32();
  hello.version = in.text();
  if (!in.whole() || hello.version.size() > version_max) return std::nullopt;
  return hello;
}

std::optional<Proof> decode_welcome(std::string_view body) {
  BodyReader in(body);
  const auto proof = take<Proof>(in);
  return in.whole() ? std::optional(proof) : std::nullopt;
}

std::optional<Gather> decode_gather(std::string_view body) {
  BodyReader in(body);
  Gather gather;
  gather.number = in.u64();
  gather.within_ms = in.u32();
  gather.step = in.text();
  gather.bytes = in.rest();
  if (!in.whole() || gather.step.size() > step_max) return std::nullopt;
  return gather;
}

std::optional<Gathered> decode_gathered(std::string_view body) {
  BodyReader in(body);
  Gathered gathered;
  gathered.number = in.u64();
  const std::size_t parts = in.u32();
  // Each part has its length at least: a count that lies cannot make us reserve more than came.
  if (parts > in.left() / 4) return std::nullopt;
  gathered.parts.reserve(parts);
  for (std::size_t i = 0; i < parts; ++i) gathered.parts.emplace_back(in.text());
  if (!in.whole()) return std::nullopt;
  return gathered;
}

std::optional<std::string> decode_sentence(std::string_view body) {
  if (body.size() > sentence_max) return std::nullopt;
  return one_line(body, sentence_max);
}

std::size_t gathered_bytes(std::size_t parts, std::size_t bytes) {
  return 8 + 4 + 4 * parts + bytes;
}

}  // namespace gin::bootstrap
