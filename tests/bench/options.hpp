// What a benchmark is told on its command line. One source reads CLI11's headers, which take longer than most
// benchmarks.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gin::bench {

struct Range {
  std::uint64_t min = 1;
  std::uint64_t max = ~std::uint32_t{0};
};

class Options {
 public:
  explicit Options(const std::string& description);
  ~Options();

  /// What `value` holds is the default.
  void add(const std::string& name, std::uint32_t& value, const std::string& text, Range range = {});
  void add(const std::string& name, std::uint64_t& value, const std::string& text, Range range = {});
  void add(const std::string& name, std::string& value, const std::string& text,
           const std::vector<std::string>& allowed);
  void add(const std::string& name, std::vector<std::string>& values, const std::string& text);
  void add_flag(const std::string& name, bool& value, const std::string& text);

  /// The exit status if that was all: help was asked for, or the command line was refused with a sentence.
  std::optional<int> read(int argc, char** argv);

 private:
  class Parser;
  std::unique_ptr<Parser> parser_;
};

}  // namespace gin::bench
