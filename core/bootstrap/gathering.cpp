#include "core/bootstrap/gathering.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace gin::bootstrap {

std::vector<std::string> Gathering::take() const {
  if (settled_.wait_for(patience_) != std::future_status::ready)
    throw Error(Code::failed,
                fmt::format("step \"{}\": expected an answer from the rendezvous within {} ms, came none;"
                            " is its machine overloaded?",
                            step_, patience_.count()));
  const Settled& settled = settled_.get();
  if (!settled.failure.empty()) throw Error(Code::failed, fmt::format("step \"{}\": {}", step_, settled.failure));
  return settled.parts;
}

}  // namespace gin::bootstrap
