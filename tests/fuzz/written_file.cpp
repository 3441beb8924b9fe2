#include "tests/fuzz/written_file.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/json.hpp"
#include "tests/fuzz/refusal.hpp"

namespace gin::fuzz {
namespace {

class Scratch {
 public:
  Scratch()
      : name_((std::filesystem::temp_directory_path() / ("ginlab-fuzz-" + std::to_string(::getpid()) + ".json"))
                  .string()) {}
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove(name_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  const std::string& name() const { return name_; }

 private:
  std::string name_;
};

}  // namespace

const std::string& written_file(Input input) {
  static const Scratch scratch;
  std::ofstream(scratch.name(), std::ios::binary) << text_of(input);
  return scratch.name();
}

bool is_json(Input input) {
  return accepts([&] { parse_json(text_of(input), "input"); });
}

}  // namespace gin::fuzz
