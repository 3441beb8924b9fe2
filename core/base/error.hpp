// One exception class for the control path. The data path never throws (core/STYLE.md).
#pragma once

#include <stdexcept>
#include <string>

namespace gin {

/// What went wrong, in the terms a caller can act on. The command maps these to exit codes.
enum class Code {
  bad_usage,        ///< the command line: exit 2
  bad_input,        ///< a scenario, profile, stack or result file: exit 2
  unavailable,      ///< a backend or path cannot run here or cannot do this: exit 2
  failed,           ///< the run itself failed: a check of the program's calls, a machine that gave up: exit 1
  hung,             ///< nobody goes on any more, or all look in vain: exit 1
  wrong_data,       ///< the run ended and its data is wrong: exit 1
  said_by_another,  ///< another process of the same job says what failed: exit 1
};

/// The message reads "where: what was expected, what came, what to do".
class Error : public std::runtime_error {
 public:
  Error(Code code, const std::string& message) : std::runtime_error(message), code_(code) {}
  Code code() const { return code_; }
  int exit_code() const { return code_ >= Code::failed ? 1 : 2; }

 private:
  Code code_;
};

}  // namespace gin
