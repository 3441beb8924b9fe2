// How a job ended, for its launcher.
#pragma once

#include <string>
#include <vector>

namespace gin::bootstrap {

struct Outcome {
  std::vector<std::string> reports;  ///< by rank: what each gave to leave(); empty for those that did not
  std::string failure;               ///< empty if all left in order; else who failed, how, and where it stood
};

}  // namespace gin::bootstrap
