#include "cli/prediction.hpp"

#include "cli/loading.hpp"
#include "core/base/assert.hpp"

namespace gin::cli {
namespace {

/// Median of the row in virtual time; 0 where it cannot run there.
std::int64_t predicted_ps(const Backend& model, const Programs& programs, const scenario::Variant& variant) {
  try {
    return execute(model, programs, {variant}, {}).rows.at(0).p50_ps();
  } catch (const RunFailed&) {
    return 0;
  }
}

}  // namespace

void add_predictions(trace::Result& result, const Backend& measured, const Backends& backends,
                     const Programs& programs, const std::vector<scenario::Variant>& variants) {
  const Backend* const model = in_virtual_time(backends);
  if (measured.traits().clock() == "virtual" || model == nullptr) return;
  GIN_ASSERT(result.rows.size() == variants.size());
  for (std::size_t i = 0; i < variants.size(); ++i)
    if (profile_of(variants[i].scenario).predicts == measured.name())
      result.rows[i].predicted_p50_ps = predicted_ps(*model, programs, variants[i]);
}

}  // namespace gin::cli
