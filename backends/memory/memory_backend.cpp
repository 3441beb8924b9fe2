// The backend `memory`: the same programs in wall-clock time on threads of this process, over a fabric that is
// plain memory. Shows that a program is right under real concurrency; its times are those of this machine.
#include "core/fabric/memory_fabric.hpp"
#include "core/proxy/proxy.hpp"
#include "core/run/in_process_run.hpp"
#include "models/rules/rules.hpp"

namespace gin {
namespace {

class MemoryRun final : public InProcessRun {
 public:
  explicit MemoryRun(const RunRequest& request)
      : InProcessRun(request, {.backend = "memory"}, rules::in_order(request.scenario)) {
    refuse_what_cannot_run();
    make_heaps();
    for (std::uint32_t pe = 0; pe < launch_.n_pes; ++pe) make(Pe{pe});
  }

 private:
  struct MemoryPe {
    MemoryPe(Pe pe, const std::vector<unsigned char*>& heaps, std::size_t operations_max, std::int64_t refused)
        : fabric(pe, heaps, operations_max, refused) {}
    PeState seen;
    MemoryFabric fabric;
    std::unique_ptr<WallEnv> proxy_env;
    std::unique_ptr<Proxy<WallEnv, MemoryFabric>> proxy;
    std::unique_ptr<SoftNic<>> nic;
  };

  void refuse_what_cannot_run() {
    refuse_program({.ordering = Ordering::per_queue,
                    .strong_signals = true,
                    .atomics = true,
                    .message_bytes_max = std::uint64_t{1} << 31,
                    .pointers_within_node = scenario_.paths.same_node == scenario::Path::pointer});
    count_threads(std::size_t{launch_.n_pes} * (launch_.agents + 2));  // a proxy and a NIC
    for (const scenario::Path path : {scenario_.paths.same_node, scenario_.paths.other_node})
      if (path == scenario::Path::host || path == scenario::Path::gpu_cpu_doorbell)
        refuse("path pointer, gpu or proxy", name(path_of(path)), "use backend emulated");
    refuse_phantom();
  }

  void make(Pe pe) {
    MemoryPe& made =
        pes_.emplace_back(pe, world_.heaps, stack_.proxy.operations_max, scenario_.test.refuse_request);
    make_pe(made.seen, pe, rules_.per_peer * plan_.context_count(), 0);
    make_rings(made.seen);
    make_proxy(pe, made);
    std::vector<SoftQueueFormat::Memory> queues;
    for (const SendQueue<WallEnv>& queue : made.seen.queues) queues.push_back(queue.memory);
    made.nic = std::make_unique<SoftNic<>>(pe, world_.heaps, queues, scenario_.test.refuse_request);
    job_.add_helper(0, [nic = made.nic.get()] { return nic->step(); });
    for (std::uint32_t agent = 0; agent < launch_.agents; ++agent) make_agent(made.seen, {pe, agent}, nullptr);
  }

  void make_proxy(Pe pe, MemoryPe& made) {
    std::vector<Ring<WallEnv>> served;
    for (std::uint32_t i = 0; i < made.seen.rings.size(); ++i) served.push_back(ring(made.seen, i));
    made.proxy_env = std::make_unique<WallEnv>(world_, WallEnv::Identity{pe});
    made.proxy = std::make_unique<Proxy<WallEnv, MemoryFabric>>(*made.proxy_env, made.fabric, std::move(served),
                                                                gate_, stack_.proxy);
    job_.add_helper(0, [proxy = made.proxy.get()] { return proxy->step(); });
  }

  std::deque<MemoryPe> pes_;
};

class MemoryBackend final : public Backend {
 public:
  std::string name() const override { return "memory"; }
  std::string summary() const override {
    return "wall-clock time on threads of this process over plain memory; real concurrency, no cost model";
  }
  Traits traits() const override {
    using enum scenario::Path;
    return {.order = Traits::Order::kept, .paths = {pointer, gpu, proxy}};
  }
  trace::Row run(const RunRequest& request) const override { return MemoryRun(request).run(request.progress); }
};

}  // namespace

std::unique_ptr<Backend> make_backend_memory() {
  return std::make_unique<MemoryBackend>();
}

}  // namespace gin
