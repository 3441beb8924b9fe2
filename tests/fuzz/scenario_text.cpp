// Scenario files. Whatever is in one, its author gets rows that can start or one sentence.
#include "cli/loading.hpp"
#include "cli/main.hpp"
#include "core/scenario/fields.hpp"
#include "tests/fuzz/refusal.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/fuzz/written_file.hpp"

namespace gin::fuzz {
namespace {

void must_be_able_to_start(const std::vector<scenario::Variant>& variants, const Programs& programs) {
  must(!variants.empty() && variants.size() <= scenario::rows_max, "a scenario has 1 to 16384 rows");
  for (const scenario::Variant& variant : variants) {
    const scenario::Scenario& row = variant.scenario;
    must(row.n_pes() >= 1 && row.n_pes() <= scenario::pes_max, "a row has 1 to 4096 PEs");
    must(row.launch.agents >= 1 && row.n_pes() * row.launch.agents <= scenario::agents_in_all_max,
         "fibers have a limit");
    must(row.measure.iterations >= 1, "a row measures something");
    must(variant.coordinates.size() == variants.front().coordinates.size(), "all rows stand on the same axes");
    for (const ProgramEntry& program : programs) {
      if (program.name != row.program) continue;
      for (const Field& param : program.params) must(row.params.has(param.path), "every parameter has a value");
    }
  }
}

}  // namespace

int scenario_text(Input input) {
  static const Programs programs = shipped_programs();
  if (!is_json(input)) return 0;
  std::vector<scenario::Variant> variants;
  if (accepts([&] { variants = cli::load({written_file(input), {}}, programs); }))
    must_be_able_to_start(variants, programs);
  return 0;
}

}  // namespace gin::fuzz
