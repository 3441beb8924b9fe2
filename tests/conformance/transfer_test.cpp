// Bytes arrive where they should and nowhere else, and calls return when they say they do.
#include "tests/conformance/conformance.hpp"
#include "tests/conformance/programs/overwrite.hpp"
#include "tests/conformance/programs/transfers.hpp"
#include "tests/conformance/programs/values.hpp"

namespace gin::conformance {
namespace {

using Transferring = Conformance;
INSTANTIATE_TEST_SUITE_P(On, Transferring, testing::ValuesIn(every_harness()), name_of);

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

TEST_P(Transferring, ValuesOfEverySizeArriveAndAreFetched) {
  expect_right<Values>();
}

TEST_P(Transferring, BytesCountByTheWayTheyWent) {
  param("call", "put");
  const trace::Row row = expect_right<Transfers>();
  std::int64_t operations = 0;
  for (const trace::Traffic& traffic : row.by_path) operations += traffic.operations;
  // Of the twelve blocks to each PE one is empty: it goes nowhere.
  const std::int64_t agents = scenario.n_pes() * scenario.launch.agents;
  EXPECT_EQ(operations, agents * scenario.n_pes() * 11);
  EXPECT_EQ(counter(row, "puts"), operations);
}

class Payload : public Conformance {
 protected:
  explicit Payload(const char* name) : Conformance(harness(name)) {}
  void expect_that_arrives(const char* version, std::int64_t bytes) {
    lean_on_times();
    param("arrives", version);
    param("bytes", bytes);
    expect_right<Overwrite>();
  }
};
struct PayloadOfGpu : Payload {
  PayloadOfGpu() : Payload("Gpu") {}
};
struct PayloadOfPointer : Payload {
  PayloadOfPointer() : Payload("Pointer") {}
};
struct PayloadOfProxy : Payload {
  PayloadOfProxy() : Payload("Proxy") {}
};

TEST_F(PayloadOfGpu, IsReadWhenTheNicReadsIt) {
  expect_that_arrives("after", 4096);
}
TEST_F(PayloadOfGpu, TravelsInsideTheWorkRequestWhenItIsSmall) {
  expect_that_arrives("before", 16);
}
TEST_F(PayloadOfGpu, IsReadByTheNicJustAboveTheInlineLimit) {
  expect_that_arrives("after", 29);
}
TEST_F(PayloadOfPointer, IsReadByTheCall) {
  expect_that_arrives("before", 4096);
}
TEST_F(PayloadOfProxy, IsReadWhenTheNicReadsIt) {
  expect_that_arrives("after", 4096);
}

}  // namespace
}  // namespace gin::conformance
