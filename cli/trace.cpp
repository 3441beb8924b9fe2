#include "cli/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <string_view>

#include "cli/console.hpp"
#include "core/base/error.hpp"
#include "core/base/json_path.hpp"
#include "reports/base/format.hpp"
#include "reports/traces/timelines.hpp"

namespace gin::cli {
namespace {

bool is_json(const std::string& file) {
  return file.ends_with(".json");
}

[[noreturn]] void refuse_pes(const std::string& text, const std::string& expected) {
  throw Error(Code::bad_usage, fmt::format("--trace-pes {}: expected {}", in_quotes(text), expected));
}

/// "0,3-5" as numbers, ascending.
std::vector<std::uint32_t> listed(const std::string& text, std::uint32_t pes) {
  const auto number = [&](std::string_view word) {
    std::uint32_t value = 0;
    const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || stop != word.data() + word.size() || word.empty())
      refuse_pes(text, "PEs and ranges of them, such as 0,3-5");
    if (value >= pes) refuse_pes(text, fmt::format("PEs below {}, got {}", pes, value));
    return value;
  };
  std::set<std::uint32_t> all;
  for (const std::string& part : reports::split(text, ',')) {
    const std::size_t dash = std::min(part.find('-'), part.size());
    const std::uint32_t first = number(part.substr(0, dash));
    const std::uint32_t last = dash == part.size() ? first : number(part.substr(dash + 1));
    if (last < first) refuse_pes(text, fmt::format("a range from low to high, got {}-{}", first, last));
    for (std::uint32_t pe = first; pe <= last; ++pe) all.insert(pe);
  }
  return {all.begin(), all.end()};
}

}  // namespace

trace::RecordingRules recording_rules(const TraceOptions& options, const Backend& backend,
                                      const std::vector<scenario::Variant>& variants) {
  if (!is_json(options.file) && !options.file.ends_with(".pftrace") && !options.file.ends_with(".perfetto-trace"))
    throw Error(Code::bad_usage,
                fmt::format("--trace {}: expected a name that ends in .pftrace, .perfetto-trace or .json",
                            in_quotes(options.file)));
  if (!backend.records())
    throw Error(Code::bad_usage, fmt::format("--trace: expected a backend that records what happens, got {}; use "
                                             "--backend emulated",
                                             backend.name()));
  trace::RecordingRules rules;
  rules.events_max = static_cast<std::size_t>(options.events_max);
  if (options.pes.empty()) return rules;
  std::uint32_t pes = 0;
  for (const scenario::Variant& variant : variants) pes = std::max(pes, variant.scenario.n_pes());
  rules.pes = listed(options.pes, pes);
  return rules;
}

void write_trace(const TraceOptions& options, const trace::Recordings& recordings, WrittenFiles& files) {
  std::vector<trace::Timeline> rows;
  std::size_t left_out = 0, written = 0;
  for (const trace::Recordings::Named& row : recordings.rows()) {
    rows.push_back(trace::timeline_of(row.recording, row.name));
    left_out += row.recording.left_out();
    written += row.recording.events().size();
  }
  files.write({.option = "--trace", .path = options.file},
              is_json(options.file) ? reports::to_chrome(rows) : reports::to_perfetto(rows),
              fmt::format("trace of {}; open it with ui.perfetto.dev", reports::counted(written, "event")));
  if (left_out == 0) return;
  complain(fmt::format("--trace {}: {} left out, {} written; raise --trace-events or name PEs with --trace-pes",
                       in_quotes(options.file), reports::counted(left_out, "event"), written));
}

}  // namespace gin::cli
