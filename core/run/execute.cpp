#include "core/run/execute.hpp"

#include <fmt/format.h>

#include <chrono>
#include <exception>
#include <set>

#include "core/base/digest.hpp"
#include "core/base/error.hpp"
#include "core/base/random.hpp"
#include "core/run/heap_plan.hpp"

namespace gin {
namespace {

/// "path=gpu, bytes=8"; empty without axes.
std::string place_of(const scenario::Variant& variant) {
  std::string text;
  for (const auto& coordinate : variant.coordinates)
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", coordinate.axis, coordinate.value);
  return text;
}

const ProgramEntry& find(const Programs& programs, const std::string& name) {
  for (const ProgramEntry& program : programs)
    if (program.name == name) return program;
  throw Error(Code::bad_input, fmt::format("program: expected one of this build, got \"{}\"", name));
}

void add_bytes(trace::PeTraffic& to, const trace::PeTraffic& from) {
  for (std::size_t i = 0; i < from.bytes.size(); ++i)
    for (std::size_t j = 0; j < from.bytes[i].size(); ++j) to.bytes.at(i).at(j) += from.bytes[i][j];
}

/// NICs that carried nothing in any iteration are left out of a row.
void add_loads(std::vector<trace::NicLoad>& to, const std::vector<trace::NicLoad>& from) {
  if (to.empty())
    to = from;
  else if (!from.empty())
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += from.at(i);
}

/// Over the repeats of a row.
struct Digests {
  Digest all;
  Digest windows;
};

/// Later repeats add their samples and what PEs and NICs carried in them, the bound is the least of all; what else
/// a row says comes from the first that is wrong, or the last.
void add_repeat(trace::Row& row, trace::Row&& repeat, Digests& digests) {
  digests.all.add_bytes(repeat.digest.data(), repeat.digest.size());
  digests.windows.add_bytes(repeat.windows.data(), repeat.windows.size());
  const bool was_wrong = !row.mismatch.empty();
  if (!row.samples_ps.empty() && row.bound_ps < repeat.bound_ps) {
    repeat.bound_ps = row.bound_ps;
    repeat.bound_by = row.bound_by;
  }
  repeat.samples_ps.insert(repeat.samples_ps.begin(), row.samples_ps.begin(), row.samples_ps.end());
  add_bytes(repeat.pe_traffic, row.pe_traffic);
  add_loads(repeat.nics, row.nics);
  const std::string mismatch = row.mismatch;
  row = std::move(repeat);
  if (was_wrong) {
    row.mismatch = mismatch;
    row.verified = false;
  }
}

/// What comes late on a wall clock is this machine's affair.
void refuse_adversary(const Backend& backend, const scenario::Scenario& scenario) {
  if (scenario.test.adversary == scenario::Adversary::none || backend.traits().time == Traits::Time::modelled)
    return;
  throw Error(
      Code::bad_input,
      fmt::format("test.adversary: expected none on backend {}, whose order and delays are this machine's, got "
                  "another; use backend emulated, or test.degraded where PEs are processes",
                  backend.name()));
}

trace::Row run_row(const Backend& backend, const Programs& programs, const scenario::Variant& variant,
                   const Progress& progress, trace::Recording* recording) {
  const scenario::Scenario& scenario = variant.scenario;
  refuse_adversary(backend, scenario);
  if (scenario.launch.runs_on == scenario::RunsOn::gpu && !backend.traits().has_processes)
    throw Error(Code::unavailable,
                fmt::format("{}: launch.runs_on: expected host, got gpu; use a backend with a process per PE",
                            backend.name()));
  trace::Row row;
  Digests digests;
  for (std::int64_t repeat = 0; repeat < scenario.measure.repeat; ++repeat) {
    const std::uint64_t seed =
        repeat == 0 ? scenario.seed : derived_seed({scenario.seed, static_cast<std::uint64_t>(repeat)});
    const Progress part = [&](int per_mille) {
      progress(static_cast<int>((1000 * repeat + per_mille) / scenario.measure.repeat));
    };
    RunRequest request{scenario, find(programs, scenario.program), seed, part};
    if (repeat == 0) request.recording = recording;
    add_repeat(row, backend.run(request), digests);
  }
  if (scenario.measure.repeat > 1) {
    row.digest = hex16(digests.all.value());
    if (!row.windows.empty()) row.windows = hex16(digests.windows.value());
  }
  for (const auto& coordinate : variant.coordinates) row.axes.emplace_back(coordinate.axis, coordinate.value);
  return row;
}

}  // namespace

void refuse_same_names(const Programs& programs) {
  std::set<std::string> names;
  for (const ProgramEntry& program : programs)
    if (!names.insert(program.name).second)
      throw Error(
          Code::bad_input,
          fmt::format("program {}: expected a name that no other program of this command has, got it twice; "
                      "change `name` in the struct of yours (ginlab ships: ginlab list programs)",
                      program.name));
}

void refuse_unplanned(const Programs& programs, const scenario::Scenario& row) {
  planned(launch_of(row, row.seed), *find(programs, row.program).make(row.params));
}

scenario::Vocabulary vocabulary(const Programs& programs, std::vector<std::string> profiles,
                                std::vector<std::string> stacks) {
  scenario::Vocabulary words{{}, std::move(profiles), std::move(stacks)};
  for (const ProgramEntry& program : programs) words.programs.push_back({program.name, program.params});
  return words;
}

std::string digest_of(const std::vector<trace::Row>& rows) {
  Digest digest;
  for (const trace::Row& row : rows) digest.add_bytes(row.digest.data(), row.digest.size());
  return hex16(digest.value());
}

trace::Result execute(const Backend& backend, const Programs& programs,
                      const std::vector<scenario::Variant>& variants,
                      const std::function<void(const RunProgress&)>& progress, trace::Recordings* recordings) {
  const auto begin = std::chrono::steady_clock::now();
  trace::Result result;
  result.host = host();
  const scenario::Scenario& first = variants.front().scenario;
  result.scenario = first.name;
  result.description = first.description;
  result.backend = backend.name();
  result.clock = backend.traits().clock();
  result.rows.reserve(variants.size());
  for (std::size_t i = 0; i < variants.size(); ++i) {
    const Progress report = [&](int per_mille) {
      if (progress) progress({static_cast<int>((1000 * i + per_mille) / variants.size()), i + 1, variants.size()});
    };
    const auto failed = [&](Code code, const std::string& why) {
      const std::string place = place_of(variants[i]);
      return RunFailed(code, place.empty() ? why : fmt::format("row {}: {}", place, why), result);
    };
    try {
      trace::Recording* const recording =
          recordings ? &recordings->add(place_of(variants[i]), variants.size() - i) : nullptr;
      result.rows.push_back(run_row(backend, programs, variants[i], report, recording));
    } catch (const Error& error) {
      throw failed(error.code(), error.what());
    } catch (const std::exception& error) {
      throw failed(Code::failed, fmt::format("internal error: {}", error.what()));
    }
  }
  result.digest = digest_of(result.rows);
  const auto took = std::chrono::steady_clock::now() - begin;
  result.host.wall_ms = std::chrono::duration_cast<std::chrono::milliseconds>(took).count();
  return result;
}

}  // namespace gin
