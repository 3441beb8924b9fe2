// Does a text hold a part?
#pragma once

#include <string>

namespace gin::test {

inline bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace gin::test
