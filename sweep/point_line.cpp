#include "sweep/point_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/base/digest.hpp"
#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/base/json_path.hpp"
#include "core/base/printable.hpp"
#include "core/trace/row_json.hpp"

namespace gin::sweep {
namespace {

constexpr std::array<std::string_view, 3> states = {"done", "wrong", "failed"};  // in the order of the enum
constexpr std::string_view axis = "axis_";
constexpr std::size_t reason_bytes_max = 2000;  // of a line of it; it may name files, whose names hold anything

/// A number where the value is one, so that a data frame can plot it.
Json value_of(const std::string& text) {
  try {
    Json value = parse_json(text, "axis");
    if (value.is_number()) return value;
  } catch (const Error&) {
    // Text, as most words are.
  }
  return text;
}

Json opening(std::size_t point, PointState state, const std::string& reason, const Coordinates& axes) {
  Json line = {{"point", point},
               {"state", states[static_cast<std::size_t>(state)]},
               {"reason", printable(reason, reason_bytes_max)}};
  for (const auto& [name, value] : axes) line[fmt::format("{}{}", axis, name)] = value_of(value);
  return line;
}

constexpr std::string_view check = R"(,"check":")";

std::string checksum_of(std::string_view text) {
  Digest digest;
  digest.add_bytes(text.data(), text.size());
  return hex16(digest.value());
}

void verify(std::string_view line, const std::string& where) {
  constexpr std::size_t tail = check.size() + 16 + 2;
  const std::string_view told = line.size() > tail ? line.substr(line.size() - tail) : std::string_view();
  const std::string_view body = line.substr(0, line.size() - told.size());
  if (told == fmt::format("{}{}\"}}", check, checksum_of(body))) return;
  throw Error(
      Code::bad_input,
      fmt::format("{}: expected a line as the sweep wrote it, got one whose checksum {}; undo the change, or "
                  "delete the line and its point runs again",
                  where, told.starts_with(check) ? "tells of a change" : "is missing"));
}

std::string on_one_line(const Json& json) {
  return with_checksum(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

class LineReader {
 public:
  LineReader(const std::string& line, const std::string& where) : where_(where), json_(parse_json(line, where)) {
    if (!json_.is_object()) refuse("$", "an object", json_);
  }

  PointLine read() {
    PointLine line;
    const Json point = take("point"), state = take("state"), reason = take("reason");
    if (!point.is_number_unsigned()) refuse("$.point", "the number of a point", point);
    line.point = point.get<std::size_t>();
    const auto found = std::ranges::find_if(states, [&](std::string_view known) { return state == known; });
    if (found == states.end()) refuse("$.state", "\"done\", \"wrong\" or \"failed\"", state);
    line.state = static_cast<PointState>(found - states.begin());
    if (!reason.is_string()) refuse("$.reason", "a text", reason);
    line.reason = reason.get<std::string>();
    Json row = Json::object();
    for (auto& [key, value] : json_.get_ref<Json::object_t&>())
      if (!key.starts_with(axis) && key != "check") row[key] = std::move(value);
    if (line.state != PointState::failed) line.row = trace::row_from_json(row, where_);
    return line;
  }

 private:
  Json take(const std::string& key) {
    if (!json_.contains(key))
      throw Error(Code::bad_input, fmt::format("{}: $.{}: this key is required and missing", where_, key));
    Json value = std::move(json_[key]);
    json_.erase(key);
    return value;
  }

  [[noreturn]] void refuse(const char* path, const char* expected, const Json& got) const {
    throw Error(Code::bad_input, fmt::format("{}: {}: expected {}, got {}", where_, path, expected, shown(got)));
  }

  const std::string& where_;
  Json json_;
};

}  // namespace

std::string with_checksum(std::string object) {
  object.pop_back();
  return fmt::format("{}{}{}\"}}", object, check, checksum_of(object));
}

std::string line_of(std::size_t point, PointState state, const std::string& reason, const trace::Row& row) {
  Json line = opening(point, state, reason, row.axes);
  Json whole = trace::row_to_json(row);
  for (auto& [key, value] : whole.get_ref<Json::object_t&>()) line[key] = std::move(value);
  return on_one_line(line);
}

std::string failed_line(std::size_t point, const std::string& reason, const Coordinates& axes) {
  return on_one_line(opening(point, PointState::failed, reason, axes));
}

PointLine read_point_line(const std::string& line, const std::string& where) {
  verify(line, where);
  return LineReader(line, where).read();
}

}  // namespace gin::sweep
