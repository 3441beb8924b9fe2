#include "core/softverbs/settings.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <type_traits>

namespace softverbs {
namespace {

/// False where the variable holds something that `take` does not take.
template <class Take>
bool read(const char* name, const std::string& expected, Take take) {
  const char* text = std::getenv(name);
  if (!text || take(text)) return true;
  std::fprintf(stderr, "softverbs: expected %s in %s, came \"%s\"; there are no devices\n", expected.c_str(), name,
               text);
  return false;
}

std::optional<Settings> read_all() {
  constexpr unsigned long long any = ~0ull, thousand = 1000, second_us = 1'000'000, efa_capabilities = 127;
  constexpr std::size_t letters_max = 32;
  Settings made;
  // It becomes part of a file's name.
  bool fine = read("SOFTVERBS_FABRIC", "1 to " + std::to_string(letters_max) + " letters and digits",
                   [&made](const std::string& text) {
                     made.fabric = text;
                     return !text.empty() && text.size() <= letters_max &&
                            std::ranges::all_of(text, [](unsigned char one) { return std::isalnum(one) != 0; });
                   });
  const auto take = [&fine](const char* name, unsigned long long most, auto& value) {
    fine = fine && read(name, "a number from 0 to " + std::to_string(most), [&](const char* text) {
             char* end = nullptr;
             errno = 0;
             const unsigned long long number = std::strtoull(text, &end, 10);
             value = static_cast<std::remove_reference_t<decltype(value)>>(number);
             return std::isdigit(static_cast<unsigned char>(*text)) && *end == '\0' && errno == 0 && number <= most;
           });
  };
  take("SOFTVERBS_HOST", hosts_max - 1, made.host);
  take("SOFTVERBS_NICS", nics_max, made.nics);
  take("SOFTVERBS_DOWN", nics_max, made.down);
  take("SOFTVERBS_REGISTERED", any, made.registered);
  take("SOFTVERBS_EFA", efa_capabilities, made.efa);
  take("SOFTVERBS_SEED", any, made.seed);
  take("SOFTVERBS_DELAY_US", second_us, made.delay_us);
  take("SOFTVERBS_LOSS", thousand, made.loss);
  take("SOFTVERBS_NOT_READY", thousand, made.not_ready);
  take("SOFTVERBS_ERRORS", thousand, made.errors);
  take("SOFTVERBS_REORDER", thousand, made.reorder);
  take("SOFTVERBS_YIELD", second_us, made.yield_after);
  return fine ? std::optional(made) : std::nullopt;
}

}  // namespace

const Settings* settings() {
  // Never destroyed: a library that is loaded longer than this one closes its devices when all else is over.
  static const auto& once = *new std::optional<Settings>(read_all());
  return once ? &*once : nullptr;
}

}  // namespace softverbs
