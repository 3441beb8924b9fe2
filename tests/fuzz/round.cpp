#include "tests/fuzz/round.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>

#include "tests/fuzz/seeds.hpp"

// Read by the sanitizers when they start, nothing otherwise: their findings end by SIGABRT too, and so are noted.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "abort_on_error=1";
}
extern "C" const char* __ubsan_default_options();
extern "C" const char* __ubsan_default_options() {
  return "abort_on_error=1:print_stacktrace=1";
}

namespace gin::fuzz {
namespace {

constexpr std::array deadly = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE};

/// All that a signal handler can read: no memory is to be trusted any more.
std::array<char, 256> note{};
std::size_t note_size = 0;
std::array<struct sigaction, deadly.size()> former{};

/// Prints the note and lets the signal do what it would have done without: a fault is taken again on return.
void on_signal(int signal) {
  static_cast<void>(!::write(STDERR_FILENO, note.data(), note_size));
  for (std::size_t i = 0; i < deadly.size(); ++i)
    if (deadly[i] == signal) ::sigaction(signal, &former[i], nullptr);
}

}  // namespace

Round::Round(std::uint64_t seed)
    : trace_(__FILE__, __LINE__, "repeat with: " + repeat_command("fuzz_tests", std::to_string(seed))) {
  const std::string line = "crashed; repeat with: " + repeat_command("fuzz_tests", std::to_string(seed)) + "\n";
  note_size = std::min(line.size(), note.size());
  std::copy_n(line.begin(), note_size, note.begin());
  struct sigaction action {};
  action.sa_handler = on_signal;
  for (std::size_t i = 0; i < deadly.size(); ++i) ::sigaction(deadly[i], &action, &former[i]);
}

Round::~Round() {
  for (std::size_t i = 0; i < deadly.size(); ++i) ::sigaction(deadly[i], &former[i], nullptr);
}

}  // namespace gin::fuzz
