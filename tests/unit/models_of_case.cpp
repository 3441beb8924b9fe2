#include "tests/unit/models_of_case.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/json.hpp"

namespace gin::test {

ModelsOfCase models_of(const models::ValidationTable& table, const models::ValidationCase& one) {
  const auto of = [&](const std::string& column, const std::string& otherwise) {
    const auto at = std::ranges::find(table.columns, column);
    return at == table.columns.end() ? otherwise : one.at[static_cast<std::size_t>(at - table.columns.begin())];
  };
  if (table.kind == models::TableKind::model) return {of("profile", table.profile), of("stack", table.stack)};
  const Json scenario = Json::parse(table.scenario);
  return {of("cluster.profile", scenario.at("cluster").at("profile")), of("stack", scenario.at("stack"))};
}

}  // namespace gin::test
