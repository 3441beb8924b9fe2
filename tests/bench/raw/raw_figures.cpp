#include "tests/bench/raw/raw_figures.hpp"

#include <fmt/format.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_rma.h>

#include <vector>

#include "core/base/error.hpp"
#include "core/ofi/endpoint.hpp"
#include "core/ofi/peer_address.hpp"
#include "tests/bench/raw/exchange.hpp"

namespace gin::bench {
namespace {

/// libfabric's calls and loops around them, nothing else.
class Raw {
 public:
  Raw(const ofi::Provider& provider, int number)
      : memory_(exchanged_bytes, static_cast<unsigned char>(number)),
        endpoint_(provider),
        region_(endpoint_.region(memory_, ofi::Endpoint::Use::heap)) {}

  std::string address() const {
    return ofi::write({endpoint_.provider.name, endpoint_.name(), endpoint_.base_of(memory_.data()),
                       fi_mr_key(region_.get()), 0, 0});
  }
  void connect(const std::string& other) {
    peer_ = ofi::read_address(other, Pe{});
    to_ = endpoint_.insert(peer_.endpoint, "the other process");
  }

  void post(std::size_t slot, std::size_t bytes, Exchanged& so_far) {
    const std::size_t at = place_of(slot, bytes);
    ssize_t error = -FI_EAGAIN;
    while ((error = fi_writedata(endpoint_.endpoint.get(), memory_.data() + at, bytes, fi_mr_desc(region_.get()),
                                 slot, to_, peer_.base + exchanged_bytes / 2 + at, peer_.key, &contexts_[slot])) ==
           -FI_EAGAIN)
      look(so_far);
    if (error) fail("fi_writedata", error);
    ++so_far.posted;
  }

  void look(Exchanged& so_far) {
    fi_cq_data_entry entries[16];
    const ssize_t count = fi_cq_read(endpoint_.completions.get(), entries, 16);
    if (count == -FI_EAGAIN) return;
    if (count < 0) fail("fi_cq_read", count);
    for (ssize_t i = 0; i < count; ++i) ++(entries[i].flags & FI_REMOTE_CQ_DATA ? so_far.arrived : so_far.done);
  }

 private:
  [[noreturn]] static void fail(const char* call, ssize_t error) {
    throw Error(Code::failed, fmt::format("raw measurement: expected {} to work, came {}", call, error));
  }

  std::vector<unsigned char> memory_;
  ofi::Endpoint endpoint_;
  ofi::Handle<fid_mr> region_;
  ofi::PeerAddress peer_;
  fi_addr_t to_ = FI_ADDR_UNSPEC;
  fi_context2 contexts_[outstanding_max] = {};
};

}  // namespace

RawFigures measure_raw(const ofi::Provider& provider, const RawSizes& sizes) {
  return measure<Raw>(provider, sizes);
}

}  // namespace gin::bench
