#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/base/json_path.hpp"
#include "core/scenario/axis.hpp"
#include "core/scenario/axis_text.hpp"
#include "core/scenario/compare_set.hpp"
#include "core/scenario/expand.hpp"
#include "core/scenario/fields.hpp"
#include "core/scenario/reader.hpp"
#include "core/scenario/scenario.hpp"

namespace gin::scenario {
namespace {

/// The program comes before all else: it decides which parameters the other assignments may name.
void apply_program(Json& document, const std::vector<Assignment>& sets, const Vocabulary& words,
                   const std::string& file) {
  const FieldTable common = common_fields(words);
  for (const Assignment& set : sets) {
    if (set.path == "program" && document.is_object())
      apply_sets(document, {set}, {.table = common, .numbers = words.numbers}, {}, file);
  }
}

/// Where it stands on each axis, what that sets, and its document, without a compare block.
struct Row {
  std::vector<Variant::Coordinate> coordinates;
  std::vector<Assignment> sets;
  Json document;
};

/// The product of all axes, first axis slowest; one row when there are none.
std::vector<Row> rows_of(const Json& document, const std::vector<Axis>& axes, const std::string& file) {
  std::vector<Row> rows(1, {.coordinates = {}, .sets = {}, .document = document});
  rows.front().document.erase("compare");
  for (const Axis& axis : axes) {
    std::vector<Row> longer;
    for (const Row& row : rows) {
      for (const Choice& choice : axis.choices) {
        Row& next = longer.emplace_back(row);
        next.coordinates.push_back({.axis = axis.name, .value = choice.label});
        for (std::size_t i = 0; i < choice.targets.size(); ++i) {
          const Json& value = choice.values[i];
          choice.targets[i].assign(next.document, value, file);
          next.sets.push_back(
              {choice.targets[i].name(), value.is_string() ? value.get<std::string>() : value.dump()});
        }
      }
    }
    rows = std::move(longer);
  }
  return rows;
}

std::vector<Variant> variants_of(Json document, const std::string& file, const std::vector<Assignment>& sets,
                                 const Vocabulary& words, const std::vector<AxisText>& more_axes = {}) {
  const Reader reader(file, words);
  apply_program(document, sets, words, file);
  const FieldTable table = fields_of(reader.program_of(document), words);
  const Names names{.table = table, .numbers = words.numbers};
  // Before the axes are read, so that a field whose axis is dropped can be set.
  apply_compare_sets(document, sets, names, file);
  apply_axes(document, more_axes, names);
  const std::vector<Axis> axes = read_axes(document, names, file);
  apply_sets(document, sets, names, axes, file);
  reader.read(document);  // whole and sound by itself, also where an axis replaces it

  std::vector<Variant> variants;
  for (Row& row : rows_of(document, axes, file)) {
    Variant variant;
    variant.coordinates = std::move(row.coordinates);
    variant.sets = std::move(row.sets);
    variant.document = row.document.dump(-1, ' ', false, Json::error_handler_t::replace);
    try {
      variant.scenario = reader.read(row.document);
      reader.check_limits(row.document, variant.scenario);
    } catch (const Error& error) {
      throw in_row(error, variant.coordinates);
    }
    variants.push_back(std::move(variant));
  }
  return variants;
}

}  // namespace

Error in_row(const Error& error, const std::vector<Variant::Coordinate>& coordinates) {
  if (coordinates.empty()) return error;
  std::vector<std::string> at;
  for (const Variant::Coordinate& coordinate : coordinates) {
    // A label may be any text of the file; quoting it keeps the message on one line.
    const std::string label = in_quotes(coordinate.value);
    at.push_back(fmt::format("{}={}", coordinate.axis, std::string_view(label).substr(1, label.size() - 2)));
  }
  return {error.code(), fmt::format("{} (in row {})", error.what(), fmt::join(at, ", "))};
}

std::vector<Variant> load(const std::string& file, const std::vector<Assignment>& sets, const Vocabulary& words,
                          const std::vector<AxisText>& axes) {
  return variants_of(read_json_file(file), file, sets, words, axes);
}

std::vector<Variant> load_text(const std::string& text, const std::string& where,
                               const std::vector<Assignment>& sets, const Vocabulary& words) {
  return variants_of(parse_json(text, where), where, sets, words);
}

}  // namespace gin::scenario
