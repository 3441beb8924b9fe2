// The published schema is a file that people and validators open; the command carries the same text.
#include <span>

#include "core/base/embedded.hpp"
#include "core/trace/result.hpp"

namespace gin::embedded {
std::span<const File> result_schema();
}

namespace gin::trace {

std::string schema() {
  return std::string(embedded::result_schema().front().text);
}

}  // namespace gin::trace
