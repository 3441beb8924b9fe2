// Whatever libfabric opened is closed once, in the order of the owners.
#pragma once

#include <rdma/fabric.h>

#include <memory>

namespace gin::ofi {

struct Close {
  template <class Fid>
  void operator()(Fid* one) const {
    fi_close(
        &one->fid);  // what a broken connection still holds is the provider's to free at the end of the process
  }
};

template <class Fid>
using Handle = std::unique_ptr<Fid, Close>;

}  // namespace gin::ofi
