#include "core/softverbs/settings.hpp"

#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>

namespace softverbs {
namespace {

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
  std::fprintf(stderr, "softverbs: expected a number from 0 to %llu in %s, came \"%s\"; there are no devices\n",
               most, name, text);
  return false;
}

// It becomes part of a file's name.
bool read_name(const char* name, std::string& value) {
  constexpr std::size_t letters_max = 32;
  const char* text = std::getenv(name);
  if (!text) return true;
  const std::size_t length = std::strlen(text);
  bool fits = length > 0 && length <= letters_max;
  for (std::size_t i = 0; i < length; ++i) fits = fits && std::isalnum(static_cast<unsigned char>(text[i]));
  if (fits)
    value = text;
  else
    std::fprintf(stderr,
                 "softverbs: expected 1 to %zu letters and digits in %s, came \"%s\"; there are no devices\n",
                 letters_max, name, text);
  return fits;
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
  if (!fine) return std::nullopt;
  return made;
}

}  // namespace

const Settings* settings() {
  static const std::optional<Settings> once = read();
  return once ? &*once : nullptr;
}

}  // namespace softverbs
