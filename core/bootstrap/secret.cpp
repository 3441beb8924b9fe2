#include "core/bootstrap/secret.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <random>

#include "core/base/assert.hpp"
#include "core/base/digest.hpp"

namespace gin::bootstrap {

Nonce fresh_nonce() {
  std::random_device chance;
  Nonce nonce{};
  for (char& byte : nonce) byte = static_cast<char>(chance());
  return nonce;
}

std::string fresh_secret() {
  std::random_device chance;
  const auto half = [&] {
    const std::uint64_t high = chance();
    return hex16(high << 32 | chance());
  };
  const std::string first = half();
  return first + half();
}

Proof proof_of(std::string_view secret, std::string_view said) {
  Proof proof{};
  unsigned bytes = 0;
  const unsigned char* done = HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
                                   reinterpret_cast<const unsigned char*>(said.data()), said.size(),
                                   reinterpret_cast<unsigned char*>(proof.data()), &bytes);
  GIN_ASSERT(done != nullptr && bytes == proof.size());
  return proof;
}

bool same(const Proof& one, const Proof& other) {
  return CRYPTO_memcmp(one.data(), other.data(), one.size()) == 0;
}

}  // namespace gin::bootstrap
