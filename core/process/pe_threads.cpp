#include "core/process/pe_threads.hpp"

#include <algorithm>
#include <future>
#include <vector>

namespace gin {

int on_threads(PeRange pes, const std::function<int(std::uint32_t pe)>& body) {
  std::vector<std::future<int>> others;
  for (std::uint32_t pe = pes.begin + 1; pe < pes.end; ++pe)
    others.push_back(std::async(std::launch::async, body, pe));
  int most = body(pes.begin);
  for (auto& other : others) most = std::max(most, other.get());
  return most;
}

}  // namespace gin
