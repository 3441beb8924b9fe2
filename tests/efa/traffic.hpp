// Two ends of backend efa's wire in one process, and random traffic between them of which every byte and every word is checked.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "backends/efa/efa_wire.hpp"
#include "core/base/random.hpp"

namespace gin::test {

using SoftSettings = std::map<std::string, std::string>;

/// What `body` says in a process of its own, where libfabric meets devices with these settings; "" where all is well.
std::string on_devices(const SoftSettings& settings, const std::function<std::string()>& body);

/// The fabric that GINLAB_TEST_FABRIC names, or the best there is.
WirePlace tested_place(std::int64_t rails = 1);

class Ends {
 public:
  /// A heap has what is sent, then what is written, then what was read.
  static constexpr std::uint64_t part_bytes = 1 << 20;
  static constexpr std::uint64_t heap_bytes = 3 * part_bytes;

  explicit Ends(const WirePlace& place, int count = 2);

  efa::EfaWire& wire(std::size_t end) { return *wires_[end]; }
  unsigned char* heap(std::size_t end) { return heaps_[end].data(); }
  void look() {
    for (const auto& wire : wires_) wire->progress();
  }
  /// Looks until `is_so`, or returns false when it did not come true for so long.
  bool until(const std::function<bool()>& is_so);

  std::chrono::seconds patience{20};

 private:
  std::vector<std::vector<unsigned char>> heaps_;
  std::vector<std::unique_ptr<efa::EfaWire>> wires_;
};

/// What may become of requests: all arrive; one that ends with an error need not; or others of that end need not, either.
enum class Failing : std::uint8_t { none, alone, with_others };

/// `count` messages each way, posted as fast as they are taken; what is wrong with what came, or "".
std::string traffic(Ends& ends, std::uint64_t seed, std::uint32_t count, Failing failing = Failing::none);

}  // namespace gin::test
