// Many pieces of work at once whose outcome must not show how many cores did it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace gin::cli {

/// That this process may use.
std::size_t cores();

struct InParallel {
  std::string command;  ///< opens messages
  std::size_t count = 0;
  std::size_t jobs = 0;                                      ///< pieces at a time; 0: one for each core
  std::function<std::int64_t(std::size_t piece)> value_of;   ///< runs in a process of its own
  std::function<std::string(std::size_t piece)> name_of;     ///< for the message about one whose process is gone
  std::function<void(std::size_t done)> progress = nullptr;  ///< ten times a second; may be empty
};

/// The values in order. Throws what `value_of` threw for the first piece in order that has none, after all of them
/// have been tried; Error(failed) where its process is gone, or all of it was interrupted.
std::vector<std::int64_t> in_parallel(const InParallel& work);

}  // namespace gin::cli
