#include "cli/in_parallel.hpp"

#include <fmt/format.h>
#include <sched.h>

#include <map>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/base/printable.hpp"
#include "sweep/foreman.hpp"

namespace gin::cli {
namespace {

/// How a piece went, as a line that a worker sends: no text in JSON has a line end.
std::string line_of(const InParallel& work, std::size_t piece) {
  const auto failed = [](Code code, const char* why) {
    constexpr std::size_t line_bytes_max = 2000;  // names of files hold anything, which no JSON of ours may
    return Json{{"code", static_cast<int>(code)}, {"why", printable(why, line_bytes_max)}}.dump(-1, ' ', true);
  };
  try {
    return Json{{"value", work.value_of(piece)}}.dump();
  } catch (const Error& error) {
    return failed(error.code(), error.what());
  } catch (const std::exception& error) {
    return failed(Code::failed, error.what());
  }
}

}  // namespace

std::size_t cores() {
  cpu_set_t usable;
  CPU_ZERO(&usable);
  return sched_getaffinity(0, sizeof usable, &usable) == 0 ? static_cast<std::size_t>(CPU_COUNT(&usable)) : 1;
}

std::vector<std::int64_t> in_parallel(const InParallel& work) {
  std::vector<std::int64_t> values(work.count);
  std::map<std::size_t, Error> failed;
  std::size_t done = 0;
  sweep::Foreman::Options options{.points = {}, .workers = work.jobs > 0 ? work.jobs : cores()};
  options.at_once_max = options.workers;
  for (std::size_t piece = 0; piece < work.count; ++piece) options.points.push_back(piece);
  sweep::Foreman::Calls calls;
  calls.work = [&](std::size_t piece) { return line_of(work, piece); };
  calls.done = [&](std::size_t piece, const std::string& line) {
    ++done;
    const Json said = parse_json(line, "a worker's line");
    if (said.contains("value"))
      values[piece] = said["value"].get<std::int64_t>();
    else
      failed.emplace(piece, Error(static_cast<Code>(said["code"].get<int>()), said["why"].get<std::string>()));
  };
  calls.lost = [&](std::size_t piece, const std::string& why) {
    ++done;
    failed.emplace(piece, Error(Code::failed, fmt::format("{}: {}", work.name_of(piece), why)));
  };
  calls.now_and_then = [&] {
    if (work.progress) work.progress(done);
  };
  calls.interrupted = [](std::size_t) {};
  if (sweep::Foreman(std::move(options), std::move(calls)).run() == sweep::SweepEnd::interrupted)
    throw Error(Code::failed, work.command + ": interrupted");
  if (!failed.empty()) throw failed.begin()->second;
  return values;
}

}  // namespace gin::cli
