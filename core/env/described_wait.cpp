#include "core/env/described_wait.hpp"

#include <fmt/format.h>

namespace gin {

std::string describe(const Waiting& why, const HeapMap& heap) {
  std::string what = why.what;
  if (why.of == Waiting::Of::word) what = heap.name(why.at);
  if (why.of == Waiting::Of::queue) what += fmt::format(" in the queue to PE {}", why.at);
  return fmt::format("{} for {}: {} seen, {} {} wanted", why.call, what, why.seen, symbol(why.compare), why.wanted);
}

}  // namespace gin
