// The table of backends of this binary: whatever links here is one of this folder's copies.
#include "core/run/backend.hpp"

namespace gin {

std::unique_ptr<Backend> make_backend_emulated();

std::vector<std::unique_ptr<Backend>> make_backends() {
  std::vector<std::unique_ptr<Backend>> backends;
  backends.push_back(make_backend_emulated());
  return backends;
}

}  // namespace gin
