#include "calibrate/profile_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace gin::calibrate {
namespace {

/// As a profile takes it: times with up to three decimals, everything else whole.
std::string number(double value, const std::string& unit) {
  if (unit != "ns") return fmt::format("{}", std::llround(value));
  std::string text = fmt::format("{:.3f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace

std::string profile_text(const Calibration& calibration, const Named& named) {
  std::string text = fmt::format(
      "{{\n  \"schema\": 1,\n  \"name\": \"{}\",\n  \"description\": \"{}, as ginlab calibrate measured it on {}; what it does not "
      "measure is that of {}.\",\n  \"extends\": \"{}\",\n  \"predicts\": \"nvlink\"",
      named.name, calibration.machine, named.date, named.base, named.base);
  std::string group;
  for (const Measured& one : calibration.numbers) {
    text +=
        one.group == group ? ",\n" : fmt::format("{},\n  \"{}\": {{\n", group.empty() ? "" : "\n  }", one.group);
    group = one.group;
    const std::string spread =
        one.least == one.most
            ? ""
            : fmt::format("; between {} and {}", number(one.least, one.unit), number(one.most, one.unit));
    text += fmt::format(
        "    \"{}\": {{\"value\": {}, \"unit\": \"{}\", \"grade\": \"measured\",\n      \"source\": \"measured on {}, ginlab "
        "calibrate, {}: {}{}\"}}",
        one.name, number(one.median, one.unit), one.unit, calibration.machine, named.date, one.method, spread);
  }
  return text + (group.empty() ? "" : "\n  }") + "\n}\n";
}

}  // namespace gin::calibrate
