// Input for readers that take the name of a file.
#pragma once

#include <string>

#include "tests/fuzz/input.hpp"

namespace gin::fuzz {

/// Writes the input into a temporary file of this process, over the last one, and returns its name. The file goes
/// when the process ends.
const std::string& written_file(Input input);

/// False where the text is no JSON that a reader of files would look at, and refused as such. Most mutations end
/// here, without the cost of a file.
bool is_json(Input input);

}  // namespace gin::fuzz
