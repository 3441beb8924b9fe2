#include "cli/result_files.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/base/error.hpp"

namespace gin::cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, const char* got) {
  throw Error(Code::bad_input,
              fmt::format("{}: expected a result.json or a folder that holds one, got {}", path.string(), got));
}

}  // namespace

trace::Result read_result(const std::string& file_or_folder) {
  std::error_code unknown;
  fs::path path(file_or_folder);
  if (fs::is_directory(path, unknown)) path /= "result.json";
  if (!fs::exists(path, unknown)) refuse(path, "nothing; check the name");
  if (fs::is_directory(path, unknown)) refuse(path, "a folder");
  std::ifstream in(path, std::ios::binary);
  if (!in) refuse(path, "a file that cannot be opened; check its permissions");
  std::ostringstream text;
  text << in.rdbuf();
  if (in.bad()) refuse(path, "a read error half way");
  return trace::from_json(std::move(text).str(), path.string());
}

}  // namespace gin::cli
