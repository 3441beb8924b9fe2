// Most of what a loader does is to refuse; tests compare the whole sentence.
#pragma once

#include <string>

#include "core/base/error.hpp"

namespace gin::test {

/// The message with which `attempt` is refused, or "accepted".
template <class Attempt>
std::string refusal(Attempt&& attempt) {
  try {
    attempt();
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace gin::test
