// ginlab accuracy: published and measured figures beside what the simulator says.
#include <fmt/format.h>

#include <algorithm>

#include "cli/accuracy_report.hpp"
#include "cli/backends.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "core/base/error.hpp"
#include "core/base/json_path.hpp"
#include "reports/base/format.hpp"

namespace gin::cli {
namespace {

std::vector<models::ValidationTable> wanted(const AccuracyOptions& options) {
  std::vector<models::ValidationTable> tables =
      options.tables.empty() ? models::shipped_validation() : models::read_tables(options.tables);
  std::vector<std::string> families;
  for (const auto& table : tables) reports::add_new(families, table.family);
  std::erase_if(tables,
                [&](const auto& table) { return !options.family.empty() && table.family != options.family; });
  if (tables.empty())
    throw Error(Code::bad_usage,
                fmt::format("accuracy: --family {}: expected one of: {}{}", in_quotes(options.family),
                            reports::listed(families), did_you_mean(options.family, families)));
  return tables;
}

}  // namespace

int carry_out(const AccuracyOptions& options, const Programs& programs) {
  const Backends backends = make_backends();
  const Backend* const backend = in_virtual_time(backends);
  if (backend == nullptr)
    throw Error(Code::unavailable, "accuracy: expected a backend in virtual time, this build has none");
  const std::vector<models::ValidationTable> tables = wanted(options);
  const std::vector<PredictedCase> all = predict({.tables = tables,
                                                  .profile = options.profile,
                                                  .jobs = static_cast<std::size_t>(options.jobs),
                                                  .leave_out = options.leave_out},
                                                 *backend, programs);
  if (all.empty())
    throw Error(Code::bad_usage,
                fmt::format("accuracy: --profile {}: expected a profile that figures {}are about, "
                            "got one without",
                            in_quotes(options.profile), options.family.empty() ? "" : "of that family "));
  const std::vector<models::Family> families = models::shipped_families();
  print(text_of({.tables = tables,
                 .all = all,
                 .families = families,
                 .details = options.details || !options.family.empty(),
                 .left_out = options.leave_out,
                 .uncovered = options.family.empty() && options.profile.empty() && options.tables.empty(),
                 .permute = options.permute}));
  return 0;
}

}  // namespace gin::cli
