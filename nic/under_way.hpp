// The operations of one CPU thread that are under way, by slot, and what is to be done when each is through.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/assert.hpp"
#include "core/format/operation.hpp"

namespace gin::emulated {

class UnderWay {
 public:
  enum class Then : std::uint8_t {
    complete,     ///< tell the proxy
    send_signal,  ///< the data of a held signal is acknowledged: send the signal
    release,      ///< the bytes of a matched send are fetched: tell both sides
  };
  struct Entry {
    Then then = Then::complete;
    bool failed = false;      ///< the proxy has been told so
    std::uint32_t waits = 0;  ///< completions or acknowledgements still to come
    std::uint32_t stream = 0;
    std::uint64_t tag = 0;
    Operation operation;        ///< of send_signal
    Pe peer;                    ///< of release: the sender
    std::uint64_t send = 0;     ///< of release: what the sender calls its send
    std::uint64_t receive = 0;  ///< of release: what this PE calls the receive
  };

  std::uint32_t begin(const Entry& entry) {
    if (free_.empty()) {
      entries_.push_back(entry);
      return static_cast<std::uint32_t>(entries_.size() - 1);
    }
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    entries_[slot] = entry;
    return slot;
  }
  Entry& at(std::uint32_t slot) {
    GIN_ASSERT(slot < entries_.size());
    return entries_[slot];
  }
  void end(std::uint32_t slot) { free_.push_back(slot); }

 private:
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> free_;
};

}  // namespace gin::emulated
