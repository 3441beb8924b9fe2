// Files that a run leaves behind. Somebody may be reading the old one while the new one is written.
#pragma once

#include <string>
#include <string_view>

namespace gin::cli {

/// Puts the whole text into place or leaves what was there: a temporary file beside it is renamed. `option`
/// opens the message ("--golden"). Throws Error(bad_usage).
struct FileToWrite {
  std::string option;
  std::string path;
};
void write_file(const FileToWrite& file, std::string_view text);

/// Makes the folder and those above it. Throws Error(bad_usage).
void make_folder(const FileToWrite& folder);

}  // namespace gin::cli
