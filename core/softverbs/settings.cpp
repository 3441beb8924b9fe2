#include "core/softverbs/settings.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace softverbs {
namespace {

bool refuse(const std::string& expected, const char* name, const char* came) {
  std::fprintf(stderr, "softverbs: expected %s in %s, came \"%s\"; there are no devices\n", expected.c_str(), name,
               came);
  return false;
}

template <class Number>
bool read_number(const char* name, unsigned long long most, Number& value) {
  const char* text = std::getenv(name);
  if (!text) return true;
  char* end = nullptr;
  errno = 0;
  const unsigned long long number = std::strtoull(text, &end, 10);
  if (std::isdigit(static_cast<unsigned char>(*text)) && *end == '\0' && errno == 0 && number <= most) {
    value = static_cast<Number>(number);
    return true;
  }
  return refuse("a number from 0 to " + std::to_string(most), name, text);
}

// It becomes part of a file's name.
bool read_name(const char* name, std::string& value) {
  constexpr std::size_t letters_max = 32;
  const char* text = std::getenv(name);
  if (!text) return true;
  const std::string_view word = text;
  const bool fits = !word.empty() && word.size() <= letters_max &&
                    std::ranges::all_of(word, [](unsigned char one) { return std::isalnum(one) != 0; });
  if (!fits) return refuse("1 to " + std::to_string(letters_max) + " letters and digits", name, text);
  value = text;
  return true;
}

std::optional<Settings> read() {
  constexpr unsigned long long any = ~0ull, thousand = 1000, second_us = 1'000'000;
  Settings made;
  bool fine = read_name("SOFTVERBS_FABRIC", made.fabric);
  const auto take = [&fine](const char* name, unsigned long long most, auto& value) {
    fine = fine && read_number(name, most, value);
  };
  take("SOFTVERBS_HOST", hosts_max - 1, made.host);
  take("SOFTVERBS_NICS", nics_max, made.nics);
  take("SOFTVERBS_SEED", any, made.seed);
  take("SOFTVERBS_DELAY_US", second_us, made.delay_us);
  take("SOFTVERBS_LOSS", thousand, made.loss);
  take("SOFTVERBS_NOT_READY", thousand, made.not_ready);
  take("SOFTVERBS_ERRORS", thousand, made.errors);
  take("SOFTVERBS_YIELD", second_us, made.yield_after);
  return fine ? std::optional(made) : std::nullopt;
}

}  // namespace

const Settings* settings() {
  static const std::optional<Settings> once = read();
  return once ? &*once : nullptr;
}

}  // namespace softverbs
