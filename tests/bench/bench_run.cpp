#include "tests/bench/bench_run.hpp"

#include "cli/main.hpp"
#include "models/load.hpp"

namespace gin::generated {
ProgramEntry program_all_to_all();
ProgramEntry program_wire_exchange();
}  // namespace gin::generated

namespace gin::bench {

Programs all_programs() {
  Programs programs = shipped_programs();
  programs.push_back(generated::program_all_to_all());
  programs.push_back(generated::program_wire_exchange());
  return programs;
}

scenario::Scenario first_row(const Programs& programs, const std::string& file,
                             const std::vector<scenario::Assignment>& sets) {
  std::vector<std::string> profiles, stacks;
  for (const auto& profile : models::shipped_profiles()) profiles.push_back(profile.name);
  for (const auto& stack : models::shipped_stacks()) stacks.push_back(stack.name);
  const std::string path = std::string(GINLAB_SOURCE_DIR) + "/" + file;
  scenario::Vocabulary words = vocabulary(programs, profiles, stacks);
  words.default_profile = profiles.front();
  words.default_stack = stacks.front();
  return scenario::load(path, sets, words).front().scenario;
}

const ProgramEntry& program_named(const Programs& programs, const std::string& name) {
  for (const ProgramEntry& program : programs)
    if (program.name == name) return program;
  throw std::out_of_range("no such program: " + name);
}

BenchRun::BenchRun(const std::string& file, const std::vector<scenario::Assignment>& sets)
    : programs_(all_programs()),
      scenario_(first_row(programs_, file, sets)),
      request_{scenario_, program_named(programs_, scenario_.program), scenario_.seed, [this](int) {
                 ++looks_;
                 pending_sum_ += run_->simulation().pending();
                 if (pause_) pause_();
               }} {}

void BenchRun::set_up() {
  run_ = std::make_unique<emulated::EmulatedRun>(request_);
}

trace::Row BenchRun::run(const std::function<void()>& pause) {
  pause_ = pause;
  return run_->run();
}

}  // namespace gin::bench
