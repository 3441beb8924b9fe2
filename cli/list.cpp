// ginlab list: what this build has.
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/field_text.hpp"
#include "cli/words.hpp"
#include "models/load.hpp"

namespace gin::cli {
namespace {

std::string backends() {
  std::vector<std::pair<std::string, std::string>> entries;
  for (const auto& backend : make_backends()) entries.emplace_back(backend->name(), backend->summary());
  return two_columns(entries);
}

std::string programs_of(const Programs& programs) {
  std::string text;
  for (const ProgramEntry& program : programs) text += with_fields(program.name, program.summary, program.params);
  return text;
}

std::string shipped(const std::vector<models::Shipped>& files) {
  std::vector<std::pair<std::string, std::string>> entries;
  for (const models::Shipped& file : files) entries.emplace_back(file.name, file.description);
  return two_columns(entries);
}

}  // namespace

int carry_out(const ListOptions& options, const Programs& programs) {
  print(text_for({.command = "list", .word = options.what},
                 {{"backends", backends},
                  {"programs", [&] { return programs_of(programs); }},
                  {"profiles", [] { return shipped(models::shipped_profiles()); }},
                  {"stacks", [] { return shipped(models::shipped_stacks()); }}}));
  return 0;
}

}  // namespace gin::cli
