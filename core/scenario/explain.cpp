#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/base/json_path.hpp"
#include "core/scenario/fields.hpp"
#include "core/scenario/scenario.hpp"

namespace gin::scenario {
namespace {

std::string preset(const Field& field) {
  if (!field.default_value) return "required";
  return "default " + std::visit([](const auto& value) { return Json(value).dump(); }, *field.default_value);
}

std::string described(const Field& field) {
  return fmt::format("{}: {}; {}\n  {}\n", field.path, expectation(field), preset(field), field.text);
}

/// True for "cluster.nodes" below "cluster".
bool lies_below(const std::string& path, const std::string& parent) {
  return path.rfind(parent + ".", 0) == 0;
}

/// Scenario files write a parameter without its program's name: "params.block_bytes".
std::string as_written(const std::string& path) {
  if (!lies_below(path, "params")) return path;
  const auto program_ends = path.find('.', std::string("params.").size());
  return "params" + path.substr(program_ends);
}

}  // namespace

std::string explain(const std::string& field, const Vocabulary& words) {
  const FieldTable table = fields(words);
  std::string text;
  std::string set_with;
  std::vector<std::string> known;
  for (const Section& section : sections()) {
    known.push_back(section.path);
    if (section.path == field) text += fmt::format("{}\n  {}\n\n", section.path, section.text);
  }
  for (const Field& candidate : table.fields()) {
    known.push_back(candidate.path);
    const std::string written = as_written(candidate.path);
    if (candidate.path == field || written == field) set_with = written;
    if (candidate.path == field || written == field || lies_below(candidate.path, field))
      text += described(candidate);
  }
  if (text.empty()) {
    throw Error(Code::bad_usage, fmt::format("explain {}: expected a field or section of a scenario{}",
                                             in_quotes(field), did_you_mean(field, known)));
  }
  if (!set_with.empty()) {
    text += fmt::format(
        "\nSet it with --set {0}=VALUE; compare it with {{\"field\": \"{0}\", \"values\": [...]}} in the file, or\n"
        "ginlab sweep --axis {0}=VALUE,VALUE.\n",
        set_with);
  }
  return text;
}

}  // namespace gin::scenario
