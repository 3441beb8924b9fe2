// Where the ranks of one sweep meet (docs/sweeps.md): rank 0 listens, says where in a file of the sweep's folder,
// which all of them see, and lets in who knows the secret that stands there too.
#pragma once

#include <poll.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/bootstrap/admission.hpp"
#include "core/bootstrap/identity.hpp"
#include "sweep/channel.hpp"

namespace gin::sweep {

struct MeetingPlace {
  std::string file;  ///< in the folder of the sweep; only its owner may read it
  bootstrap::RankAndSize who;
  std::string rows;  ///< digest of what is to run: ranks that know another are refused
};

/// Rank 0's side. Nothing here waits: the foreman polls.
class Meeting {
 public:
  /// Listens, then writes the file. Throws Error(unavailable, bad_usage).
  explicit Meeting(const MeetingPlace& place);
  /// Takes the file away.
  ~Meeting();
  Meeting(const Meeting&) = delete;
  Meeting& operator=(const Meeting&) = delete;

  /// Appends what to wait for.
  void watch(std::vector<pollfd>& sockets) const;
  struct Joined {
    std::uint32_t rank = 0;
    Channel channel;
  };
  /// Goes on with whoever is at the door; returns those that have been let in.
  std::vector<Joined> step();
  /// Whether every other rank has been let in once.
  bool complete() const;

 private:
  struct Stranger {
    Channel channel;
    bootstrap::Door door;
    std::chrono::steady_clock::time_point since;
  };
  void accept_one();
  std::optional<Joined> let_in(Stranger& stranger, const bootstrap::Frame& hello);
  std::string refusal_of(const bootstrap::Hello& guest) const;
  void write_file() const;

  MeetingPlace place_;
  std::string secret_;
  int listener_ = -1;
  std::uint16_t port_ = 0;
  std::vector<Stranger> strangers_;
  std::vector<bool> seen_;  ///< by rank
};

/// The others' side: finds the file, waiting up to `patience` for one that leads to rank 0, and is let in. Throws
/// Error(unavailable) when that does not come to be, Error(bad_input) when this rank is refused.
Channel join(const MeetingPlace& place, std::chrono::milliseconds patience);

}  // namespace gin::sweep
