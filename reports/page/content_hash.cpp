// OpenSSL's SHA-256 and base64.
#include "reports/page/content_hash.hpp"

#include <openssl/evp.h>

#include <array>

#include "core/base/assert.hpp"

namespace gin::reports {

std::string content_hash(std::string_view text) {
  std::array<unsigned char, 32> hash{};
  unsigned int size = 0;
  GIN_ASSERT(EVP_Digest(text.data(), text.size(), hash.data(), &size, EVP_sha256(), nullptr) == 1);
  std::array<unsigned char, 45> letters{};
  const int written = EVP_EncodeBlock(letters.data(), hash.data(), static_cast<int>(size));
  return "'sha256-" + std::string(letters.begin(), letters.begin() + written) + "'";
}

}  // namespace gin::reports
