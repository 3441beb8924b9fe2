// Golden files of the command. One that is read must say after writing what it said before.
#include "cli/golden.hpp"
#include "tests/fuzz/refusal.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/fuzz/written_file.hpp"

namespace gin::fuzz {

int golden_file(Input input) {
  if (!is_json(input)) return 0;
  cli::Golden golden;
  if (!accepts([&] { golden = cli::read_golden(written_file(input)); })) return 0;
  const std::string text = cli::to_json(golden);
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const cli::Golden again = cli::read_golden(written_file({bytes, text.size()}));
  must(cli::to_json(again) == text, "a golden file is written as it was read");
  must(cli::differences({golden, again}).empty(), "a golden file does not differ from itself");
  return 0;
}

}  // namespace gin::fuzz
