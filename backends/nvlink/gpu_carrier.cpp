#include "backends/nvlink/gpu_carrier.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "backends/nvlink/gpu_pe.hpp"
#include "backends/nvlink/room.hpp"
#include "core/base/error.hpp"
#include "core/cuda/gpus.hpp"
#include "core/process/pe_threads.hpp"
#include "core/run/apart.hpp"

namespace gin::nvlink {
namespace {

/// What this machine has, and if that is nothing, why.
struct Found {
  std::vector<std::string> gpus;
  std::string missing;
};

/// In a process of its own: CUDA does not survive a fork.
Found look() {
  constexpr std::string_view mark = "GPU: ";
  const std::string said = apart([&] {
    std::string lines;
    for (const gpu::Gpu& gpu : gpu::gpus()) lines += fmt::format("{}{}\n", mark, gpu.name);
    return lines;
  });
  Found found;
  for (std::size_t at = 0; at < said.size();) {
    const std::size_t end = std::min(said.find('\n', at), said.size());
    const std::string line = said.substr(at, end - at);
    if (line.starts_with(mark)) found.gpus.push_back(line.substr(mark.size()));
    at = end + 1;
  }
  if (found.gpus.empty())
    found.missing =
        fmt::format("expected a GPU with its driver, came {}; use backend emulated", said.empty() ? "none" : said);
  return found;
}

class GpuCarrier final : public Carrier {
 public:
  void prepare(const WirePlace&) override {
    if (const std::string why = missing(); !why.empty()) throw Error(Code::unavailable, "nvlink: " + why);
  }
  std::string missing() override { return there().missing; }
  std::string details() override {
    std::string text;
    for (const std::string& gpu : there().gpus) text += (text.empty() ? "" : ", ") + gpu;
    return text;
  }
  void refuse(const ProcessPlan& plan) override {
    const std::uint32_t n_pes = plan.launch.n_pes;
    const PeRange first = pes_of_process(0, processes(plan), n_pes);
    const std::string lack = apart([&] { return lack_of_room(plan, first.end - first.begin); });
    if (!lack.empty()) throw Error(Code::unavailable, lack);
  }
  std::uint32_t processes(const ProcessPlan& plan) override {
    return std::min(plan.launch.n_pes, static_cast<std::uint32_t>(there().gpus.size()));
  }
  trace::Row run_pe(const ProcessPlan& plan, bootstrap::Member& member, Pe me,
                    const SymmetricHeaps* heaps) override {
    const std::uint32_t used = processes(plan);
    const std::uint32_t gpu = process_of(me.value, used, plan.launch.n_pes);
    GpuPe pe(plan, member, {.me = me, .gpu = gpu, .name = there().gpus.at(gpu)}, heaps->of(me.value));
    return pe.run();
  }

 private:
  const Found& there() {
    if (!found_) found_ = look();
    return *found_;
  }

  std::optional<Found> found_;
};

}  // namespace

std::unique_ptr<Carrier> make_gpu_carrier() {
  return std::make_unique<GpuCarrier>();
}

}  // namespace gin::nvlink
