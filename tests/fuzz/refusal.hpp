// The only way in which a reader may turn an input down.
#pragma once

#include <algorithm>
#include <string>

#include "core/base/error.hpp"
#include "tests/fuzz/finding.hpp"

namespace gin::fuzz {

/// Exit code 2, and a message of one line that a terminal prints as it is.
inline void must_be_a_refusal(const Error& error) {
  const std::string message = error.what();
  const auto steers = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; };
  must(error.exit_code() == 2, "bad input ends with exit code 2: " + message);
  must(std::none_of(message.begin(), message.end(), steers), "a refusal is one printable line: " + message);
  must(message.size() < 4000, "a refusal is short: " + message);
}

/// Whether `read` takes the input. Whatever else than an Error it throws is left to end the process.
template <class Read>
bool accepts(Read read) {
  try {
    read();
    return true;
  } catch (const Error& error) {
    must_be_a_refusal(error);
    return false;
  }
}

}  // namespace gin::fuzz
