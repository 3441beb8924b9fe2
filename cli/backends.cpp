#include "cli/backends.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/words.hpp"
#include "core/base/error.hpp"

namespace gin::cli {

const Backend& find_backend(const Backends& backends, const std::string& name) {
  std::vector<std::string> known;
  for (const auto& backend : backends) {
    known.push_back(backend->name());
    if (backend->name() != name) continue;
    if (const std::string why = backend->unavailable_because(); !why.empty())
      throw Error(Code::unavailable, fmt::format("--backend {}: cannot run here: {}", name, why));
    return *backend;
  }
  refuse_word({.command = "--backend", .word = name}, known);
}

const Backend* in_virtual_time(const Backends& backends) {
  const auto found =
      std::ranges::find(backends, "virtual", [](const auto& backend) { return backend->traits().clock(); });
  return found == backends.end() ? nullptr : found->get();
}

}  // namespace gin::cli
