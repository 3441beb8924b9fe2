#include "cli/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "cli/written.hpp"
#include "core/base/error.hpp"
#include "core/base/json_path.hpp"
#include "core/run/version.hpp"

namespace gin::cli {
namespace {

class Parser {
 public:
  Parser() {
    app_.set_help_flag("-h,--help", "Print this and exit");
    app_.set_version_flag("--version", fmt::format("ginlab {}", build_version), "Print the version and exit");
    // Words that nobody knows are collected instead of thrown, so that the answer can be the word that was meant.
    app_.allow_extras();
    // One command at most: in "explain schema" the second word is a field.
    app_.require_subcommand(0, 1);
    declare(app_, written_);
  }

  Options parse(int argc, const char* const* argv) {
    try {
      app_.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
      return TextOptions{app_.help()};
    } catch (const CLI::CallForVersion& version) {
      return TextOptions{fmt::format("{}\n", version.what())};
    } catch (const CLI::ParseError& error) {
      refuse_unknown_words();
      refuse(in_our_words(error.what()));
    }
    refuse_unknown_words();
    if (command() == nullptr) refuse("expected a command, got none; see ginlab --help");
    refuse_empty_words();
    written_.run.called = argv[0];
    return meant(written_, command()->get_name());
  }

 private:
  static std::string in_our_words(std::string text) {
    if (const auto at = text.find(" is required"); at != std::string::npos)
      return fmt::format("expected {}, got none", text.substr(0, at));
    if (const auto at = text.find(": 1 required"); at != std::string::npos)
      return fmt::format("{}: expected a value, got none", text.substr(0, at));
    return text;
  }

  /// The command on the line; null before one was recognised.
  const CLI::App* command() const {
    const auto parsed = app_.get_subcommands();
    return parsed.empty() ? nullptr : parsed.front();
  }

  void refuse_unknown_words() const {
    const auto unknown = app_.remaining(true);
    if (unknown.empty()) return;
    const std::string word = unknown.front().substr(0, unknown.front().find('='));
    std::vector<std::string> known;
    if (word.starts_with('-')) {
      const CLI::App& where = command() == nullptr ? app_ : *command();
      for (const CLI::Option* option : where.get_options()) {
        for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
      }
      refuse({.kind = "option", .text = word, .known = known});
    }
    if (command() != nullptr) refuse(fmt::format("expected no further word, got {}", in_quotes(unknown.front())));
    for (const CLI::App* each : app_.get_subcommands(nullptr)) known.push_back(each->get_name());
    refuse({.kind = "command", .text = word, .known = known});
  }

  [[noreturn]] void refuse(const std::string& message) const {
    const std::string name = command() == nullptr ? "" : command()->get_name() + ": ";
    throw Error(Code::bad_usage, name + message);
  }

  struct UnknownWord {
    const char* kind;
    std::string text;
    std::vector<std::string> known;
  };

  /// Names the word that was meant, or else where all of them stand.
  [[noreturn]] void refuse(const UnknownWord& word) const {
    std::string tail = did_you_mean(word.text, word.known);
    if (tail.empty())
      tail = command() == nullptr ? "; see ginlab --help"
                                  : fmt::format("; see ginlab {} --help", command()->get_name());
    refuse(fmt::format("unknown {} {}{}", word.kind, in_quotes(word.text), tail));
  }

  /// An empty word is most often a shell variable that is not set; none of ours means anything empty.
  void refuse_empty_words() const {
    for (const CLI::Option* option : command()->get_options()) {
      for (const std::string& value : option->results()) {
        if (value.empty()) refuse(fmt::format("{}: expected a value, got an empty one", option->get_name()));
      }
    }
  }

  CLI::App app_{"A laboratory for GPU-initiated networking", "ginlab"};
  Written written_;
};

}  // namespace

Options parse_options(int argc, const char* const* argv) {
  return Parser().parse(argc, argv);
}

}  // namespace gin::cli
