// Runs a scenario with both records of a run switched on: the trace, in both formats, and the lines of what was
// delivered, which the trace is checked against.
//
//   trace_probe FILE FOLDER PES EVENTS [PATH=VALUE ...]        PES: "all" or "0,2"
#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/loading.hpp"
#include "cli/main.hpp"
#include "reports/traces/timelines.hpp"

namespace gin {
namespace {

std::vector<std::uint32_t> numbers_in(const std::string& text) {
  std::vector<std::uint32_t> numbers;
  std::stringstream words(text == "all" ? "" : text);
  for (std::string word; std::getline(words, word, ',');)
    numbers.push_back(static_cast<std::uint32_t>(std::stoul(word)));
  return numbers;
}

int probe(const std::vector<std::string>& words) {
  const Programs programs = shipped_programs();
  cli::ScenarioFile file{words.at(0)};
  for (std::size_t i = 4; i < words.size(); ++i) {
    const std::size_t equals = words[i].find('=');
    file.sets.push_back({words[i].substr(0, equals), words[i].substr(equals + 1)});
  }
  const auto variants = cli::load(file, programs);
  trace::Recordings recordings({numbers_in(words.at(2)), std::stoul(words.at(3))});
  std::vector<trace::Timeline> timelines;
  Json rows = Json::array();
  for (std::size_t i = 0; i < variants.size(); ++i) {
    const scenario::Scenario& scenario = variants[i].scenario;
    std::vector<std::string> lines;
    const std::string name = fmt::format("row {}", i);
    trace::Recording& recording = recordings.add(name, variants.size() - i);
    for (const auto& backend : make_backends())
      for (const ProgramEntry& program : programs)
        if (backend->records() && program.name == scenario.program)
          backend->run({scenario, program, scenario.seed, {}, &lines, &recording});
    timelines.push_back(trace::timeline_of(recording, name));
    rows.push_back({{"name", name}, {"start_ps", recording.start().ps}, {"delivered", lines}});
  }
  const std::string folder = words.at(1) + "/";
  std::ofstream(folder + "run.pftrace", std::ios::binary) << reports::to_perfetto(timelines);
  std::ofstream(folder + "run.json", std::ios::binary) << reports::to_chrome(timelines);
  std::ofstream(folder + "rows.json") << rows.dump();
  return 0;
}

}  // namespace
}  // namespace gin

int main(int argc, char** argv) {
  return gin::probe({argv + 1, argv + argc});
}
