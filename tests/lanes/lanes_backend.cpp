#include "tests/lanes/lanes_backend.hpp"

#include <cstdlib>
#include <string>

#include "tests/lanes/lanes_run.hpp"

namespace gin::lanes {
namespace {

std::uint64_t seeds() {
  const char* const asked = std::getenv("GINLAB_LANE_SEEDS");
  return asked ? std::stoull(asked) : GINLAB_LANE_SEEDS;
}

class LanesBackend final : public Backend {
 public:
  std::string name() const override { return "lanes"; }
  std::string summary() const override { return "each lane a fiber of its own, in an order drawn from a seed"; }
  Traits traits() const override {
    using enum scenario::Path;
    return {.order = Traits::Order::kept, .paths = {pointer, gpu, proxy}};
  }
  std::string unavailable_because() const override { return ""; }
  trace::Row run(const RunRequest& request) const override {
    trace::Row row;
    for (std::uint64_t seed = 0; seed < seeds() && row.mismatch.empty(); ++seed)
      row = LanesRun(request, derived_seed({request.seed, seed})).run();
    return row;
  }
};

}  // namespace

std::unique_ptr<Backend> make_lanes_backend() {
  return std::make_unique<LanesBackend>();
}

}  // namespace gin::lanes
