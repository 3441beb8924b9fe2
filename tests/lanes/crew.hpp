// The lanes of one agent, each a fiber of its own, and where they meet.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/base/ids.hpp"

namespace gin::lanes {

using Members = std::vector<std::uint32_t>;  ///< lanes of an agent, ascending

enum class Call : std::uint8_t { sync, broadcast, scan, match };
const char* name(Call call);

/// Who runs next is not its affair: a lane that has to wait calls `park`, which returns when somebody woke it.
class Sleepers {
 public:
  virtual ~Sleepers() = default;
  virtual void park() = 0;
  virtual void wake(std::uint32_t lane) = 0;
};

class Crew {
 public:
  struct Name {
    Pe pe;
    std::uint32_t agent = 0;
  };

  Crew(const Name& name, std::uint32_t lanes, Sleepers& sleepers);

  std::uint32_t lanes() const { return static_cast<std::uint32_t>(lanes_.size()); }
  const Members& everybody() const { return everybody_; }
  /// The first of them: those that may ask who has the same key.
  const Members& first_warp() const { return first_warp_; }

  /// Returns what each of `members` gave, in their order, when all have made the same call. Throws Error(failed) when one
  /// comes with another call, or when nobody is left who could come.
  std::vector<std::uint64_t> meet(std::uint32_t lane, const Members& members, Call call, std::uint64_t value);
  /// A kernel begins for all of them.
  void start();
  /// It is over for this one. Throws Error(failed) where others wait for it.
  void end(std::uint32_t lane);
  /// "lane 3 has returned, lane 0 waits in sync with 31 others": what the lanes do, those alike once.
  std::string describe() const;

 private:
  enum class State : std::uint8_t { runs, meets, has_returned };
  struct Lane {
    State state = State::has_returned;
    Call call = Call::sync;
    std::size_t with = 0;  ///< how many meet there
  };
  struct Meeting {
    Call call = Call::sync;
    std::uint32_t first = 0;  ///< who came first
    std::size_t arrived = 0;
    std::uint64_t rounds = 0;
    std::vector<std::uint64_t> given;  ///< in the round that is under way
    std::vector<std::uint64_t> told;   ///< in the last one
  };

  void refuse_if_nobody_is_left() const;
  [[noreturn]] void refuse(const std::string& what) const;

  Name name_;
  Sleepers& sleepers_;
  std::vector<Lane> lanes_;
  Members everybody_;
  Members first_warp_;
  std::map<Members, Meeting> meetings_;
};

}  // namespace gin::lanes
