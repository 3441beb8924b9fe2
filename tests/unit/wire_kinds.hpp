// Tests of wires run over each kind that needs no hardware, between two wires of this process: libfabric's providers, and
// verbs over whatever device this machine has.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "core/base/error.hpp"
#include "core/ofi/ofi_wire.hpp"
#include "core/verbs/verbs_wire.hpp"
#include "tests/unit/wire_pair.hpp"

namespace gin::test {

inline WireKind over(const std::string& name, const ofi::Provider& provider) {
  return {name, [provider](std::span<unsigned char> heap, std::uint64_t eager_max) {
            return std::make_unique<WireOf<ofi::OfiWire>>(provider, heap, eager_max);
          }};
}
inline WireKind over_verbs() {
  return {"verbs", [](std::span<unsigned char> heap, std::uint64_t eager_max) {
            return std::make_unique<WireOf<verbs::VerbsWire>>(
                verbs::Choice{}, heap, verbs::VerbsWire::Job{.n_pes = 2, .eager_max = eager_max});
          }};
}
inline const auto wire_kinds = testing::Values(over("shm", ofi::shm()), over("tcp", ofi::tcp()),
                                               over("tcp_rxm", ofi::tcp_rxm()), over_verbs());

inline std::string called(const testing::TestParamInfo<WireKind>& one) {
  return one.param.name;
}

/// Why this machine has no wire of that kind; empty where it has. One that is there and does not work is a failure.
inline std::string missing(const WireKind& kind) {
  try {
    const WireEnd tried(kind);
    return "";
  } catch (const Error& error) {
    const std::string why = error.what();
    if (why.find("fi_getinfo") == std::string::npos && why.find("expected an RDMA device") == std::string::npos)
      throw;
    return why;
  }
}

class OverEachWire : public testing::TestWithParam<WireKind> {
 protected:
  void SetUp() override {
    if (const std::string why = missing(GetParam()); !why.empty()) GTEST_SKIP() << why;
    pair = std::make_unique<WirePair>(GetParam());
  }
  std::unique_ptr<WirePair> pair;
};

}  // namespace gin::test
