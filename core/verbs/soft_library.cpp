// The software device as a library of verbs. There is none yet.
#include "core/verbs/library.hpp"

namespace gin::verbs {

const Library* soft_library() {
  return nullptr;
}

}  // namespace gin::verbs
