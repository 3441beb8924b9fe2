#include "cli/files.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "cli/console.hpp"
#include "core/base/error.hpp"
#include "core/base/json_path.hpp"
#include "core/base/text_file.hpp"

namespace gin::cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const FileToWrite& file, const std::string& expected, const std::string& got) {
  throw Error(Code::bad_usage,
              fmt::format("{} {}: expected {}, got: {}", file.option, in_quotes(file.path), expected, got));
}

/// 0, or the errno of the first step that failed.
int write_to(const std::string& path, std::string_view text) {
  std::FILE* const out = std::fopen(path.c_str(), "wb");
  if (out == nullptr) return errno;
  const bool written = std::fwrite(text.data(), 1, text.size(), out) == text.size() && std::fflush(out) == 0;
  const int error = written ? 0 : errno;
  return std::fclose(out) == 0 || error != 0 ? error : errno;
}

}  // namespace

void write_file(const FileToWrite& file, std::string_view text) {
  std::error_code unknown;
  const fs::file_status status = fs::status(file.path, unknown);
  // Renaming over a device or a pipe would replace it.
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    refuse(file, "the name of a plain file or a new one", fs::is_directory(status) ? "a folder" : "neither");
  }
  const std::string temporary = fmt::format("{}.{}.tmp", file.path, ::getpid());
  int error = write_to(temporary, text);
  if (error == 0 && std::rename(temporary.c_str(), file.path.c_str()) != 0) error = errno;
  if (error == 0) return;
  std::remove(temporary.c_str());
  refuse(file, "a place to write to", std::strerror(error));
}

void make_folder(const FileToWrite& folder) {
  std::error_code error;
  fs::create_directories(folder.path, error);
  if (!error && !fs::is_directory(folder.path, error)) error = std::make_error_code(std::errc::not_a_directory);
  if (error) refuse(folder, "a folder or a place to make one", error.message());
}

trace::Result read_result(const std::string& file_or_folder) {
  std::error_code unknown;
  fs::path path(file_or_folder);
  if (fs::is_directory(path, unknown)) path /= "result.json";
  const FileToRead file{.path = path.string(),
                        .what = "a result.json or a folder that holds one",
                        .bytes_max = trace::result_bytes_max};
  return trace::from_json(read_text_file(file), file.path);
}

void WrittenFiles::write(const FileToWrite& file, std::string_view text, const std::string& what) {
  write_file(file, text);
  note(file.path, what);
}

void WrittenFiles::note(const std::string& path, const std::string& what) {
  unsaid_.push_back(fmt::format("wrote {} ({})", path, what));
}

void WrittenFiles::say() {
  for (const std::string& line : unsaid_)
    if (!quiet_) complain(line);
  unsaid_.clear();
}

}  // namespace gin::cli
