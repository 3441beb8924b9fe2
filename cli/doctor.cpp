// ginlab doctor: which backends this machine can run, and what to do about the others.
#include "cli/commands.hpp"
#include "cli/console.hpp"

namespace gin::cli {

int carry_out(const DoctorOptions&, const Programs&) {
  std::vector<std::pair<std::string, std::string>> states;
  bool any = false;
  for (const auto& backend : make_backends()) {
    const std::string why = backend->unavailable_because();
    states.emplace_back(backend->name(), why.empty() ? "ready" : "cannot run here: " + why);
    any = any || why.empty();
  }
  print(two_columns(states));
  return any ? 0 : 1;
}

}  // namespace gin::cli
