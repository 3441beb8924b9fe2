// A look at something in a process of its own: what is loaded and opened for it is gone when it ends.
#pragma once

#include <chrono>
#include <functional>
#include <string>

namespace gin {

/// Forks, and returns what `look` returns there; where that process dies instead, how it died, and where it says nothing for so long,
/// that: it is killed then. Must be called while this process has one thread. An exception of `look` is returned as its text. Throws
/// Error(failed) where nothing can be forked.
std::string apart(const std::function<std::string()>& look,
                  std::chrono::milliseconds patience = std::chrono::minutes(1));

}  // namespace gin
