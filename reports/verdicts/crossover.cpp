// Follows who leads along each axis. Who leads is the verdict's word; nothing is compared here a second time.
#include "reports/verdicts/crossover.hpp"

#include <algorithm>
#include <map>

#include "reports/base/ladder.hpp"
#include "reports/verdicts/verdict.hpp"

namespace gin::reports {
namespace {

struct Stop {
  std::int64_t rung = 0;
  const Verdict* verdict = nullptr;
};

trace::Axes without(trace::Axes place, std::size_t axis) {
  place.erase(place.begin() + static_cast<std::ptrdiff_t>(axis));
  return place;
}

class Courses {
 public:
  explicit Courses(const trace::Result& result)
      : result_(result), groups_(groups_of(result)), verdicts_(verdicts_of(result)) {
    for (const Group& group : groups_) group_at_.emplace(group.place, &group);
  }

  std::vector<Course> all() const {
    std::vector<Course> courses;
    const std::size_t axes = verdicts_.empty() ? 0 : verdicts_.front().place.size();
    for (std::size_t axis = 0; axis < axes; ++axis) along(axis, courses);
    return courses;
  }

 private:
  void along(std::size_t axis, std::vector<Course>& courses) const {
    std::vector<std::string> values;
    for (const Verdict& verdict : verdicts_) values.push_back(verdict.place[axis].second);
    const auto ladder = ladder_of(values);
    if (!ladder) return;
    std::vector<trace::Axes> order;
    std::map<trace::Axes, std::vector<Stop>> lines;
    for (std::size_t i = 0; i < verdicts_.size(); ++i) {
      const trace::Axes elsewhere = without(verdicts_[i].place, axis);
      if (!lines.contains(elsewhere)) order.push_back(elsewhere);
      lines[elsewhere].push_back({.rung = ladder->rungs[i], .verdict = &verdicts_[i]});
    }
    for (const trace::Axes& elsewhere : order) {
      std::vector<Stop>& stops = lines[elsewhere];
      std::ranges::stable_sort(stops, {}, &Stop::rung);
      if (stops.front().rung != stops.back().rung) courses.push_back(course_of(axis, *ladder, elsewhere, stops));
    }
  }

  Course course_of(std::size_t axis, const Ladder& ladder, const trace::Axes& elsewhere,
                   const std::vector<Stop>& stops) const {
    const auto value_at = [&](std::size_t i) { return stops[i].verdict->place[axis].second; };
    Course course{.axis = stops.front().verdict->place[axis].first, .elsewhere = elsewhere};
    std::size_t led_last = 0;
    for (std::size_t i = 0; i < stops.size(); ++i) {
      course.values.push_back(value_at(i));
      if (stops[i].verdict->leaders.size() > 1) continue;
      const std::string& leader = stops[i].verdict->leaders.front();
      if (course.leaders.empty() || course.leaders.back() != leader) {
        if (!course.leaders.empty()) {
          course.crossovers.push_back(
              {.from = course.leaders.back(), .to = leader, .before = value_at(led_last), .after = value_at(i)});
          place(course.crossovers.back(), ladder,
                {stops.begin() + static_cast<std::ptrdiff_t>(led_last),
                 stops.begin() + static_cast<std::ptrdiff_t>(i) + 1});
        }
        course.leaders.push_back(leader);
      }
      led_last = i;
    }
    return course;
  }

  /// Says where between the stops, and how sure that is.
  void place(Crossover& crossover, const Ladder& ladder, const std::vector<Stop>& stops) const {
    std::vector<Encounter> encounters;
    std::vector<Samples> samples;
    bool spread = false;
    for (const Stop& stop : stops) {
      const Group& group = *group_at_.at(stop.verdict->place);
      const trace::Row* const from = group.find(crossover.from);
      const trace::Row* const to = group.find(crossover.to);
      if (from == nullptr || to == nullptr || from->samples_ps.empty() || to->samples_ps.empty()) continue;
      encounters.push_back({.rung = stop.rung, .ahead = to->p50_ps() - from->p50_ps()});
      samples.push_back({.rung = stop.rung, .first = from->samples_ps, .second = to->samples_ps});
      for (const trace::Row* row : {from, to})
        spread = spread || std::ranges::min(row->samples_ps) != std::ranges::max(row->samples_ps);
    }
    const auto turn = turn_of(encounters);
    if (turn && turn->first == turn->last) crossover.at = ladder.share(turn->first);
    crossover.certain = !spread && result_.clock == "virtual";
    const bool whole = !encounters.empty() && encounters.front().rung == stops.front().rung &&
                       encounters.back().rung == stops.back().rung;
    if (!spread || !whole) return;
    crossover.samples = resampled(samples, result_.rows.front().seed);
    crossover.low = ladder.share(crossover.samples->low);
    crossover.high = ladder.share(crossover.samples->high);
  }

  const trace::Result& result_;
  std::vector<Group> groups_;
  std::vector<Verdict> verdicts_;
  std::map<trace::Axes, const Group*> group_at_;
};

}  // namespace

std::vector<Course> courses_of(const trace::Result& result) {
  return Courses(result).all();
}

}  // namespace gin::reports
