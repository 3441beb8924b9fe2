// What the backend is where no nvcc was: a sentence.
#include "backends/nvlink/gpu_carrier.hpp"
#include "core/base/error.hpp"

namespace gin::nvlink {
namespace {

class WithoutCuda final : public Carrier {
 public:
  void prepare(const WirePlace&) override { throw Error(Code::unavailable, "nvlink: " + missing()); }
  std::string missing() override {
    return "expected a ginlab that was built with CUDA, this one was not; put nvcc on the PATH, configure and build again";
  }
  std::string details() override { return ""; }
  trace::Row run_pe(const ProcessPlan&, bootstrap::Member&, Pe, const SymmetricHeaps*) override {
    throw Error(Code::unavailable, "nvlink: " + missing());
  }
};

}  // namespace

std::unique_ptr<Carrier> make_gpu_carrier() {
  return std::make_unique<WithoutCuda>();
}

}  // namespace gin::nvlink
