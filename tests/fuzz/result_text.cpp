// result.json. What is read comes back as it was written, or a report would show another run than the file does.
#include <nlohmann/json.hpp>

#include "core/base/json.hpp"
#include "core/trace/result.hpp"
#include "tests/fuzz/refusal.hpp"
#include "tests/fuzz/target.hpp"

namespace gin::fuzz {

int result_text(Input input) {
  const std::string text(text_of(input));
  trace::Result result;
  if (!accepts([&] { result = trace::from_json(text, "input"); })) return 0;
  const std::string written = trace::to_json(result);
  must(trace::to_json(trace::from_json(written, "written")) == written, "a result is written as it was read");
  // Sorted keys: the reader takes them in any order.
  const auto sorted = [](const std::string& json) { return nlohmann::json(parse_json(json, "input")); };
  must(sorted(written) == sorted(text), "nothing of a result is dropped or filled in");
  return 0;
}

}  // namespace gin::fuzz
