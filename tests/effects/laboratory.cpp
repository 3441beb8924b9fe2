#include "tests/effects/laboratory.hpp"

#include "cli/main.hpp"
#include "models/load.hpp"
#include "tests/conformance/asked.hpp"

namespace gin::generated {
ProgramEntry program_beside();
ProgramEntry program_ping_pong();
ProgramEntry program_puts();
ProgramEntry program_met();
ProgramEntry program_told();
}  // namespace gin::generated

namespace gin::laboratory {

std::string source(const std::string& file) {
  return std::string(GINLAB_SOURCE_DIR) + "/" + file;
}

namespace {

Programs all_programs() {
  Programs programs = shipped_programs();
  programs.push_back(generated::program_beside());
  programs.push_back(generated::program_ping_pong());
  programs.push_back(generated::program_puts());
  programs.push_back(generated::program_met());
  programs.push_back(generated::program_told());
  return programs;
}

std::vector<scenario::Variant> load(const std::string& file, const std::vector<scenario::Assignment>& sets) {
  std::vector<std::string> profiles, stacks;
  for (const auto& profile : models::shipped_profiles()) profiles.push_back(profile.name);
  for (const auto& stack : models::shipped_stacks()) stacks.push_back(stack.name);
  scenario::Vocabulary words = vocabulary(all_programs(), profiles, stacks);
  words.default_profile = "dgx-h100-cx7";
  words.default_stack = "lean";
  auto variants = scenario::load(source(file), sets, words);
  if (file.starts_with("tests/"))
    for (scenario::Variant& variant : variants) test::ask_for_everything(variant.scenario);
  return variants;
}

std::unique_ptr<Backend> backend_named(const std::string& name) {
  for (auto& candidate : make_backends())
    if (candidate->name() == name) return std::move(candidate);
  throw std::out_of_range("no such backend: " + name);
}

}  // namespace

trace::Result run(const std::string& file, const std::vector<scenario::Assignment>& sets,
                  const std::string& backend) {
  return execute(*backend_named(backend), all_programs(), load(file, sets), {});
}

trace::Result record(const std::string& file, const std::vector<scenario::Assignment>& sets,
                     trace::Recordings& recordings) {
  return execute(*backend_named("emulated"), all_programs(), load(file, sets), {}, &recordings);
}

std::vector<std::string> timeline(const std::string& file, const std::vector<scenario::Assignment>& sets) {
  const auto variants = load(file, sets);
  const scenario::Scenario& scenario = variants.front().scenario;
  std::vector<std::string> lines;
  for (const ProgramEntry& program : all_programs())
    if (program.name == scenario.program)
      backend_named("emulated")->run({scenario, program, scenario.seed, {}, &lines});
  return lines;
}

const trace::Row& row(const trace::Result& result, const std::vector<std::string>& values) {
  for (const trace::Row& candidate : result.rows) {
    bool fits = candidate.axes.size() == values.size();
    for (std::size_t i = 0; fits && i < values.size(); ++i) fits = candidate.axes[i].second == values[i];
    if (fits) return candidate;
  }
  throw std::out_of_range("no such row: " + values.front());
}

std::int64_t percent(const trace::Row& row, const trace::Row& of) {
  return 100 * row.p50_ps() / of.p50_ps();
}

std::int64_t counter(const trace::Row& row, const std::string& name) {
  for (const trace::Counter& counter : row.counters)
    if (counter.name == name) return counter.value;
  throw std::out_of_range("no such counter: " + name);
}

}  // namespace gin::laboratory
