// The backend `emulated`: virtual time, no GPU and no NIC needed.
#include "backends/emulated/emulated_run.hpp"

namespace gin {
namespace {

class EmulatedBackend final : public Backend {
 public:
  std::string name() const override { return "emulated"; }
  std::string summary() const override {
    return "virtual time on an emulated NIC with a cost model; real bytes, deterministic, runs anywhere";
  }
  Traits traits() const override {
    using enum scenario::Path;
    return {.time = Traits::Time::modelled,
            .order = Traits::Order::of_profile,
            .paths = {pointer, gpu, gpu_cpu_doorbell, proxy, host},
            .matches = true};
  }
  bool records() const override { return true; }
  trace::Row run(const RunRequest& request) const override { return emulated::EmulatedRun(request).run(); }
};

}  // namespace

std::unique_ptr<Backend> make_backend_emulated() {
  return std::make_unique<EmulatedBackend>();
}

}  // namespace gin
