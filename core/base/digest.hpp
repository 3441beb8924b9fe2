// Two runs are the same run when their digests agree, on any machine and with any compiler.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

struct XXH64_state_s;  // keeps the library's header out of everybody's translation unit

namespace gin {

/// xxh64 (seed 0) over everything added so far. How the bytes were cut into calls makes no difference.
class Digest {
 public:
  Digest();

  /// Eight bytes, least significant first, whatever the machine's own order is.
  void add_u64(std::uint64_t number) { add_u64s({&number, 1}); }
  void add_u64s(std::span<const std::uint64_t> numbers);
  void add_bytes(const void* bytes, std::size_t count);
  std::uint64_t value() const;

 private:
  struct Free {
    void operator()(XXH64_state_s* state) const;
  };
  std::unique_ptr<XXH64_state_s, Free> state_;
};

/// Sixteen lower-case hex digits: how digests are printed and compared.
std::string hex16(std::uint64_t number);

}  // namespace gin
