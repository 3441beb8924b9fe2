#include "core/process/process_plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/digest.hpp"
#include "core/base/error.hpp"

namespace gin {
namespace {

void add(std::vector<trace::Traffic>& sums, const trace::Traffic& one) {
  const auto at = std::ranges::find(sums, one.name, &trace::Traffic::name);
  if (at == sums.end()) return sums.push_back(one);
  at->operations += one.operations;
  at->bytes += one.bytes;
}

/// Of PEs that know whom they sent to; each hands in a matrix of all.
void add(trace::PeTraffic& sum, const trace::PeTraffic& one) {
  if (sum.bytes.empty()) {
    sum = one;
    return;
  }
  for (std::size_t from = 0; from < one.bytes.size(); ++from)
    for (std::size_t to = 0; to < one.bytes.size(); ++to) sum.bytes[from][to] += one.bytes[from][to];
}

/// What all PEs have stands once; what only some did names them.
void add(std::vector<std::string>& layers, const std::string& one) {
  if (std::ranges::find(layers, one) == layers.end()) layers.push_back(one);
}

}  // namespace

ProcessPlan::ProcessPlan(const RunRequest& run, const ProcessRules& process_rules)
    : request(run),
      rules(process_rules),
      scenario(run.scenario),
      stack(process_rules.stack_of(run.scenario)),
      launch(launch_of(run.scenario, run.seed)),
      program(run.program.make(run.scenario.params)),
      heap(planned(launch, *program)) {
  refuse_what_cannot_run();
}

void ProcessPlan::refuse_what_cannot_run() const {
  Capabilities has;
  has.two_sided = !rules.only_kernels;  // a CPU matches sends and receives; copy engines do not
  has.atomics = true;
  has.strong_signals = true;
  has.message_bytes_max = std::uint64_t{1} << 40;
  has.pointers_within_node = scenario.paths.same_node == scenario::Path::pointer;
  const std::string sentence = missing(has, heap.requirements(), scenario.cluster.nodes > 1);
  if (!sentence.empty())
    throw Error(Code::unavailable, fmt::format("program {}: {}", request.program.name, sentence));
  const auto refuse = [&](const std::string& expected, const std::string& got, const std::string& advice) {
    throw Error(Code::unavailable,
                fmt::format("{}: expected {}, got {}; {}", rules.backend, expected, got, advice));
  };
  for (const scenario::Path path :
       {scenario::Path::host, scenario::Path::gpu_cpu_doorbell, scenario::Path::gpu, scenario::Path::proxy})
    if (scenario.uses(path) && !rules.has(path))
      refuse(rules.counts || rules.only_kernels ? "path pointer, gpu or proxy"
             : rules.has_queues                 ? "path pointer, gpu, gpu-cpu-doorbell or proxy"
             : rules.shares_memory              ? "path pointer or proxy"
                                                : "path proxy",
             name(path_of(path)), "use backend emulated");
  if (rules.only_kernels && scenario.launch.runs_on == scenario::RunsOn::host)
    refuse("launch.runs_on gpu", "host", "use backend memory or shm");
  for (const scenario::Path path : {scenario::Path::pointer, scenario::Path::gpu, scenario::Path::gpu_cpu_doorbell})
    if (on_gpu() && !rules.only_kernels && scenario.uses(path))
      refuse("path proxy with launch.runs_on gpu", name(path_of(path)), "set path to proxy");
  if (on_gpu() && scenario.cluster.nodes > 1 && scenario.paths.same_node != scenario.paths.other_node &&
      scenario.paths.same_node != scenario::Path::pointer)
    refuse("path.same_node pointer, or what path.other_node is, of agents on GPUs",
           name(path_of(scenario.paths.same_node)), "set path.same_node to pointer");
  if (rules.only_kernels && scenario.test.degraded)
    refuse("test.degraded where proxies send over a wire", "a GPU's copy engines", "set test.degraded to false");
  if (posts() && scenario.test.degraded)
    refuse(
        "test.degraded with paths pointer and proxy only, for nothing stands between queues of agents and their NIC",
        name(path_of(rings() ? scenario::Path::gpu_cpu_doorbell : scenario::Path::gpu)),
        "set path to proxy, or test.degraded to false");
  if (scenario.uses(scenario::Path::pointer) && !rules.shares_memory)
    refuse("path proxy", "pointer", "set path.same_node to proxy, or " + rules.instead_of_pointer);
  if (heap.requirements().two_sided && stack.proxies > 1)
    refuse("one proxy thread, because sends and receives are matched by one", std::to_string(stack.proxies),
           "set stack.proxy.threads to 1");
  if (stack.queues.post.signals == UnorderedSignals::sender_hold)
    refuse("signals that the target counts or reorders", "sender_hold", "set stack.arrivals.signals");
  if (scenario.phantom) refuse("payload real", "phantom", "only backend emulated leaves bytes out");
  constexpr std::uint32_t pes_max = 256;
  if (launch.n_pes > pes_max)
    refuse(fmt::format("at most {} PEs, a process each", pes_max), std::to_string(launch.n_pes), "use fewer PEs");
}

std::string report_of(trace::Row row) {
  trace::Result result;
  result.clock = "wall";
  result.rows.push_back(std::move(row));
  return trace::to_json(result);
}

trace::Row merged(const ProcessPlan& plan, const std::vector<std::string>& reports) {
  std::vector<trace::Row> parts;
  for (const std::string& report : reports)
    parts.push_back(trace::from_json(report, fmt::format("report of PE {}", parts.size())).rows.at(0));
  trace::Row row = row_for(plan.scenario, *plan.program);
  row.not_offered = plan.stack.not_offered;
  row.samples_ps = parts.front().samples_ps;
  row.counters = parts.front().counters;
  Digest digest;
  std::vector<std::string> windows;
  for (const trace::Row& part : parts) {
    for (std::size_t i = 0; i < row.samples_ps.size(); ++i)
      row.samples_ps[i] = std::max(row.samples_ps[i], part.samples_ps.at(i));
    if (&part != &parts.front())
      for (std::size_t i = 0; i < row.counters.size(); ++i) row.counters[i].value += part.counters.at(i).value;
    for (const trace::Traffic& traffic : part.by_path) add(row.by_path, traffic);
    add(row.pe_traffic, part.pe_traffic);
    for (const std::string& layer : part.layers) add(row.layers, layer);
    if (row.mismatch.empty()) row.mismatch = part.mismatch;
    digest.add_bytes(part.digest.data(), part.digest.size());
    windows.push_back(part.windows);
  }
  row.verified = row.mismatch.empty();
  row.digest = hex16(digest.value());
  row.windows = digest_of_pes(windows);
  return row;
}

}  // namespace gin
