// Results replace what was there in one step or leave it alone, and refusals are sentences.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "cli/files.hpp"
#include "tests/unit/refusal.hpp"
#include "tests/unit/temporary_file.hpp"

namespace gin::cli {
namespace {

namespace fs = std::filesystem;

std::string content(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::size_t files_in(const std::string& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(WriteFile, ReplacesTheWholeFileAndLeavesNothingBeside) {
  const test::TemporaryFile old("r.json", "a longer text than the new one");
  write_file({.option = "--golden", .path = old.path()}, "new\n");
  EXPECT_EQ(content(old.path()), "new\n");
  EXPECT_EQ(files_in(old.folder()), 1u);
}

TEST(WriteFile, NeverChangesTheFileThatSomebodyHasOpen) {
  const test::TemporaryFile old("r.json", "old");
  std::ifstream reader(old.path());
  write_file({.option = "--golden", .path = old.path()}, "new");
  std::string word;
  reader >> word;
  EXPECT_EQ(word, "old");
}

TEST(WriteFile, RefusesAFolderThatIsNotThere) {
  const test::TemporaryFile file("r.json", "");
  const std::string path = file.folder() + "/no/r.json";
  EXPECT_EQ(test::refusal([&] { write_file({.option = "--golden", .path = path}, "x"); }),
            "--golden \"" + path + "\": expected a place to write to, got: No such file or directory");
}

TEST(WriteFile, RefusesToRenameOverADevice) {
  EXPECT_EQ(test::refusal([] { write_file({.option = "--golden", .path = "/dev/null"}, "x"); }),
            "--golden \"/dev/null\": expected the name of a plain file or a new one, got: neither");
  EXPECT_FALSE(fs::is_regular_file("/dev/null"));
}

TEST(WriteFile, RefusesAFolder) {
  const test::TemporaryFile file("r.json", "");
  EXPECT_EQ(test::refusal([&] { write_file({.option = "--golden", .path = file.folder()}, "x"); }),
            "--golden \"" + file.folder() + "\": expected the name of a plain file or a new one, got: a folder");
}

TEST(MakeFolder, MakesThoseAboveAndAcceptsOneThatIsThere) {
  const test::TemporaryFile file("r.json", "");
  const std::string deep = file.folder() + "/a/b/c";
  make_folder({.option = "--out", .path = deep});
  make_folder({.option = "--out", .path = deep});
  make_folder({.option = "--out", .path = deep + "/d/"});
  EXPECT_TRUE(fs::is_directory(deep + "/d"));
}

TEST(MakeFolder, RefusesAFileInTheWay) {
  const test::TemporaryFile file("r.json", "");
  EXPECT_EQ(test::refusal([&] { make_folder({.option = "--out", .path = file.path()}); }),
            "--out \"" + file.path() + "\": expected a folder or a place to make one, got: Not a directory");
  EXPECT_NE(test::refusal([&] { make_folder({.option = "--out", .path = file.path() + "/x"}); }), "accepted");
}

}  // namespace
}  // namespace gin::cli
