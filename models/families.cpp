#include "models/families.hpp"

#include <nlohmann/json.hpp>
#include <span>

#include "core/base/embedded.hpp"
#include "models/part.hpp"

namespace gin::embedded {
std::span<const File> families();
}  // namespace gin::embedded

namespace gin::models {

std::vector<Family> read_families(const Json& document, const std::string& name) {
  const Part top(document, JsonPath(), name);
  top.only({"families"});
  std::vector<Family> families;
  for (std::size_t i = 0; i < top.list("families").size(); ++i) {
    const Part part = top.in("families", i);
    Family family{part.text("name"), {}, part.text("source"), part.texts("tables"), {}};
    if (family.tables.empty()) {
      part.only({"name", "source", "uncovered"});
      family.uncovered = part.text("uncovered");
    } else {
      part.only({"name", "measures", "source", "tables"});
      family.measures = part.text("measures");
    }
    families.push_back(std::move(family));
  }
  return families;
}

std::vector<Family> shipped_families() {
  const embedded::File& file = embedded::families().front();
  const std::string name(file.name);
  return read_families(parse_json(file.text, name), name);
}

}  // namespace gin::models
