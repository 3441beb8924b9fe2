// ginlab schema: the published schemas, from the tables that the loaders check with.
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/loading.hpp"
#include "cli/words.hpp"
#include "core/trace/result.hpp"
#include "models/load.hpp"

namespace gin::cli {
namespace {

std::string pretty(const Json& schema) {
  return schema.dump(2) + "\n";
}

}  // namespace

int carry_out(const SchemaOptions& options, const Programs& programs) {
  print(text_for({.command = "schema", .word = options.what},
                 {{"scenario", [&] { return pretty(scenario::schema(words_of(programs))); }},
                  {"profile", [] { return pretty(models::profile_schema()); }},
                  {"stack", [] { return pretty(models::stack_schema()); }},
                  {"result", trace::schema}}));
  return 0;
}

}  // namespace gin::cli
