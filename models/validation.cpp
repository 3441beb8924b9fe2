#include "models/validation.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>
#include <span>

#include "core/base/embedded.hpp"
#include "core/base/error.hpp"
#include "core/base/json_path.hpp"

namespace gin::embedded {
std::span<const File> validation();
}  // namespace gin::embedded

namespace gin::models {
namespace {

/// Of a decimal as JSON writes it; 0 for what has an exponent or too many digits.
std::int64_t millionths_of(const std::string& text) {
  std::int64_t number = 0;
  int decimals = -1;  // none yet
  for (const char c : text) {
    if (c == '.' && decimals < 0) {
      decimals = 0;
    } else if (c < '0' || c > '9' || decimals == 6 || number > INT64_MAX / 10'000'000'000) {
      return 0;
    } else {
      number = number * 10 + (c - '0');
      decimals += decimals < 0 ? 0 : 1;
    }
  }
  for (int i = decimals < 0 ? 0 : decimals; i < 6; ++i) number *= 10;
  return number;
}

/// One object of the document: what it must have, and nothing else.
class Part {
 public:
  Part(const Json& node, JsonPath path, const std::string& file)
      : node_(node), path_(std::move(path)), file_(file) {
    if (!node.is_object()) refuse(path_, "an object", node);
  }

  void only(const std::set<std::string>& known) const {
    for (const auto& [key, value] : node_.items())
      if (!known.contains(key)) refuse(path_ / key, "no such key", value);
  }
  std::string text(const char* key) const {
    const Json& value = at(key);
    if (!value.is_string() || value.get_ref<const std::string&>().empty()) refuse(path_ / key, "a text", value);
    return value.get<std::string>();
  }
  std::string text_or_none(const char* key) const { return node_.contains(key) ? text(key) : std::string(); }
  std::int64_t millionths(const char* key) const {
    const Json& value = at(key);
    const std::int64_t number = value.is_number() ? millionths_of(value.dump()) : 0;
    if (number <= 0) refuse(path_ / key, "a number above 0 with at most six decimals", value);
    return number;
  }
  bool flag(const char* key) const {
    if (!node_.contains(key)) return false;
    if (!node_[key].is_boolean()) refuse(path_ / key, "true or false", node_[key]);
    return node_[key].get<bool>();
  }
  std::vector<std::string> texts(const char* key) const {
    std::vector<std::string> all;
    for (const Json& value : list(key)) {
      if (!value.is_string()) refuse(path_ / key, "texts", value);
      all.push_back(value.get<std::string>());
    }
    return all;
  }
  /// Empty where the key is missing.
  const Json& list(const char* key) const {
    static const Json none = Json::array();
    if (!node_.contains(key)) return none;
    if (!node_[key].is_array()) refuse(path_ / key, "an array", node_[key]);
    return node_[key];
  }
  const Json& at(const char* key) const {
    if (!node_.contains(key)) refuse(path_ / key, "a value", std::string("nothing"));
    return node_[key];
  }
  Part in(const char* key, std::size_t index) const { return {list(key)[index], path_ / key / index, file_}; }
  const JsonPath& path() const { return path_; }

  [[noreturn]] void refuse(const JsonPath& path, const std::string& expected, const std::string& came) const {
    throw Error(Code::bad_input, fmt::format("{}: {}: expected {}, got {}", file_, path.text(), expected, came));
  }
  [[noreturn]] void refuse(const JsonPath& path, const std::string& expected, const Json& came) const {
    refuse(path, expected, shown(came));
  }

 private:
  const Json& node_;
  JsonPath path_;
  const std::string& file_;
};

FigureKind figure_of(const Part& part) {
  const std::string word = part.text("figure");
  if (word == "time") return FigureKind::time;
  if (word == "rate") return FigureKind::rate;
  if (word == "bandwidth") return FigureKind::bandwidth;
  part.refuse(part.path() / "figure", "time, rate or bandwidth", Json(word));
}

ValidationCase case_of(const Part& part, std::size_t columns) {
  part.only({"id", "at", "expected", "sets"});
  ValidationCase one{part.text("id"), {}, part.millionths("expected"), part.text_or_none("sets")};
  for (const Json& value : part.list("at"))
    one.at.push_back(value.is_string() ? value.get<std::string>() : value.dump());
  if (one.at.size() != columns)
    part.refuse(part.path() / "at", fmt::format("{} values, one for each column", columns), part.at("at"));
  return one;
}

}  // namespace

const char* unit_of(FigureKind figure) {
  constexpr const char* units[] = {"us", "Mmsg/s", "GB/s"};
  return units[static_cast<std::size_t>(figure)];
}

ValidationTable read_validation(const Json& document, const std::string& name) {
  const Part top(document, JsonPath(), name);
  top.only({"family", "source", "figure", "amount", "launched", "scenario", "columns", "cases", "left_out"});
  ValidationTable table;
  table.name = name;
  table.family = top.text("family");
  table.source = top.text("source");
  table.figure = figure_of(top);
  table.amount = top.texts("amount");
  table.launched = top.flag("launched");
  table.scenario = top.at("scenario").dump();
  table.columns = top.texts("columns");
  for (std::size_t i = 0; i < top.list("cases").size(); ++i)
    table.cases.push_back(case_of(top.in("cases", i), table.columns.size()));
  for (std::size_t i = 0; i < top.list("left_out").size(); ++i) {
    const Part part = top.in("left_out", i);
    part.only({"id", "why"});
    table.left_out.push_back({part.text("id"), part.text("why")});
  }
  return table;
}

std::vector<ValidationTable> shipped_validation() {
  std::vector<ValidationTable> tables;
  for (const embedded::File& file : embedded::validation()) {
    const std::string name(file.name);
    tables.push_back(read_validation(parse_json(file.text, name), name));
  }
  return tables;
}

}  // namespace gin::models
