// Words around courses. Courses that differ only in where else they run are one sentence.
#include <fmt/format.h>

#include <algorithm>

#include "reports/base/ladder.hpp"
#include "reports/verdicts/crossover.hpp"
#include "reports/verdicts/region.hpp"

namespace gin::reports {
namespace {

/// What several courses say alike, and where they say it.
struct Told {
  std::vector<std::string> alike;  ///< equal for what is told together
  const Course* course = nullptr;
  const Crossover* crossover = nullptr;
  std::vector<trace::Axes> places = {};
  std::vector<Fraction> at = {};  ///< of the crossovers told together
};

void tell(std::vector<Told>& all, Told told) {
  told.places.push_back(told.course->elsewhere);
  if (told.crossover != nullptr && told.crossover->at) told.at.push_back(*told.crossover->at);
  const auto same = std::ranges::find(all, told.alike, &Told::alike);
  if (same == all.end()) {
    all.push_back(std::move(told));
    return;
  }
  same->places.insert(same->places.end(), told.places.begin(), told.places.end());
  same->at.insert(same->at.end(), told.at.begin(), told.at.end());
}

/// The places one by one, not too many of them.
std::string one_by_one(const std::vector<trace::Axes>& places) {
  constexpr std::size_t shown_max = 4;
  std::string text;
  for (std::size_t i = 0; i < std::min(places.size(), shown_max); ++i)
    text += (i == 0 ? "" : " or with ") + place_text(places[i]);
  if (places.size() > shown_max)
    text += fmt::format(" or in {}", counted(places.size() - shown_max, "other place"));
  return text;
}

/// "With scope warp, nodes 2 and 4, the": all combinations of what is listed, or the places one by one.
std::string opening(const std::vector<trace::Axes>& places, const std::string& first_word) {
  if (places.front().empty()) return first_word;
  std::size_t combinations = 1;
  std::string text;
  for (std::size_t axis = 0; axis < places.front().size(); ++axis) {
    std::vector<std::string> values;
    for (const trace::Axes& place : places) add_new(values, place[axis].second);
    combinations *= values.size();
    text += fmt::format("{}{} {}", axis == 0 ? "" : ", ", places.front()[axis].first, listed(values));
  }
  std::string lower = first_word;
  lower.front() = static_cast<char>(lower.front() - 'A' + 'a');
  return fmt::format("With {}, {}", combinations == places.size() ? text : one_by_one(places), lower);
}

/// "at about bytes 213, " or "at about bytes 213 to 260, "; empty where there is no single value.
std::string about(const Told& told) {
  if (told.at.empty()) return "";
  const auto [low, high] = std::ranges::minmax(told.at, {}, &Fraction::part);
  const std::string least = value_text(low);
  const std::string most = value_text(high);
  return fmt::format("at about {} {}{}, ", told.course->axis, least, least == most ? "" : " to " + most);
}

/// What stands behind the interval.
std::string certainty(const Crossover& crossover) {
  if (!crossover.samples) return crossover.certain ? "for certain" : "by p50 alone";
  const auto count = [](std::int64_t n) { return n == 1'000 ? "1,000" : fmt::format("{}", n); };
  std::string text =
      fmt::format("in {} of {} resamples", count(crossover.samples->turned), count(Resampling::count));
  if (crossover.samples->turned > 0)
    text += fmt::format(", nine of ten of these between {} and {}", value_text(*crossover.low),
                        value_text(*crossover.high));
  return text;
}

}  // namespace

std::vector<std::string> crossover_sentences(const trace::Result& result) {
  const std::vector<Course> courses = courses_of(result);
  std::vector<Told> all;
  std::int64_t resampled = 0;
  for (const Course& course : courses) {
    for (const Crossover& each : course.crossovers) {
      // What samples say of one course is no other's.
      tell(all, {.alike = {course.axis, each.from, each.to, each.before, each.after, each.at ? "at" : "",
                           each.samples ? fmt::format("{}", ++resampled) : ""},
                 .course = &course,
                 .crossover = &each});
    }
  }
  std::vector<std::string> sentences;
  for (const Told& told : all) {
    const Crossover& crossover = *told.crossover;
    sentences.push_back(
        fmt::format("{} lead passes from {} to {} {}between {}{} and {} {}{}.", opening(told.places, "The"),
                    named(result, crossover.from), named(result, crossover.to), about(told),
                    told.at.empty() ? told.course->axis + " " : "", crossover.before, crossover.after,
                    certainty(crossover), told.at.empty() ? "; where in between cannot be told" : ""));
  }
  return sentences;
}

std::vector<std::string> no_crossover_sentences(const trace::Result& result) {
  const std::vector<Course> courses = courses_of(result);
  std::vector<Told> all;
  for (const Course& course : courses) {
    if (!course.crossovers.empty()) continue;
    tell(all, {.alike = {course.axis, course.values.front(), course.values.back(),
                         course.leaders.empty() ? "" : "by", course.leaders.empty() ? "" : course.leaders.front()},
               .course = &course});
  }
  std::vector<std::string> sentences;
  for (const Told& told : all) {
    const Course& course = *told.course;
    const std::string along = fmt::format("{} {} {} to {}", opening(told.places, "Along"), course.axis,
                                          course.values.front(), course.values.back());
    sentences.push_back(course.leaders.empty() ? along + " nobody leads alone: there is no crossover."
                                               : fmt::format("{} nobody passes {}: there is no crossover.", along,
                                                             named(result, course.leaders.front())));
  }
  return sentences;
}

}  // namespace gin::reports
