#include "tests/bench/options.hpp"

#include <CLI/CLI.hpp>

namespace gin::bench {

class Options::Parser : public CLI::App {
 public:
  using CLI::App::App;
};

Options::Options(const std::string& description) : parser_(std::make_unique<Parser>(description)) {}
Options::~Options() = default;

void Options::add(const std::string& name, std::uint32_t& value, const std::string& text, Range range) {
  parser_->add_option(name, value, text)->check(CLI::Range(range.min, range.max))->capture_default_str();
}
void Options::add(const std::string& name, std::uint64_t& value, const std::string& text, Range range) {
  parser_->add_option(name, value, text)->check(CLI::Range(range.min, range.max))->capture_default_str();
}
void Options::add(const std::string& name, std::string& value, const std::string& text,
                  const std::vector<std::string>& allowed) {
  parser_->add_option(name, value, text)->check(CLI::IsMember(allowed));
}
void Options::add(const std::string& name, std::vector<std::string>& values, const std::string& text) {
  parser_->add_option(name, values, text);
}
void Options::add_flag(const std::string& name, bool& value, const std::string& text) {
  parser_->add_flag(name, value, text);
}

std::optional<int> Options::read(int argc, char** argv) {
  try {
    parser_->parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return parser_->exit(error);
  }
  return std::nullopt;
}

}  // namespace gin::bench
