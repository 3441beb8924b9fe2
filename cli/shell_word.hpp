// Words of a command line as a person may paste them into a shell.
#pragma once

#include <string>
#include <vector>

#include "cli/options.hpp"
#include "core/scenario/scenario.hpp"

namespace gin::cli {

/// Fit for a shell: in single quotes unless nothing in it is special.
std::string shell_word(const std::string& text);

/// "ginlab run FILE --backend NAME --set PATH=VALUE ...", without what is so anyway; ginlab as these options had it called.
std::string run_command(const RunOptions& by, const std::string& file,
                        const std::vector<scenario::Assignment>& sets);

}  // namespace gin::cli
