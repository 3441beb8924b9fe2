// A wire of datagrams over Unix sockets: they are neither lost nor torn, and a full receiver is an ordinary answer.
#pragma once

#include <sys/un.h>

#include <deque>
#include <utility>
#include <vector>

#include "core/process/carrier.hpp"

namespace gin {

class UnixWire {
 public:
  /// Throws Error(unavailable) where there are no sockets left.
  explicit UnixWire(const WireNeeds& needs);
  ~UnixWire();
  UnixWire(UnixWire&& other) noexcept = delete;

  std::string address() const;
  void connect(const std::vector<std::string>& addresses, Pe me);
  std::string nic() const { return "unix"; }

  WireLimits limits() const;
  Post post(const WorkRequest& request, std::uint64_t token);
  bool progress();
  bool next_done(Done& done) { return take(done_, done); }
  bool next_arrival(Arrival& arrival) { return take(arrivals_, arrival); }

 private:
  enum class Kind : std::uint8_t { write, send, question, answer };
  struct Frame {
    Kind kind = Kind::write;
    bool has_immediate = false;
    std::uint16_t from = 0;
    std::uint32_t immediate = 0;
    std::uint64_t bytes = 0;    ///< behind this frame; of a question: to be answered with
    std::uint64_t place = 0;    ///< where they belong; of a question: where they are
    std::uint64_t landing = 0;  ///< of a question: where its answer belongs
    std::uint64_t token = 0;
    PackedMessage message;
  };

  template <class T>
  static bool take(std::deque<T>& from, T& one) {
    if (from.empty()) return false;
    one = std::move(from.front());
    from.pop_front();
    return true;
  }
  /// False where the peer has no room now.
  bool sends(const Frame& frame, const void* bytes, std::uint16_t peer);
  bool answers(const Frame& question);
  void arrives(const Frame& frame, const unsigned char* bytes);

  int socket_;
  std::span<unsigned char> heap_;
  std::uint64_t eager_max_;
  std::uint16_t me_ = 0;
  std::vector<sockaddr_un> peers_;
  std::vector<socklen_t> lengths_;
  std::vector<unsigned char> received_;
  std::deque<Frame> questions_;  ///< that a full peer could not be answered yet
  std::deque<Done> done_;
  std::deque<Arrival> arrivals_;
};
static_assert(ConnectedWire<UnixWire>);

}  // namespace gin
