#include "core/cuda/check.hpp"
#include "core/cuda/meeting.cuh"
#include "core/device/atomic.hpp"
#include "tests/bench/gpu_words/bounces.hpp"

namespace gin::bench {
namespace {

/// One thread's view of a game; a ball is other words in each round, so that those of the round before are wrong ones.
struct Lane {
  const Side& side;
  const Game& game;
  std::uint64_t round = 0;
  std::uint64_t wrong = 0;

  GIN_DEVICE std::uint64_t outgoing(std::uint64_t at) const { return side.ball[at] ^ round; }
  GIN_DEVICE void compare(std::uint64_t at, std::uint64_t came) {
    if (game.checks && came != (word_of(!side.serves, at) ^ round)) ++wrong;
  }
  GIN_DEVICE void wait_for_word() const {
    while (load<Order::acquire>(side.own->word) < round) {
    }
  }
};

template <bool Fenced>
struct Words : Lane {
  GIN_DEVICE void send() {
    if constexpr (Fenced) fence_for_all<Order::release>();
    store<Order::relaxed>(side.other->word, round);
  }
  GIN_DEVICE void take() { wait_for_word(); }
};

template <bool Loads>
struct Signals : Lane {
  GIN_DEVICE void send() {
    const std::uint64_t datum = Loads ? load<Order::relaxed>(side.ball[0]) : word_of(side.serves, 0);
    store<Order::relaxed>(side.other->datum, datum ^ round);
    fence_for_all<Order::release>();
    fetch_add<Order::relaxed>(side.other->word, 1);
  }
  GIN_DEVICE void take() {
    wait_for_word();
    if (game.checks) compare(0, load<Order::relaxed>(side.own->datum));
  }
};

struct Packets : Lane {
  GIN_DEVICE void send() {
    for (std::uint64_t i = threadIdx.x; i < game.words; i += blockDim.x)
      publish_pair(side.other->packets[i], Packet{outgoing(i), round});
  }
  GIN_DEVICE void take() {
    for (std::uint64_t i = threadIdx.x; i < game.words; i += blockDim.x) {
      Packet seen = read_pair(side.own->packets[i]);
      while (seen.high != round) seen = read_pair(side.own->packets[i]);
      side.taken[i] = seen.low;
      compare(i, seen.low);
    }
    __syncthreads();
  }
};

/// The last of eight lanes has the last word of a line, and the flag.
struct Lines : Lane {
  static constexpr std::uint32_t lanes = 8, words_of_line = 15;

  GIN_DEVICE static std::uint64_t line() { return threadIdx.x / lanes * words_of_line; }
  GIN_DEVICE static std::uint64_t first() { return line() + threadIdx.x % lanes * 2; }
  GIN_DEVICE static bool has_flag() { return threadIdx.x % lanes == lanes - 1; }

  GIN_DEVICE void send() {
    if (line() >= game.words) return;
    const std::uint64_t low = first() < game.words ? outgoing(first()) : 0;
    const std::uint64_t high = has_flag() ? round : first() + 1 < game.words ? outgoing(first() + 1) : 0;
    publish_pair(side.other->packets[threadIdx.x], Packet{low, high});
  }
  GIN_DEVICE void take() {
    const bool waits = has_flag() && line() < game.words;
    Packet seen;
    do seen = read_pair(side.own->packets[threadIdx.x]);
    while (__any_sync(0xffffffff, waits && seen.high != round));
    if (first() < game.words) keep(first(), seen.low);
    if (!has_flag() && first() + 1 < game.words) keep(first() + 1, seen.high);
    __syncthreads();
  }
  GIN_DEVICE void keep(std::uint64_t at, std::uint64_t word) {
    side.taken[at] = word;
    compare(at, word);
  }
};

template <class Form>
__global__ void play(Side side, Game game) {
  Form player{{side, game}};
  const std::uint64_t begin = gpu::global_timer();
  while (player.round < game.rounds) {
    ++player.round;
    if (side.serves) player.send();
    player.take();
    if (!side.serves) player.send();
  }
  if (threadIdx.x == 0) side.said[0] = gpu::global_timer() - begin;
  if (player.wrong > 0) fetch_add<Order::relaxed>(side.said[1], player.wrong);
}

}  // namespace

namespace {
cudaStream_t stream_of(void* stream) {
  return static_cast<cudaStream_t>(stream);
}
}  // namespace

Seat::Seat() {
  cudaStream_t stream = nullptr;
  gpu::check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "make a stream for a game");
  stream_ = stream;
}
Seat::~Seat() {
  cudaStreamDestroy(stream_of(stream_));
}
void Seat::clear(Room* room) const {
  gpu::check(cudaMemsetAsync(room, 0, sizeof(Room), stream_of(stream_)), "clear the room for a ball");
  wait();
}
void Seat::start(const Game& game, const Side& side) const {
  constexpr decltype(&play<Packets>) kernels[] = {play<Words<false>>,  play<Words<true>>, play<Signals<false>>,
                                                  play<Signals<true>>, play<Packets>,     play<Lines>};
  kernels[static_cast<int>(game.form)]<<<1, game.threads, 0, stream_of(stream_)>>>(side, game);
  gpu::check(cudaGetLastError(), "start a game of words");
}
void Seat::wait() const {
  gpu::check(cudaStreamSynchronize(stream_of(stream_)), "play a game of words");
}

}  // namespace gin::bench
