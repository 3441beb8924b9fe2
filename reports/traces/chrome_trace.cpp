#include "reports/traces/timelines.hpp"

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>

#include "core/base/json.hpp"

namespace gin::reports {
namespace {

using trace::Timeline;
using MarkKind = Timeline::MarkKind;

std::string quoted(const std::string& text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

class TimelineEvents {
 public:
  TimelineEvents(std::string& out, const Timeline& row, std::size_t number, std::size_t processes_before)
      : out_(out), row_(row), number_(number), first_pid_(processes_before + 1) {}

  void write() {
    for (std::size_t i = 0; i < row_.processes.size(); ++i) {
      const std::size_t pid = first_pid_ + i;
      put(R"("ph":"M","name":"process_name","pid":{},"args":{{"name":{}}})", pid, quoted(row_.processes[i]));
      put(R"("ph":"M","name":"process_sort_index","pid":{},"args":{{"sort_index":{}}})", pid, pid);
    }
    for (std::uint32_t i = 0; i < row_.tracks.size(); ++i) {
      if (row_.tracks[i].counts) continue;
      put(R"("ph":"M","name":"thread_name",{},"args":{{"name":{}}})", place(i), quoted(row_.tracks[i].name));
      put(R"("ph":"M","name":"thread_sort_index",{},"args":{{"sort_index":{}}})", place(i), i);
    }
    for (const Timeline::Mark& mark : row_.marks) tell(mark);
  }

 private:
  template <class... Args>
  void put(fmt::format_string<Args...> text, Args&&... args) {
    out_ += out_.ends_with('[') ? "\n{" : ",\n{";
    fmt::format_to(std::back_inserter(out_), text, std::forward<Args>(args)...);
    out_ += '}';
  }

  std::string place(std::uint32_t track) const {
    return fmt::format(R"("pid":{},"tid":{})", first_pid_ + row_.tracks[track].process, track + 1);
  }
  static std::string time(std::int64_t ps) { return fmt::format("{}.{:06}", ps / 1'000'000, ps % 1'000'000); }

  std::string details(const trace::Recording::Event& event) const {
    std::string text;
    const auto say = [&](const char* what, std::int64_t value) {
      if (value >= 0) text += fmt::format(R"({}"{}":{})", text.empty() ? "" : ",", what, value);
    };
    say("bytes", event.details.bytes);
    say("peer", event.details.peer);
    if (event.details.place >= 0) {
      const std::string& place = row_.names[static_cast<std::size_t>(event.details.place)];
      text += fmt::format(R"({}"place":{})", text.empty() ? "" : ",", quoted(place));
    }
    return text;
  }

  void tell(const Timeline::Mark& mark) {
    if (mark.kind == MarkKind::end) return;  // a span was told with its duration
    if (mark.kind == MarkKind::value) {
      const Timeline::Track& track = row_.tracks[mark.track];
      return put(R"("ph":"C","name":{},"pid":{},"ts":{},"args":{{"value":{}}})", quoted(track.name),
                 first_pid_ + track.process, time(mark.when_ps), mark.value);
    }
    const trace::Recording::Event& event = row_.events[mark.event];
    const std::string where = place(mark.track);
    const std::string name = quoted(row_.names[event.name]);
    // A flow's end goes to the next event of its track, its beginning and middle to the one that is open.
    tell_flows(mark, where, true);
    if (mark.kind == MarkKind::begin)
      put(R"("ph":"X","name":{},{},"ts":{},"dur":{},"args":{{{}}})", name, where, time(mark.when_ps),
          time(event.end_ps - event.begin_ps), details(event));
    else
      put(R"("ph":"i","s":"t","name":{},{},"ts":{},"args":{{{}}})", name, where, time(mark.when_ps),
          details(event));
    tell_flows(mark, where, false);
  }

  void tell_flows(const Timeline::Mark& mark, const std::string& where, bool ends) {
    constexpr const char* phases[] = {"s", "t", "f"};
    for (const Timeline::Flow& flow : row_.flows_of(mark.event)) {
      if ((flow.end == Timeline::FlowEnd::last) != ends) continue;
      put(R"("ph":"{}","cat":"operation","name":"operation","id":"{}.{}",{},"ts":{})",
          phases[static_cast<std::size_t>(flow.end)], number_, flow.operation, where, time(mark.when_ps));
    }
  }

  std::string& out_;
  const Timeline& row_;
  std::size_t number_;
  std::size_t first_pid_;
};

}  // namespace

std::string to_chrome(const std::vector<Timeline>& rows) {
  std::string out = R"({"displayTimeUnit":"ns","traceEvents":[)";
  std::size_t processes = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    TimelineEvents(out, rows[i], i + 1, processes).write();
    processes += rows[i].processes.size();
  }
  return out + "\n]}\n";
}

}  // namespace gin::reports
