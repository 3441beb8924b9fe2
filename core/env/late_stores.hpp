// Stores of one agent by pointer, where an adversary decides when they are at their peers: what they must not come
// before, and what the agent itself sees of them meanwhile.
//
// The memory of a GPU orders stores of one agent to one place and no others, until the agent drains them. The device API
// does not even drain: a fence orders what comes after it behind what came before, peer by peer.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/ids.hpp"
#include "core/base/units.hpp"
#include "core/device/lane_stores.hpp"
#include "core/sim/simulation.hpp"

namespace gin {

class LateStores final : public LaneStores {
 public:
  struct Store {
    std::uint32_t context = 0;
    Pe peer;
    unsigned char* at = nullptr;  ///< there
    std::uint64_t bytes = 0;
    std::uint32_t number = 0;  ///< of its operation; 0: lanes store by themselves, so places keep their order
    bool is_signal = false;    ///< it follows the payload of that number
  };
  /// Bytes to store, not all of them side by side.
  struct Piece {
    struct Run {
      unsigned char* at;
      std::uint64_t bytes;
    };
    std::vector<Run> runs;  // ascending
    std::vector<unsigned char> data;

    void clear() {
      runs.clear();
      data.clear();
    }
    void add(unsigned char* at, const unsigned char* from, std::uint64_t bytes) {
      runs.push_back({at, bytes});
      data.insert(data.end(), from, from + bytes);
    }
    unsigned char* begin() const { return runs.front().at; }
    std::uint64_t span() const { return static_cast<std::uint64_t>(runs.back().at - begin()) + runs.back().bytes; }
    /// What is before so many of its bytes, those, and what is behind; pieces without bytes are not among them.
    std::vector<Piece> cut(std::uint64_t begin, std::uint64_t bytes) const;
    /// Stores what lies within the view's bytes.
    void store(unsigned char* first, std::uint64_t count) const;
    void store() const { store(begin(), span()); }
  };

  /// By the API's order alone, or by the memory's.
  LateStores(const sim::Simulation& simulation, Pe me, bool by_contract)
      : simulation_(simulation), me_(me), by_contract_(by_contract) {}

  /// When a store arrives that could at `earliest`. `what` it stores lanes of the agent see until then; if that is empty,
  /// they see what is there.
  Instant arrival(const Store& store, Instant earliest, Piece what);
  /// Later stores of the context come after earlier ones to the same peer.
  void fence(std::uint32_t context);
  /// When the last store of the context so far is there.
  Instant all_there(std::uint32_t context) const;
  /// When what the agent loads from there on `context` must not miss is there.
  Instant before_load(const Store& from);

  void begin(const Access* first, const Access* last) override;
  void end(std::uint32_t context) override;
  /// What lanes have just stored through that view; empty if nothing.
  Piece stored(const Access& access);
  std::uint32_t context() const { return context_; }  ///< of those lanes

 private:
  struct UnderWay {
    unsigned char* at;
    std::uint64_t bytes;
    Instant arrival;
    Piece what;  ///< empty: unknown
    bool overlaps(const unsigned char* other, std::uint64_t size) const {
      return at < other + size && other < at + bytes;
    }
  };
  struct Way {
    Instant fenced;  ///< when all that a fence has followed is there
    Instant latest;  ///< the same of all
  };
  struct Seen {  // a peer's view while lanes run
    Access access;
    unsigned char* at;
    std::vector<unsigned char> there;  ///< what is in memory
    std::vector<unsigned char> own;    ///< as the agent sees it
    Piece stored;
  };
  bool keeps_place(const Store& store) const { return !by_contract_ || store.number == 0; }
  Way& way_of(const Store& store);
  /// Others may have written there since.
  void forget_arrived();

  const sim::Simulation& simulation_;
  Pe me_;
  bool by_contract_;
  std::vector<UnderWay> under_way_;     // in the order of issue
  std::vector<std::vector<Way>> ways_;  // by context, then peer
  std::uint32_t payload_number_ = 0;
  Instant payload_there_;
  std::vector<Seen> seen_;
  std::uint32_t context_ = 0;
};

}  // namespace gin
