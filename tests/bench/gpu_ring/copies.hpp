// Copies from one GPU to another by its copy engines.
#pragma once

namespace gin::bench {

/// Prints a line of JSON for each size; nothing where there is one GPU. Throws Error(failed).
void measure_copies();

}  // namespace gin::bench
