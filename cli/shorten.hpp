// A failing run made small, so that a person can read what happens in it.
#pragma once

#include "cli/one_row.hpp"
#include "cli/options.hpp"

namespace gin::cli {

/// The same row with fewer PEs, agents, iterations and messages, smaller parameters and fewer delays, as far as it still goes wrong in
/// that way: with too few PEs a program may fail for want of them. A smaller one may need another seed. What `options` set stays as it
/// is: nobody knows here what a parameter means.
OneRow shortened(const OneRow& failing, Came kind, const RunOptions& options, const RowRunner& runner);

}  // namespace gin::cli
