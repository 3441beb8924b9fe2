// What shipped models say about their own numbers: copies from another stack are equal to the original, and the
// READMEs count the grades that the files have.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "core/base/json.hpp"
#include "models/load.hpp"

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
  for (const auto& [name, description] : shipped_stacks()) collect(stack_document(name), "", all[name]);
  return all;
}

/// Of "as in NAME, whose source is there" the name; empty where a source does not say so. (g++ 12 warns about its
/// own std::regex under sanitizers.)
std::string original_of(const std::string& source) {
  const std::string before = "as in ", after = ", whose source is there";
  const std::size_t end = source.find(after);
  if (end == std::string::npos) return "";
  const std::size_t begin = source.rfind(before, end);
  return begin == std::string::npos ? "" : source.substr(begin + before.size(), end - begin - before.size());
}

TEST(StackSources, NumbersTakenFromAnotherStackAreItsNumbers) {
  const auto all = stacks();
  int copies = 0;
  for (const auto& [name, numbers] : all) {
    for (const auto& [place, number] : numbers) {
      const auto source = number.at("source").get<std::string>();
      const std::string original = original_of(source);
      if (original.empty()) continue;
      ASSERT_TRUE(all.contains(original)) << name << place << ": " << source;
      EXPECT_EQ(number.at("value"), all.at(original).at(place).at("value")) << name << place << ": " << source;
      ++copies;
    }
  }
  EXPECT_GT(copies, 0) << "no source says so any more: drop this test or mend its words";
}

/// The README of `folder` has a line for `name` that ends in the counts of its grades.
void expect_readme_counts(const std::string& folder, const std::string& name, const Numbers& numbers) {
  std::ifstream file(std::filesystem::path(GINLAB_SOURCE_DIR) / "models" / folder / "README.md");
  std::stringstream readme;
  readme << file.rdbuf();
  std::map<std::string, int> grades;
  for (const auto& [place, number] : numbers) ++grades[number.at("grade").get<std::string>()];
  std::ostringstream counts;
  for (const char* grade : {"measured", "published", "second-hand", "estimated"}) counts << " | " << grades[grade];
  const std::string text = readme.str();
  const std::size_t row = text.find("\n| `" + name + "` |");
  ASSERT_NE(row, std::string::npos) << name;
  const std::string line = text.substr(row + 1, text.find('\n', row + 1) - row - 1);
  EXPECT_TRUE(line.ends_with(counts.str() + " |")) << name << " needs the counts" << counts.str() << " |";
}

TEST(StackSources, ReadmeCountsTheGradesOfEachStack) {
  for (const auto& [name, numbers] : stacks()) expect_readme_counts("stacks", name, numbers);
}

TEST(ProfileSources, ReadmeCountsTheGradesOfEachProfile) {
  for (const auto& [name, description] : shipped_profiles()) {
    Numbers numbers;
    collect(profile_document(name), "", numbers);
    expect_readme_counts("profiles", name, numbers);
  }
}

}  // namespace
}  // namespace gin::models
