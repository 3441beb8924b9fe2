#include <vector>

#include "core/ofi/ofi_wire.hpp"
#include "tests/bench/raw/exchange.hpp"

namespace gin::bench {
namespace {

/// Small writes inline, as puts of eight bytes are.
class OverWire {
 public:
  OverWire(const ofi::Provider& provider, int number)
      : me_(static_cast<std::uint32_t>(number)), memory_(exchanged_bytes), wire_(provider, memory_, 0) {}

  std::string address() const { return wire_.address(); }
  void connect(const std::string& other) {
    std::vector<std::string> all(2, other);
    all[me_] = wire_.address();
    wire_.connect(all, Pe{me_});
  }

  void post(std::size_t slot, std::size_t bytes, Exchanged& so_far) {
    WorkRequest request;
    request.peer = static_cast<std::uint16_t>(1 - me_);
    request.bytes = static_cast<std::uint32_t>(bytes);
    request.local = place_of(slot, bytes);
    request.remote = exchanged_bytes / 2 + request.local;
    request.has_immediate = true;
    request.immediate = static_cast<std::uint32_t>(slot);
    if (bytes <= WorkRequest::inline_bytes) request.verb = Verb::write_inline;
    while (wire_.post(request, slot) == Post::busy) look(so_far);
    ++so_far.posted;
  }

  void look(Exchanged& so_far) {
    wire_.progress();
    Done done;
    while (wire_.next_done(done)) ++so_far.done;
    while (wire_.next_arrival(arrival_)) ++so_far.arrived;
  }

 private:
  std::uint32_t me_;
  std::vector<unsigned char> memory_;
  ofi::OfiWire wire_;
  Arrival arrival_;
};

}  // namespace

RawFigures measure_wire(const ofi::Provider& provider, const RawSizes& sizes) {
  return measure<OverWire>(provider, sizes);
}

}  // namespace gin::bench
