// Every shipped program compiles in an environment that nobody else knows, and some run there to their end.
#include <gtest/gtest.h>

#include <deque>
#include <thread>

#include "core/fabric/heap.hpp"
#include "core/run/agent_memory.hpp"
#include "core/run/heap_plan.hpp"
#include "core/run/program_of.hpp"
#include "toy_env.hpp"

namespace gin {
// Generated: by ginlab_add_environment, and where ginlab was built.
std::vector<ProgramEntry> programs_in_toy();
std::vector<ProgramEntry> shipped_programs();
}  // namespace gin

namespace gin::toy {
namespace {

constexpr Launch launch{.n_pes = 3, .pes_per_node = 3, .agents = 2, .lanes = 32, .iterations = 2};

Values defaults(const ProgramEntry& entry) {
  Values values;
  for (const Field& field : entry.params) values.set(field.path, *field.default_value);
  return values;
}

struct Agent {
  Agent(const std::vector<unsigned char*>& heaps, Pe pe, std::uint32_t contexts)
      : memory({contexts, launch.n_pes, 1}), env(heaps, pe), view(memory.view(launch, {})) {
    view.me = pe;
    view.heap = heaps[pe.value];
    view.peers = heaps.data();
  }
  AgentMemory<ToyEnv> memory;
  ToyEnv env;
  AgentView<ToyEnv> view;
};

/// On a thread for each agent; every peer is reached by load and store.
void expect_right(const std::string& name) {
  for (const ProgramEntry& entry : programs_in_toy()) {
    if (entry.name != name) continue;
    const auto program = entry.make(defaults(entry));
    const RunsIn<ToyEnv>& here = in_environment<ToyEnv>(*program);
    const HeapPlan plan = planned(launch, *program);
    const SymmetricHeaps memory({launch.n_pes, plan.heap_bytes()});
    const std::vector<Path> paths(launch.n_pes, Path::pointer);
    std::vector<unsigned char*> heaps;
    std::vector<Memory> pes;
    for (std::uint32_t pe = 0; pe < launch.n_pes; ++pe)
      heaps.push_back(memory.of(pe)), pes.push_back({{pe}, heaps[pe]});
    for (const Memory& pe : pes) program->fill(pe);
    std::deque<Agent> agents;
    for (std::uint32_t i = 0; i < launch.n_pes * launch.agents; ++i) {
      Agent& agent = agents.emplace_back(heaps, Pe{i / launch.agents}, plan.context_count());
      agent.view.agent = i % launch.agents;
      agent.view.paths = {paths.data()};
    }
    for (std::uint64_t iteration = 0; iteration < launch.iterations; ++iteration) {
      std::vector<std::jthread> threads;
      for (Agent& agent : agents)
        threads.emplace_back([&] {
          Context<ToyEnv> context(agent.env, agent.view);
          here.run(context, iteration);
        });
    }
    trace::Row row;
    verify_windows(row, *program, plan, pes);
    EXPECT_EQ(row.mismatch, "");
    return;
  }
  FAIL() << "no program of the name " << name;
}

TEST(ToyEnvironment, HasEveryShippedProgram) {
  EXPECT_EQ(programs_in_toy().size(), shipped_programs().size());
}

TEST(ToyEnvironment, RunsProgramsToTheirEndWithRightData) {
  expect_right("signal_pipeline");
  expect_right("overlap");
}

}  // namespace
}  // namespace gin::toy
