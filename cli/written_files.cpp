#include "cli/written_files.hpp"

#include <fmt/format.h>

#include "cli/console.hpp"

namespace gin::cli {

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
