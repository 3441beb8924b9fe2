// What a CPU thread knows of one stream of operations between its PE and a peer, in both directions.
#pragma once

#include "core/fabric/heard_numbers.hpp"
#include "core/fabric/number_window.hpp"
#include "core/fabric/sent_numbers.hpp"

namespace gin {

struct StreamState {
  StreamState(const PostRules& rules, std::uint32_t first)
      : sent(first), heard(rules.layout, rules.signals, first), window(rules.layout, first) {}
  SentNumbers sent;
  HeardNumbers heard;
  NumberWindow window;    ///< of what is sent, where it is acknowledged in ranges
  bool listed = false;    ///< among those whose writes nobody has asked for
  bool speaking = false;  ///< among those that have something to say
  bool asks = false;      ///< a question is to be sent
  bool answers = false;   ///< an answer is to be sent
  bool broken = false;    ///< something to the peer has failed: nothing more goes there
};

}  // namespace gin
