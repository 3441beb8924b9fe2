#include "core/scenario/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/base/assert.hpp"
#include "core/base/printable.hpp"
#include "core/scenario/fields.hpp"
#include "core/scenario/target.hpp"

namespace gin::scenario {
namespace {

template <class Enum>
Enum word(const std::vector<std::string>& words, const std::string& text) {
  return static_cast<Enum>(std::ranges::find(words, text) - words.begin());
}

}  // namespace

std::vector<std::string> Scenario::path_words() const {
  std::vector<std::string> used;
  for (std::size_t i = 0; i < scenario::path_words.size(); ++i)
    if (uses(static_cast<Path>(i))) used.push_back(scenario::path_words[i]);
  return used;
}

Reader::Reader(const std::string& file, const Vocabulary& words)
    : root_(file), file_(file), words_(words), common_(common_fields(words)) {}

const ProgramFields& Reader::program_of(const Json& document) const {
  if (!document.is_object()) root_.refuse(fmt::format("expected an object, got {}", shown(document)));
  for (const char* key : {"schema", "program"}) {
    const Field& field = *common_.find(key);
    const JsonPath place = root_ / key;
    if (!document.contains(key))
      place.refuse(fmt::format("this key is required and missing; expected {}", expectation(field)));
    check_value(field, document[key], place.where());
  }
  const auto& name = document["program"].get_ref<const std::string&>();
  const auto found = std::ranges::find(words_.programs, name, &ProgramFields::name);
  GIN_ASSERT(found != words_.programs.end());
  return *found;
}

Scenario Reader::read(const Json& document) const {
  const ProgramFields& program = program_of(document);
  Json plain = document;
  widen_path(plain);
  drop_empty_params(plain, program);
  const Values values = fields_of(program, words_).check(plain, file_, {"compare", "override"});
  Scenario scenario = from_values(values);
  for (const Field& param : program.params)
    scenario.params.set(param.path, values.all().at("params." + param.path));
  read_overrides(document, scenario);
  return scenario;
}

void Reader::check_limits(const Json& document, const Scenario& scenario) const {
  const Cluster& cluster = scenario.cluster;
  const std::int64_t pes = cluster.nodes * cluster.gpus_per_node;
  if (pes > pes_max)
    (root_ / "cluster")
        .refuse(fmt::format("expected at most {} PEs, got {} nodes x {} gpus_per_node = {}", pes_max, cluster.nodes,
                            cluster.gpus_per_node, pes));
  const std::int64_t agents = pes * scenario.launch.agents;
  if (agents > agents_in_all_max)
    (root_ / "launch" / "agents")
        .refuse(fmt::format("expected at most {} agents in all, got {} PEs x {} agents = {}", agents_in_all_max,
                            pes, scenario.launch.agents, agents));
  if (scenario.launch.block_threads % 32 != 0)
    (root_ / "launch" / "block_threads")
        .refuse(
            fmt::format("expected a multiple of 32, the threads of a warp, got {}", scenario.launch.block_threads));
  const JsonPath path = root_ / "path";
  if (cluster.nodes > 1 && document.contains("path") && document["path"] == path_words.front())
    path.refuse(
        fmt::format("\"pointer\" reaches peers of the same node only and the cluster has {} nodes; give "
                    "{{\"same_node\": \"pointer\", \"other_node\": \"gpu\"}}, or \"proxy\" there",
                    cluster.nodes));
  const auto on_host = [](Path one) { return one == Path::host; };
  if (cluster.nodes > 1 && on_host(scenario.paths.same_node) != on_host(scenario.paths.other_node))
    path.refuse(fmt::format(
        "expected host for both classes of peer or for none, because it runs the program on the CPU; got "
        "same_node {}, other_node {}",
        path_words[static_cast<std::size_t>(scenario.paths.same_node)],
        path_words[static_cast<std::size_t>(scenario.paths.other_node)]));
}

/// Turns the word for both classes of peer into the object that the table knows.
void Reader::widen_path(Json& document) const {
  if (!document.contains("path") || document["path"].is_object()) return;
  Json& path = document["path"];
  Target::find("path", common_)->check(path, (root_ / "path").where(), Code::bad_input);
  path = path_object(path.get<std::string>());
}

/// A table without "params.*" knows no key "params"; an empty object says the same.
void Reader::drop_empty_params(Json& document, const ProgramFields& program) const {
  if (!program.params.empty() || !document.contains("params")) return;
  const Json& params = document["params"];
  if (!params.is_object() || !params.empty())
    (root_ / "params")
        .refuse(
            fmt::format("program \"{}\" has no parameters, got {}; leave this out", program.name, shown(params)));
  document.erase("params");
}

void Reader::read_overrides(const Json& document, Scenario& scenario) const {
  if (!document.contains("override")) return;
  const JsonPath path = root_ / "override";
  const Json& block = document["override"];
  if (!block.is_object()) path.refuse(fmt::format("expected an object {{profile, stack}}, got {}", shown(block)));
  for (const auto& [key, numbers] : block.items()) {
    const bool of_profile = key == "profile";
    if (!of_profile && key != "stack") (path / key).refuse(unknown_key(key, {"profile", "stack"}));
    if (!numbers.is_object())
      (path / key).refuse(fmt::format("expected an object of numbers, got {}", shown(numbers)));
    for (const auto& [name, number] : numbers.items()) {
      const JsonPath place = path / key / name;
      if (name.empty()) place.refuse("expected the path of a number inside that file, got an empty key");
      check_override(number, place.where(), Code::bad_input);
      auto& overrides = of_profile ? scenario.profile_overrides : scenario.stack_overrides;
      overrides.push_back({.path = name, .number = number.is_string() ? number.get<std::string>() : number.dump()});
    }
  }
}

Scenario Reader::from_values(const Values& values) const {
  Scenario scenario;
  scenario.name = values.text("name");
  if (scenario.name.empty()) {
    constexpr std::size_t name_bytes_max = 120;
    scenario.name = printable(std::filesystem::path(file_).stem().string(), name_bytes_max);
  }
  scenario.description = values.text("description");
  scenario.cluster = {.nodes = values.integer("cluster.nodes"),
                      .gpus_per_node = values.integer("cluster.gpus_per_node"),
                      .profile = values.text("cluster.profile")};
  scenario.stack = values.text("stack");
  scenario.program = values.text("program");
  scenario.launch = {.agents = values.integer("launch.agents"),
                     .scope = word<Scope>(scope_words, values.text("launch.scope")),
                     .block_threads = values.integer("launch.block_threads"),
                     .workers = values.integer("launch.workers"),
                     .hang_after_s = values.integer("launch.hang_after_s"),
                     .pin = word<Pin>(pin_words, values.text("launch.pin")),
                     .runs_on = word<RunsOn>(runs_on_words, values.text("launch.runs_on")),
                     .nic = {.device = values.text("launch.device"),
                             .port = values.integer("launch.port"),
                             .gid = values.integer("launch.gid"),
                             .fabric = values.text("launch.fabric"),
                             .rails = values.integer("launch.rails"),
                             .relaxed = values.flag("launch.relaxed_ordering")}};
  scenario.paths = {.same_node = word<Path>(path_words, values.text("path.same_node")),
                    .other_node = word<Path>(path_words, values.text("path.other_node"))};
  scenario.signalling = word<Signalling>(signalling_words, values.text("signalling"));
  scenario.phantom = values.text("payload") == "phantom";
  scenario.time_scale = values.integer("time_scale");
  scenario.seed = static_cast<std::uint64_t>(values.integer("seed"));
  scenario.measure = {.warmup = values.integer("measure.warmup"),
                      .iterations = values.integer("measure.iterations"),
                      .repeat = values.integer("measure.repeat")};
  scenario.test = {.poll_for_real = values.flag("test.poll_for_real"),
                   .start_near_wrap = values.flag("test.start_near_wrap"),
                   .permute_lanes = values.flag("test.permute_lanes"),
                   .flip_payload = values.integer("test.flip_payload"),
                   .refuse_request = values.integer("test.refuse_request"),
                   .degraded = values.flag("test.degraded"),
                   .adversary = word<Adversary>(adversary_words, values.text("test.adversary")),
                   .late_one_in = values.integer("test.late_one_in"),
                   .livelock_calls = values.integer("test.livelock_calls")};
  return scenario;
}

}  // namespace gin::scenario
