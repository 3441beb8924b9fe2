// What shipped models say about their own numbers: copies from another stack are equal to the original, and the
// README counts the grades that the files have.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <string>

#include "core/base/embedded.hpp"
#include "core/base/json.hpp"

namespace gin::embedded {
std::span<const File> stacks();
}  // namespace gin::embedded

namespace gin::models {
namespace {

/// Every shipped stack by name, its numbers by place: "/gpu/build_ns".
using Numbers = std::map<std::string, Json>;

void collect(const Json& node, const std::string& place, Numbers& into) {
  for (const auto& [key, child] : node.items()) {
    if (!child.is_object()) continue;
    if (child.contains("value"))
      into[place + "/" + key] = child;
    else
      collect(child, place + "/" + key, into);
  }
}

std::map<std::string, Numbers> stacks() {
  std::map<std::string, Numbers> all;
  for (const auto& file : embedded::stacks()) {
    const std::string name(file.name);
    collect(parse_json(file.text, name), "", all[name]);
  }
  return all;
}

TEST(StackSources, NumbersTakenFromAnotherStackAreItsNumbers) {
  const auto all = stacks();
  const std::regex taken("as in ([a-z-]+), whose source is there");
  int copies = 0;
  for (const auto& [name, numbers] : all) {
    for (const auto& [place, number] : numbers) {
      std::smatch from;
      const auto source = number.at("source").get<std::string>();
      if (!std::regex_search(source, from, taken)) continue;
      ASSERT_TRUE(all.contains(from[1])) << name << place << ": " << source;
      EXPECT_EQ(number.at("value"), all.at(from[1]).at(place).at("value")) << name << place << ": " << source;
      ++copies;
    }
  }
  EXPECT_GT(copies, 0) << "no source says so any more: drop this test or mend its words";
}

TEST(StackSources, ReadmeCountsTheGradesOfEachStack) {
  std::ifstream file(std::filesystem::path(GINLAB_SOURCE_DIR) / "models" / "stacks" / "README.md");
  std::stringstream readme;
  readme << file.rdbuf();
  for (const auto& [name, numbers] : stacks()) {
    std::map<std::string, int> grades;
    for (const auto& [place, number] : numbers) ++grades[number.at("grade").get<std::string>()];
    std::ostringstream counts;
    for (const char* grade : {"measured", "published", "second-hand", "estimated"})
      counts << " | " << grades[grade];
    const std::regex line("\n\\| `" + name + "` \\|[^|\n]*" +
                          std::regex_replace(counts.str(), std::regex("\\|"), "\\|") + " \\|\n");
    EXPECT_TRUE(std::regex_search(readme.str(), line)) << name << " needs the counts" << counts.str() << " |";
  }
}

}  // namespace
}  // namespace gin::models
