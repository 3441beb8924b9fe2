// The least that a call between two GPUs could take: words, signals, packets and lines that go there and back by bare instructions, half
// a round trip; and a word between a GPU and a thread of its host. Where there is one GPU it plays with itself. Prints a line of JSON for
// each, the median of some games. Words that come wrong end it with 1: they are looked for in a game of their own, which is not timed.
//
// usage: gpu_words [--rounds N]     round trips of a game; 2000 unless said
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <thread>
#include <vector>

#include "core/cuda/gpus.hpp"
#include "core/cuda/mapping.hpp"
#include "core/cuda/memory.hpp"
#include "core/device/atomic.hpp"
#include "tests/bench/gpu_words/bounces.hpp"

namespace gin::bench {
namespace {

constexpr std::size_t games = 9;

template <class Play>
double median_us(const Game& game, Play play) {
  std::vector<double> took;
  while (took.size() < games)
    took.push_back(static_cast<double>(play()) / 1000 / 2 / static_cast<double>(game.rounds));
  std::nth_element(took.begin(), took.begin() + games / 2, took.end());
  return took[games / 2];
}

/// A side and the GPU that it plays on.
class Player {
 public:
  Player(std::uint32_t gpu, bool serves)
      : gpu_((gpu::choose(gpu), gpu)),
        serves_(serves),
        room_(sizeof(Room)),
        ball_(words_max * 8),
        taken_(words_max * 8),
        said_(16) {
    std::vector<std::uint64_t> words(words_max);
    for (std::uint64_t i = 0; i < words_max; ++i) words[i] = word_of(serves, i);
    ball_.write(words.data(), words_max * 8);
  }
  /// This one's room, as the other's GPU reaches it.
  gpu::Mapping seen_by(const Player& other) const {
    gpu::choose(gpu_);
    const int file = room_.exported();
    gpu::choose(other.gpu_);
    return gpu::Mapping::imported(file, room_.bytes());
  }
  Room* room() const { return reinterpret_cast<Room*>(room_.data()); }
  void clear() const {
    gpu::choose(gpu_);
    seat_.clear(room());
  }
  void start(const Game& game, Room* own, Room* other) const {
    const auto words = [](const gpu::DeviceMemory& memory) {
      return reinterpret_cast<std::uint64_t*>(memory.data());
    };
    gpu::choose(gpu_);
    seat_.start(game, {own, other, words(ball_), words(taken_), said_.as<std::uint64_t>(), serves_});
  }
  /// Returns the nanoseconds of the game.
  std::uint64_t wait() const {
    gpu::choose(gpu_);
    seat_.wait();
    return said_.as<std::uint64_t>()[0];
  }
  std::uint64_t wrong() const { return said_.as<std::uint64_t>()[1]; }

 private:
  std::uint32_t gpu_;
  bool serves_;
  Seat seat_;
  gpu::Mapping room_;
  gpu::DeviceMemory ball_, taken_;
  gpu::PinnedMemory said_;
};

/// Two players, each with the other's room where it stores; they may share a GPU.
class Pair {
 public:
  explicit Pair(std::uint32_t second)
      : first_(0, true),
        second_(second, false),
        at_first_(first_.seen_by(second_)),
        at_second_(second_.seen_by(first_)) {}

  std::uint64_t play(const Game& game) const {
    first_.clear();
    second_.clear();
    first_.start(game, first_.room(), reinterpret_cast<Room*>(at_second_.data()));
    second_.start(game, second_.room(), reinterpret_cast<Room*>(at_first_.data()));
    second_.wait();
    return first_.wait();
  }
  std::uint64_t wrong() const { return first_.wrong() + second_.wrong(); }

 private:
  Player first_, second_;
  gpu::Mapping at_first_, at_second_;
};

/// A GPU and a thread of its host, in pinned memory.
std::uint64_t play_with_host(const Player& player, const Game& game) {
  const gpu::PinnedMemory own(sizeof(Room)), other(sizeof(Room));
  std::thread host([&] {
    for (std::uint64_t round = 1; round <= game.rounds; ++round) {
      while (load<Order::acquire>(other.as<Room>()->word) < round) relax();
      store<Order::release>(own.as<Room>()->word, round);
    }
  });
  player.start(game, own.as<Room>(), other.as<Room>());
  const std::uint64_t took = player.wait();
  host.join();
  return took;
}

void report(const char* what, const Game& game, double us) {
  std::printf("{\"bare\": \"%s\", \"bytes\": %llu, \"threads\": %u, \"us\": %.3f}\n", what,
              static_cast<unsigned long long>(game.words * 8), game.threads, us);
  std::fflush(stdout);
}

void measure_pair(std::uint64_t rounds, std::uint32_t second) {
  const Pair pair(second);
  const auto timed = [&](const char* what, Game game) {
    game.rounds = rounds;
    game.checks = true;
    pair.play(game);
    game.checks = false;
    report(what, game, median_us(game, [&] { return pair.play(game); }));
  };
  timed("word", {Form::word});
  timed("word behind a fence", {Form::fenced_word});
  timed("word, fence, signal", {Form::signalled});
  timed("word that is loaded, fence, signal", {Form::loaded});
  for (const std::uint64_t words : {1, 8, 64, 128, 512})
    for (const std::uint32_t threads : {32, 128, 256, 512}) timed("packets", {Form::packets, words, threads});
  for (const std::uint64_t words : {1, 8, 64, 128, 512})
    timed("lines", {Form::lines, words, static_cast<std::uint32_t>(((words + 14) / 15 * 8 + 31) / 32 * 32)});
  if (pair.wrong() == 0) return;
  std::fprintf(stderr, "gpu_words: expected words as they were sent, came %llu others\n",
               static_cast<unsigned long long>(pair.wrong()));
  std::exit(1);
}

void measure_host(std::uint64_t rounds) {
  const Player player(0, true);
  for (const Form form : {Form::word, Form::fenced_word}) {
    const Game game{form, 1, 1, rounds};
    report(form == Form::word ? "word, GPU and host" : "word behind a fence, GPU and host", game,
           median_us(game, [&] { return play_with_host(player, game); }));
  }
}

}  // namespace
}  // namespace gin::bench

int main(int argc, char** argv) {
  const bool says = argc == 3 && std::strcmp(argv[1], "--rounds") == 0;
  try {
    const std::uint64_t rounds = says ? std::strtoull(argv[2], nullptr, 10) : 2000;
    gin::bench::measure_host(rounds);
    gin::bench::measure_pair(rounds, gin::gpu::gpus().size() > 1 ? 1 : 0);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "gpu_words: %s\n", error.what());
    std::_Exit(1);
  }
}
