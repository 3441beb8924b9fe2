// A failing run made small, so that a person can read what happens in it.
#pragma once

#include "cli/one_row.hpp"

namespace gin::cli {

/// The same row with fewer PEs, agents, iterations and messages, smaller parameters and fewer delays, as far as it still
/// fails; a smaller one may need another seed.
OneRow shortened(const OneRow& failing, const RowRunner& runner);

}  // namespace gin::cli
