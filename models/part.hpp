// One object of a document of figures while it is read: what it must have and nothing else, refused with file,
// place, what was expected and what came.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "core/base/json_path.hpp"

namespace gin::models {

/// All that read throw Error(bad_input). Node and file must outlive it.
class Part {
 public:
  Part(const Json& node, JsonPath path, const std::string& file);

  void only(const std::set<std::string>& known) const;
  bool has(const char* key) const;
  std::string text(const char* key) const;  ///< not empty
  std::string text_or_none(const char* key) const;
  std::int64_t millionths(const char* key) const;  ///< of a number above 0
  bool flag(const char* key) const;                ///< false where the key is missing
  std::vector<std::string> texts(const char* key) const;
  const Json& object(const char* key) const;  ///< empty where the key is missing
  const Json& list(const char* key) const;    ///< empty where the key is missing
  const Json& at(const char* key) const;
  Part in(const char* key, std::size_t index) const;
  const JsonPath& path() const { return path_; }

  [[noreturn]] void refuse(const JsonPath& path, const std::string& expected, const std::string& came) const;
  [[noreturn]] void refuse(const JsonPath& path, const std::string& expected, const Json& came) const;

 private:
  const Json& node_;
  JsonPath path_;
  const std::string& file_;
};

}  // namespace gin::models
