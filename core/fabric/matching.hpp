// Which send belongs to which receive: same peer and tag, first come first served on both sides.
#pragma once

#include <deque>
#include <optional>
#include <utility>

#include "core/fabric/arrival.hpp"

namespace gin {

struct PostedReceive {
  Pe peer;
  std::uint64_t tag = 0;
  std::uint64_t local = 0;  ///< heap offset where the bytes go
  std::uint64_t bytes = 0;  ///< room there
  std::uint64_t cookie = 0;
};

class Matching {
 public:
  /// The oldest send that was waiting for this receive; else the receive waits.
  std::optional<Arrival> post(const PostedReceive& receive) {
    for (auto it = unexpected_.begin(); it != unexpected_.end(); ++it) {
      if (it->source != receive.peer || it->message.value != receive.tag) continue;
      Arrival found = std::move(*it);
      unexpected_.erase(it);
      return found;
    }
    receives_.push_back(receive);
    return std::nullopt;
  }

  /// The oldest receive that was waiting for this eager or ready message; else the message waits. It is moved
  /// from only if it waits.
  std::optional<PostedReceive> arrive(Arrival& arrival) {
    for (auto it = receives_.begin(); it != receives_.end(); ++it) {
      if (it->peer != arrival.source || it->tag != arrival.message.value) continue;
      const PostedReceive found = *it;
      receives_.erase(it);
      return found;
    }
    unexpected_.push_back(std::move(arrival));
    return std::nullopt;
  }

  std::size_t receives_waiting() const { return receives_.size(); }
  std::size_t sends_waiting() const { return unexpected_.size(); }

 private:
  std::deque<PostedReceive> receives_;
  std::deque<Arrival> unexpected_;
};

}  // namespace gin
