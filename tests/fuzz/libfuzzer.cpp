// One target as a libFuzzer program; compiled once for each, with the target's function as GINLAB_FUZZ_TARGET.
#include "tests/fuzz/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return gin::fuzz::GINLAB_FUZZ_TARGET({data, size});
}
