// Tests of wires run over each provider that needs no hardware, between two wires of this process.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <string>

#include "core/base/error.hpp"
#include "tests/unit/wire_pair.hpp"

namespace gin::test {

inline const auto providers = testing::Values(ofi::shm(), ofi::tcp(), ofi::tcp_rxm());

inline std::string called(const testing::TestParamInfo<ofi::Provider>& one) {
  std::string name = one.param.name;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
}

class OverProviders : public testing::TestWithParam<ofi::Provider> {
 protected:
  void SetUp() override {
    try {
      pair = std::make_unique<WirePair>(GetParam());
    } catch (const Error& error) {
      // Only where it is not installed: one that is there and does not work is a failure.
      if (std::string(error.what()).find("fi_getinfo") == std::string::npos) throw;
      GTEST_SKIP() << error.what();
    }
  }
  std::unique_ptr<WirePair> pair;
};

}  // namespace gin::test
