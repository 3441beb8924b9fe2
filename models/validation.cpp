#include "models/validation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <span>

#include "core/base/embedded.hpp"
#include "core/base/error.hpp"
#include "core/base/json_path.hpp"
#include "models/cost/function.hpp"
#include "models/load.hpp"
#include "models/part.hpp"

namespace gin::embedded {
std::span<const File> validation();
}  // namespace gin::embedded

namespace gin::models {
namespace {

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

/// "profile.nic.mtu_bytes" is nic.mtu_bytes of a profile; null where there is none.
const Field* field_of_model(const std::string& path) {
  static const FieldTable of_profile = profile_fields(), of_stack = stack_fields();
  const std::size_t prefix = path.find('.') + 1;
  if (path.starts_with("profile.")) return of_profile.find(path.substr(prefix));
  return path.starts_with("stack.") ? of_stack.find(path.substr(prefix)) : nullptr;
}

/// A column of a model table names an input, a file, or a number or rule in one of them.
bool may_be_set(const std::string& column, const cost::Function& function) {
  const Field* const field = field_of_model(column);
  return column == "profile" || column == "stack" || function.inputs.find(column) != nullptr ||
         (field != nullptr && may_be_overridden(*field));
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

bool is_number(const std::string& path) {
  const Field* const field = field_of_model(path);
  return field != nullptr && field->kind == FieldKind::quantity;
}

ValidationCase case_of(const Part& part, std::size_t columns, const std::string& from) {
  part.only({"id", "at", "expected", "sets", "from"});
  ValidationCase one{
      part.text("id"), {}, part.millionths("expected"), part.text_or_none("sets"), part.text_or_none("from")};
  if (one.from.empty()) one.from = from;
  for (const Json& value : part.list("at"))
    one.at.push_back(value.is_string() ? value.get<std::string>() : value.dump());
  if (one.at.size() != columns)
    part.refuse(part.path() / "at", fmt::format("{} values, one for each column", columns), part.at("at"));
  if (!one.sets.empty() && !is_number(one.sets))
    part.refuse(part.path() / "sets", "a number of a profile or stack, such as profile.nic.mtu_bytes",
                Json(one.sets));
  return one;
}

void read_cases(const Part& top, ValidationTable& table) {
  std::set<std::string> names;
  if (top.list("cases").empty()) top.refuse(top.path() / "cases", "an array of cases", std::string("none"));
  for (std::size_t i = 0; i < top.list("cases").size(); ++i) {
    const Part part = top.in("cases", i);
    table.cases.push_back(case_of(part, table.columns.size(), top.text_or_none("from")));
    const std::string& id = table.cases.back().id;
    if (!names.insert(id).second) part.refuse(part.path() / "id", "a name that no other case has", Json(id));
  }
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
  std::set<std::string> keys = {"kind",   "family",  "source", "from",     "figure",
                                "amount", "columns", "cases",  "left_out", "falls_short"};
  if (table.kind == TableKind::model)
    keys.insert({"function", "profile", "stack", "inputs"});
  else
    keys.insert({"launched", "besides_us", "scenario"});
  top.only(keys);
  table.name = name;
  table.family = top.text("family");
  table.source = top.text("source");
  table.figure = figure_of(top);
  table.amount = read_amount(top);
  table.columns = top.texts("columns");
  table.falls_short = top.text_or_none("falls_short");
  if (table.kind == TableKind::model) {
    read_call(top, table);
  } else {
    table.launched = top.flag("launched");
    if (top.has("besides_us")) table.besides = Duration{top.millionths("besides_us")};
    table.scenario = top.at("scenario").dump();
  }
  read_cases(top, table);
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

std::vector<ValidationTable> read_tables(const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code wrong;
  std::vector<std::string> files;
  for (fs::directory_iterator at(folder, wrong); !wrong && at != fs::directory_iterator(); at.increment(wrong))
    if (at->path().extension() == ".json") files.push_back(at->path().string());
  if (wrong || files.empty())
    throw Error(Code::bad_input, fmt::format("{}: expected a folder with tables of figures (NAME.json), got {}",
                                             in_quotes(folder), wrong ? wrong.message() : "none in it"));
  std::sort(files.begin(), files.end());
  std::vector<ValidationTable> tables;
  for (const std::string& file : files) tables.push_back(read_validation(read_json_file(file), file));
  return tables;
}

}  // namespace gin::models
