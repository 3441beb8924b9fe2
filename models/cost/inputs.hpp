// Fields that the functions by name ask for, in one form each.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/fields.hpp"

namespace gin::models::cost {

/// A whole number of `unit`; a default of -1: the call must say.
inline Field whole_input(const char* path, const char* unit, const char* text, std::int64_t least,
                         std::int64_t otherwise = -1) {
  Field field{.path = path,
              .kind = FieldKind::integer,
              .unit = unit,
              .min = least,
              .max = std::int64_t{1} << 40,
              .text = text};
  if (otherwise >= 0) field.default_value = otherwise;
  return field;
}
inline Field bytes_input(const char* path, const char* text, std::int64_t least, std::int64_t otherwise = -1) {
  return whole_input(path, "bytes", text, least, otherwise);
}
inline Field count_input(const char* path, const char* text, std::int64_t least, std::int64_t otherwise = -1) {
  return whole_input(path, "count", text, least, otherwise);
}

/// A word; the call must say, or it is the first.
enum class Choice { required, first };
inline Field word_input(const char* path, const char* text, const std::vector<std::string>& words, Choice choice) {
  Field field{.path = path, .kind = FieldKind::choice, .choices = words, .text = text};
  if (choice == Choice::first) field.default_value = words.front();
  return field;
}

/// Words in the order of an enumeration.
template <class Enum>
Enum chosen(const Values& inputs, const char* path, const std::vector<std::string>& words) {
  return static_cast<Enum>(std::find(words.begin(), words.end(), inputs.text(path)) - words.begin());
}

inline FieldTable table_of(std::vector<Field> fields) {
  FieldTable table;
  for (Field& field : fields) table.add(std::move(field));
  return table;
}

}  // namespace gin::models::cost
