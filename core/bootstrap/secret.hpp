// What lets a PE in: it knows the job's secret and shows that without saying it.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace gin::bootstrap {

using Nonce = std::array<char, 16>;  ///< used once, so that a proof that was overheard is worth nothing
using Proof = std::array<char, 32>;

Nonce fresh_nonce();
/// For a launcher: 32 hexadecimal digits that nobody guesses.
std::string fresh_secret();

/// HMAC-SHA256 of what is said, with the secret as its key.
Proof proof_of(std::string_view secret, std::string_view said);
/// Takes as long wherever the two differ, so that its time tells nothing.
bool same(const Proof& one, const Proof& other);

}  // namespace gin::bootstrap
