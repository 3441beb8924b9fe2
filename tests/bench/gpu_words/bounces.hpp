// The GPUs' side of gpu_words: kernels in which a ball goes there and back by as few instructions as can be.
#pragma once

#include <cstdint>

#include "core/device/place.hpp"

namespace gin::bench {

inline constexpr std::uint64_t words_max = 512;

/// What the other side stores to: a word, and room for a ball in each of its forms.
struct Room {
  alignas(128) std::uint64_t word;
  alignas(128) std::uint64_t datum;
  alignas(128) Packet packets[words_max];
};

struct Side {
  Room* own = nullptr;
  Room* other = nullptr;
  std::uint64_t* ball = nullptr;   ///< in this GPU's memory: word i is `word_of(serves, i)`
  std::uint64_t* taken = nullptr;  ///< there, too: what came
  std::uint64_t* said = nullptr;   ///< where the host looks: nanoseconds of the game, and words that came wrong
  bool serves = false;
};

constexpr std::uint64_t word_of(bool serves, std::uint64_t at) {
  return at * 0x9e3779b97f4a7c15 + (serves ? 1 : 2);
}

enum class Form : std::uint8_t {
  word,         ///< a word is stored, and looked for
  fenced_word,  ///< the same behind a fence with nothing under way before it
  signalled,    ///< a word is stored, fenced and signalled by an addition, which is looked for
  loaded,       ///< the same of a word that is loaded first
  packets,      ///< words with a flag each, 16 bytes in one piece: put_packets' (NCCL's LL)
  lines,        ///< fifteen words and a flag, 128 bytes that eight lanes store at once (NCCL's LL128)
};

/// `rounds` there and back of `words` words by one block of so many threads; whole warps with lines. What came is compared where `checks`.
struct Game {
  Form form = Form::word;
  std::uint64_t words = 1;
  std::uint32_t threads = 1;
  std::uint64_t rounds = 1;
  bool checks = false;
};

/// Where one side plays: on the GPU that was chosen when it was made, beside other seats. All throw Error(failed).
class Seat {
 public:
  Seat();
  Seat(const Seat&) = delete;
  Seat& operator=(const Seat&) = delete;
  ~Seat();

  void clear(Room* room) const;
  /// Returns at once, on a room that was cleared.
  void start(const Game& game, const Side& side) const;
  void wait() const;

 private:
  void* stream_ = nullptr;
};

}  // namespace gin::bench
