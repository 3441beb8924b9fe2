#include "core/process/seat.hpp"

#include <chrono>

#include "core/run/version.hpp"

namespace gin {
namespace {

using namespace std::chrono_literals;

constexpr auto a_minute = 60s;  // of every step, as long as a hang on threads

}  // namespace

bootstrap::Member::Options seat_of(const bootstrap::Identity& who) {
  bootstrap::Member::Options options;
  options.address = who.address;
  options.rank = who.rank;
  options.size = who.size;
  options.secret = who.secret;
  options.version = build_version;
  options.deadline = a_minute;
  return options;
}

bootstrap::Rendezvous::Options meeting_of(const bootstrap::Identity& who) {
  bootstrap::Rendezvous::Options options;
  options.size = who.size;
  options.secret = who.secret;
  options.version = build_version;
  options.join_within = a_minute;
  return options;
}

void give_up(bootstrap::Member& member, const std::string& why) {
  if (!member.fails_within(500ms)) member.abort(why);
}

}  // namespace gin
