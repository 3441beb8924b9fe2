// Whole runs: a seed of 8 bytes draws a script, two more bytes make it shorter, so that a fuzzer can reduce it.
#include "tests/fuzz/stage.hpp"
#include "tests/fuzz/target.hpp"

namespace gin::fuzz {

int device_program(Input input) {
  Numbers numbers(input);
  Play play = play_of(numbers.take() >> 1);
  if (!numbers.empty()) play.length = {.barriers = 1 + numbers.take(1) % 4, .steps = numbers.take(1)};
  for (const Stage& stage : stages()) must_leave_the_bytes_of_the_model(stage, play);
  return 0;
}

}  // namespace gin::fuzz
