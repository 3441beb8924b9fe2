// Reading a whole file that somebody named.
#pragma once

#include <cstddef>
#include <string>

namespace gin {

struct FileToRead {
  std::string path;
  const char* what = "a file";  ///< that is expected there: "a JSON file"
  std::size_t bytes_max = 0;
};

/// Its bytes. Refuses (Code::bad_input, "PATH: expected WHAT, ...") what is missing or no plain file (a pipe would
/// be waited for, a device read without end), what holds more than bytes_max, and what cannot be opened or read.
std::string read_text_file(const FileToRead& file);

}  // namespace gin
