// Bytes arrive where they should and nowhere else, and calls return when they say they do.
#include "tests/conformance/conformance.hpp"
#include "tests/conformance/programs/transfers.hpp"

namespace gin::conformance {
namespace {

using Transferring = Conformance;
INSTANTIATE_TEST_SUITE_P(, Transferring, testing::ValuesIn(every_harness()), name_of);

TEST_P(Transferring, PutFreesItsSourceAndLeavesTheNeighboursOfItsTargetAlone) {
  param("call", "put");
  expect_right<Transfers>();
}

TEST_P(Transferring, PutNbiFreesItsSourceAtFlush) {
  param("call", "put_nbi");
  expect_right<Transfers>();
}

TEST_P(Transferring, GetReturnsWhenTheBytesAreThere) {
  param("call", "get");
  expect_right<Transfers>();
}

TEST_P(Transferring, GetNbiHasArrivedAtFlush) {
  param("call", "get_nbi");
  expect_right<Transfers>();
}

}  // namespace
}  // namespace gin::conformance
