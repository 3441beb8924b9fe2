#include "tests/adversary/placing.hpp"

#include "tests/conformance/declared.hpp"

namespace gin::adversary {

using scenario::Path;

scenario::Scenario scenario_of(Keeps keeps, scenario::Adversary adversary, std::uint32_t pes,
                               std::uint32_t agents) {
  scenario::Scenario s;
  const bool near = keeps == Keeps::pointer;
  const bool ordered = keeps == Keeps::queue || keeps == Keeps::spread || near;
  s.cluster = {near ? 1 : std::int64_t{pes}, near ? std::int64_t{pes} : 1, ordered ? "dgx-h100-cx7" : "aws-p5-efa"};
  s.paths = near ? scenario::Paths{Path::pointer, Path::pointer} : scenario::Paths{Path::gpu, Path::gpu};
  s.stack = keeps == Keeps::spread ? "nvshmem-ibgda" : "lean";
  s.stack_overrides = {{"strong_signals", "false"}};
  if (keeps == Keeps::spread) s.stack_overrides.push_back({"queues.per_peer", "2"});
  if (keeps == Keeps::count) s.stack_overrides.push_back({"arrivals.signals", "receiver_count"});
  if (keeps == Keeps::reorder) s.stack_overrides.push_back({"arrivals.signals", "receiver_reorder"});
  if (!ordered) s.profile_overrides = {{"nic.device_posting", "1"}};  // what if it could
  s.launch.agents = agents;
  s.test.adversary = adversary;
  s.test.late_one_in = 1;
  s.test.livelock_calls = 1'000'000;
  return s;
}

trace::Row run(scenario::Scenario scenario, const ProgramEntry& program, std::uint64_t seed) {
  scenario.program = program.name;
  for (const Field& field : program.params)
    if (!scenario.params.has(field.path)) scenario.params.set(field.path, *field.default_value);
  return test::find_virtual_time()->run({scenario, program, seed, {}});
}

}  // namespace gin::adversary
