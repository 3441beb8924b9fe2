#include "cli/result_files.hpp"

#include <filesystem>

#include "core/base/text_file.hpp"

namespace gin::cli {

trace::Result read_result(const std::string& file_or_folder) {
  std::error_code unknown;
  std::filesystem::path path(file_or_folder);
  if (std::filesystem::is_directory(path, unknown)) path /= "result.json";
  const FileToRead file{.path = path.string(),
                        .what = "a result.json or a folder that holds one",
                        .bytes_max = trace::result_bytes_max};
  return trace::from_json(read_text_file(file), file.path);
}

}  // namespace gin::cli
