// The backends of this binary, for suites that ask them what they are and for none by its name.
#pragma once

#include <cctype>
#include <memory>
#include <string>
#include <vector>

#include "core/run/backend.hpp"

namespace gin::test {

inline const std::vector<std::unique_ptr<Backend>>& every_backend() {
  static const std::vector<std::unique_ptr<Backend>> all = make_backends();
  return all;
}

/// Null where this binary has none of that name.
inline const Backend* find_backend(const std::string& name) {
  for (const std::unique_ptr<Backend>& one : every_backend())
    if (one->name() == name) return one.get();
  return nullptr;
}

/// Why tests on the backend of that name are left out on this machine; empty where they run.
inline std::string left_out(const std::string& name) {
  return find_backend(name)->unavailable_because();
}

/// The one that others are compared with.
inline const Backend* find_virtual_time() {
  for (const std::unique_ptr<Backend>& one : every_backend())
    if (one->traits().time == Traits::Time::modelled) return one.get();
  return nullptr;
}

/// A backend in the name of a test: "emulated-wall" is EmulatedWall there.
inline std::string word_of(const std::string& name) {
  std::string word;
  bool is_first = true;
  for (const char c : name) {
    if (c != '-') word += is_first ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    is_first = c == '-';
  }
  return word;
}

}  // namespace gin::test
