// Words of a command line as a person may paste them into a shell.
#pragma once

#include <string>
#include <vector>

#include "core/scenario/scenario.hpp"

namespace gin::cli {

/// Fit for a shell: in single quotes unless nothing in it is special.
std::string shell_word(const std::string& text);

/// "ginlab run FILE --backend NAME --set PATH=VALUE ...", without what is so anyway.
std::string run_command(const std::string& file, const std::string& backend,
                        const std::vector<scenario::Assignment>& sets);

}  // namespace gin::cli
