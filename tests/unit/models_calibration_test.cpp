// Figures that set numbers are kept apart from figures that are predicted: few of a family, one for each number,
// and of a curve no more than fix it.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "core/base/json_path.hpp"
#include "tests/unit/models_of_case.hpp"

namespace gin::models {
namespace {

struct CalibrationShare {
  std::size_t calibration = 0, all = 0;
};

/// Families as `ginlab accuracy` sums them up: runs apart from calls of cost functions.
std::map<std::string, CalibrationShare> shares(const std::vector<ValidationTable>& tables) {
  std::map<std::string, CalibrationShare> families;
  for (const ValidationTable& table : tables) {
    CalibrationShare& share = families[table.family + (table.kind == TableKind::model ? ", cost functions" : "")];
    share.all += table.cases.size();
    for (const ValidationCase& one : table.cases) share.calibration += one.sets.empty() ? 0 : 1;
  }
  return families;
}

TEST(ShippedCalibration, IsAThirdOfAFamilyAtMost) {
  for (const auto& [family, share] : shares(shipped_validation()))
    EXPECT_LE(3 * share.calibration, share.all)
        << family << ": " << share.calibration << " of " << share.all << " figures set a number";
}

Json file_of(const std::string& folder, const std::string& name) {
  const std::filesystem::path models = std::filesystem::path(GINLAB_SOURCE_DIR) / "models";
  std::ifstream file(models / folder / (name + ".json"));
  return Json::parse(file);
}

/// The file in which the number stands: the table, where its runs have a value of their own, or the profile or
/// stack of the case, or what that extends.
std::string owner_of(const ValidationTable& table, const ValidationCase& one) {
  const std::size_t dot = one.sets.find('.');
  const bool of_stack = one.sets.starts_with("stack.");
  if (table.kind == TableKind::scenario) {
    const Json own = Json::parse(table.scenario)
                         .value("override", Json::object())
                         .value(of_stack ? "stack" : "profile", Json::object());
    if (own.contains(one.sets.substr(dot + 1))) return table.name + ", " + one.sets;
  }
  const test::ModelsOfCase models = test::models_of(table, one);
  std::string name = of_stack ? models.stack : models.profile;
  const std::string place = pointer_text(one.sets.substr(dot + 1));
  const std::string folder = of_stack ? "stacks" : "profiles";
  for (Json file = file_of(folder, name); !file.contains(Json::json_pointer(place)); file = file_of(folder, name)) {
    if (!file.contains("extends")) return "no file that " + name + " extends";
    name = file.at("extends");
  }
  return folder + "/" + name + place;
}

/// Every number, and the figures that set it.
std::map<std::string, std::vector<std::string>> set_by(const std::vector<ValidationTable>& tables) {
  std::map<std::string, std::vector<std::string>> numbers;
  for (const ValidationTable& table : tables)
    for (const ValidationCase& one : table.cases)
      if (!one.sets.empty()) numbers[owner_of(table, one)].push_back(table.name + ", " + one.id);
  return numbers;
}

TEST(ShippedCalibration, SetsEachNumberByOneFigure) {
  const auto numbers = set_by(shipped_validation());
  EXPECT_FALSE(numbers.empty());
  for (const auto& [number, figures] : numbers) {
    EXPECT_FALSE(number.starts_with("no file")) << number << ": " << figures.front();
    EXPECT_EQ(figures.size(), 1U) << number << " is set by " << figures.front() << " and " << figures.back();
  }
}

bool reads_as_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789.") == std::string::npos;
}

TEST(ShippedCalibration, IsTwoPointsOfACurveAtMost) {
  for (const ValidationTable& table : shipped_validation()) {
    for (std::size_t along = 0; along < table.columns.size(); ++along) {
      std::map<std::vector<std::string>, std::size_t> curves;
      for (const ValidationCase& one : table.cases) {
        if (!reads_as_number(one.at[along]) || one.sets.empty()) continue;
        std::vector<std::string> others = one.at;
        others[along].clear();
        EXPECT_LE(++curves[others], 2U) << table.name << " along " << table.columns[along] << ": " << one.id;
      }
    }
  }
}

}  // namespace
}  // namespace gin::models
