// Files that a command leaves behind, and that it says so, in one form, whichever command it is; reading them again.
// Somebody may be reading the old one while the new one is written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/trace/result.hpp"

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

// What files are that more than one command writes.
inline constexpr const char* result_file = "result, for ginlab report and compare";
inline constexpr const char* report_page = "report page";
inline constexpr const char* report_text = "report as text";
inline constexpr const char* row_table = "rows as a table";

/// Files are written at once, for a terminal that goes away must not cost them, and spoken of when the answer is
/// out, which would scroll that away.
class WrittenFiles {
 public:
  /// `quiet`: write and say nothing.
  explicit WrittenFiles(bool quiet = false) : quiet_(quiet) {}

  /// write_file; `what` is for a person: what it holds, or what to open it with.
  void write(const FileToWrite& file, std::string_view text, const std::string& what);

  /// For a file that was written in another way.
  void note(const std::string& path, const std::string& what);

  /// "ginlab: wrote PATH (WHAT)" on standard error for each file since the last call: standard output holds
  /// answers.
  void say();

 private:
  bool quiet_;
  std::vector<std::string> unsaid_ = {};
};

/// A result.json, or a folder that holds one, as `--out` leaves it. Throws Error(bad_input) with the reason:
/// missing, broken, cut short, of another version.
trace::Result read_result(const std::string& file_or_folder);

}  // namespace gin::cli
