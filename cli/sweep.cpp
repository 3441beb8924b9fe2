// ginlab sweep: the rows of a scenario in parallel, into a folder from which an interrupted sweep goes on.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <utility>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/files.hpp"
#include "cli/in_parallel.hpp"
#include "cli/loading.hpp"
#include "cli/progress.hpp"
#include "cli/sweep_points.hpp"
#include "core/base/error.hpp"
#include "core/base/json_path.hpp"
#include "core/bootstrap/identity.hpp"
#include "core/trace/row_json.hpp"
#include "reports/base/format.hpp"
#include "reports/text/csv.hpp"
#include "sweep/foreman.hpp"
#include "sweep/rank.hpp"

namespace gin::cli {
namespace {

using sweep::PointLine;
using sweep::PointState;

constexpr std::size_t complaints_max = 20;
constexpr std::chrono::seconds meet_within{60};

std::string folder_of(const SweepOptions& options) {
  if (!options.out.empty()) return options.out;
  return std::filesystem::path(options.file).stem().string() + ".sweep";
}

/// Points under way at a time, on this machine or on all ranks together. On a wall clock they would be in each
/// other's way.
std::size_t at_once(const SweepOptions& options, const Backend& backend, std::uint32_t ranks) {
  const bool alone = backend.traits().clock() == "wall";
  if (options.jobs > 0 && ranks > 1)
    throw Error(Code::bad_usage,
                fmt::format("sweep: --jobs {}: expected none with {} ranks, for each of them runs one "
                            "point at a time; start more ranks",
                            options.jobs, ranks));
  if (options.jobs > 1 && alone)
    throw Error(Code::bad_usage,
                fmt::format("sweep: --jobs {}: expected 1 on backend {}, which measures on the clock on "
                            "the wall: points at the same time would disturb each other",
                            options.jobs, backend.name()));
  if (alone) return 1;
  if (ranks > 1) return ranks;
  return options.jobs > 0 ? static_cast<std::size_t>(options.jobs) : cores();
}

/// What is known of each point so far.
class Ledger {
 public:
  explicit Ledger(std::size_t points) : lines_(points), texts_(points) {}

  void take(PointLine line) {
    // Laid out now, while workers run, and not when all of them wait for the end.
    texts_[line.point] = line.row ? trace::row_text(*line.row) : "";
    std::optional<PointLine>& known = lines_[line.point];
    known = std::move(line);
  }

  /// What a resumed sweep has to run: failed points are tried again.
  std::deque<std::size_t> left() const {
    std::deque<std::size_t> points;
    for (std::size_t i = 0; i < lines_.size(); ++i)
      if (!lines_[i] || lines_[i]->state == PointState::failed) points.push_back(i);
    return points;
  }

  std::vector<const PointLine*> failures() const {
    std::vector<const PointLine*> failed;
    for (const auto& line : lines_)
      if (line && line->state != PointState::done) failed.push_back(&*line);
    return failed;
  }

  /// Takes them out: nothing is asked for a second time.
  std::vector<trace::Row> take_rows() {
    std::vector<trace::Row> rows;
    for (auto& line : lines_)
      if (line && line->row) rows.push_back(*std::exchange(line->row, std::nullopt));
    return rows;
  }

  /// Of the same rows.
  std::vector<std::string> take_row_texts() {
    std::erase(texts_, "");
    return std::move(texts_);
  }

 private:
  std::vector<std::optional<PointLine>> lines_;
  std::vector<std::string> texts_;
};

/// One call of the command on one sweep, by the process that keeps its folder.
class Sweep {
 public:
  Sweep(const SweepOptions& options, const SweepPoints& points, const sweep::SweepIdentity& identity)
      : options_(options),
        points_(points),
        folder_({.path = folder_of(options), .sweep = identity, .restart = options.restart}),
        ledger_(identity.points),
        files_(options.quiet) {
    for (PointLine& line : folder_.lines()) ledger_.take(std::move(line));
    progress_.points = identity.points;
  }

  sweep::SweepEnd run(std::size_t at_once, sweep::Meeting* meeting) {
    sweep::Foreman::Options options{.points = ledger_.left(),
                                    .workers = meeting == nullptr ? at_once : 1,
                                    .at_once_max = at_once,
                                    .meeting = meeting};
    progress_.before = progress_.done = progress_.points - options.points.size();
    sweep::Foreman foreman(
        std::move(options),
        {.work = [this](std::size_t point) { return points_.run(point); },
         .done = [this](std::size_t point, const std::string& line) { note(point, line); },
         .lost = [this](std::size_t point, const std::string& why) { note(point, points_.lost(point, why)); },
         .now_and_then = [this] { show(); },
         .interrupted = [this](std::size_t under_way) { say_that_it_ends(under_way); }});
    const sweep::SweepEnd end = foreman.run();
    bar_.clear();
    return end;
  }

  /// What the whole sweep comes to.
  int conclude() {
    const std::vector<const PointLine*> failures = ledger_.failures();
    write_results();
    for (std::size_t i = 0; i < std::min(failures.size(), complaints_max); ++i)
      complain(fmt::format("point {}: {}", failures[i]->point, failures[i]->reason));
    if (failures.size() > complaints_max)
      complain(fmt::format("and {} more; {} has them all", failures.size() - complaints_max,
                           folder_.file("points.jsonl")));
    if (!options_.quiet) print(summary(failures.size()));
    files_.say();
    return failures.empty() ? 0 : 1;
  }

  int say_how_to_go_on() const {
    complain(fmt::format("sweep: interrupted: {} of {} points are in {}; the same command goes on from there",
                         progress_.points - ledger_.left().size(), progress_.points,
                         in_quotes(folder_of(options_))));
    return 1;
  }

 private:
  void note(std::size_t point, const std::string& line) {
    // Read before it is kept: a line that cannot be read would be in the way of every later call.
    PointLine read = sweep::read_point_line(line, "a worker's line");
    if (read.point != point)
      throw Error(Code::failed, fmt::format("sweep: expected point {} of a worker, got {}", point, read.point));
    folder_.append(line);
    ++progress_.done;
    if (read.state != PointState::done) ++progress_.failed;
    ledger_.take(std::move(read));
  }

  void show() {
    if (!options_.quiet) bar_.show(progress_);
  }

  void say_that_it_ends(std::size_t under_way) {
    bar_.clear();
    if (under_way > 0)
      complain(fmt::format("sweep: waiting for {} under way; interrupt again to end without",
                           reports::counted(under_way, "point")));
  }

  void write_results() {
    trace::Result result = points_.result_of(ledger_.take_rows());
    const auto took = std::chrono::steady_clock::now() - started_;
    result.host.wall_ms = std::chrono::duration_cast<std::chrono::milliseconds>(took).count();
    files_.write({.option = "sweep --out", .path = folder_.file("result.json")},
                 trace::to_json(result, ledger_.take_row_texts()), result_file);
    files_.write({.option = "sweep --out", .path = folder_.file("points.csv")}, reports::to_csv(result), row_table);
    files_.note(folder_.file("points.jsonl"), "a line for each point, as they ended");
  }

  std::string summary(std::size_t failed) const {
    const std::size_t points = progress_.points;
    std::string text = fmt::format("{}, {} failed", reports::counted(points, "point"), failed);
    if (progress_.before > 0) text += fmt::format(", {} of them from an earlier call", progress_.before);
    return text + "\n";
  }

  const SweepOptions& options_;
  const SweepPoints& points_;
  sweep::SweepFolder folder_;
  Ledger ledger_;
  WrittenFiles files_;
  SweepProgress progress_;
  ProgressBar bar_;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

}  // namespace

int carry_out(const SweepOptions& options, const Programs& programs) {
  const bootstrap::RankAndSize who =
      bootstrap::rank_and_size_from(bootstrap::environment).value_or(bootstrap::RankAndSize{});
  // Ranks are workers here: a point whose PEs are processes starts them itself.
  bootstrap::forget_environment();
  const Backends backends = make_backends();
  const Backend& backend = find_backend(backends, options.backend);
  const std::size_t together = at_once(options, backend, who.size);
  const auto variants = load({.name = options.file, .sets = options.sets, .axes = options.axes}, programs);
  const SweepPoints points(
      {.file = options.file, .variants = variants, .backend = backend, .backends = backends, .programs = programs});
  const sweep::SweepIdentity identity = points.identity();
  const sweep::MeetingPlace place{.file = (std::filesystem::path(folder_of(options)) / "meeting.json").string(),
                                  .who = who,
                                  .rows = identity.rows};
  if (who.rank > 0)
    return sweep::work_for(sweep::join(place, meet_within), [&](std::size_t point) { return points.run(point); })
               ? 0
               : 1;
  Sweep call(options, points, identity);
  std::optional<sweep::Meeting> meeting;
  if (who.size > 1) meeting.emplace(place);
  const sweep::SweepEnd end = call.run(together, meeting ? &*meeting : nullptr);
  return end == sweep::SweepEnd::interrupted ? call.say_how_to_go_on() : call.conclude();
}

}  // namespace gin::cli
