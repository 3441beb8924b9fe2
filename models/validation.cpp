#include "models/validation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <set>
#include <span>

#include "core/base/embedded.hpp"
#include "core/base/error.hpp"
#include "core/base/json_path.hpp"
#include "models/cost/function.hpp"
#include "models/load.hpp"

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
  const Json& object(const char* key) const {
    static const Json none = Json::object();
    if (!node_.contains(key)) return none;
    if (!node_[key].is_object()) refuse(path_ / key, "an object", node_[key]);
    return node_[key];
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

TableKind kind_of(const Part& part) {
  const std::string word = part.text_or_none("kind");
  if (word.empty() || word == "scenario") return TableKind::scenario;
  if (word == "model") return TableKind::model;
  part.refuse(part.path() / "kind", "scenario or model", Json(word));
}

/// A column of a model table names an input, a file, or a number or rule in one of them.
bool may_be_set(const std::string& column, const cost::Function& function) {
  const auto overrides = [&](const FieldTable& table, const std::string& prefix) {
    const Field* const field = column.starts_with(prefix) ? table.find(column.substr(prefix.size())) : nullptr;
    return field != nullptr && may_be_overridden(*field);
  };
  return column == "profile" || column == "stack" || function.inputs.find(column) != nullptr ||
         overrides(profile_fields(), "profile.") || overrides(stack_fields(), "stack.");
}

/// What only tables of kind model have.
void read_call(const Part& top, ValidationTable& table) {
  table.function = top.text("function");
  const cost::Function* const function = cost::find_function(table.function);
  if (function == nullptr) {
    std::vector<std::string> known;
    for (const cost::Function& each : cost::functions()) known.push_back(each.name);
    top.refuse(top.path() / "function", fmt::format("one of {}", fmt::join(known, ", ")), Json(table.function));
  }
  table.profile = top.text("profile");
  table.stack = top.text_or_none("stack");
  table.inputs = top.object("inputs").dump();
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (!may_be_set(table.columns[i], *function))
      top.refuse(top.path() / "columns" / i,
                 fmt::format("an input of {}, profile, stack, or a number or rule of theirs", table.function),
                 Json(table.columns[i]));
  }
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

std::int64_t figure_value(FigureKind figure, std::int64_t amount, Duration time) {
  if (figure == FigureKind::time) return time.ps / amount;
  if (time.ps == 0) return 0;
  const std::int64_t scale = figure == FigureKind::rate ? 1'000'000'000'000 : 1'000'000'000;
  return saturated::from(static_cast<__int128>(amount) * scale / time.ps);
}

ValidationTable read_validation(const Json& document, const std::string& name) {
  const Part top(document, JsonPath(), name);
  ValidationTable table;
  table.kind = kind_of(top);
  std::set<std::string> keys = {"kind",    "family", "source",   "figure",     "amount",
                                "columns", "cases",  "left_out", "falls_short"};
  if (table.kind == TableKind::model)
    keys.insert({"function", "profile", "stack", "inputs"});
  else
    keys.insert({"launched", "scenario"});
  top.only(keys);
  table.name = name;
  table.family = top.text("family");
  table.source = top.text("source");
  table.figure = figure_of(top);
  table.amount = top.texts("amount");
  table.columns = top.texts("columns");
  table.falls_short = top.text_or_none("falls_short");
  if (table.kind == TableKind::model) {
    read_call(top, table);
  } else {
    table.launched = top.flag("launched");
    table.scenario = top.at("scenario").dump();
  }
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
