#include "core/process/gpus_here.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "core/cuda/gpus.hpp"
#include "core/run/apart.hpp"
#include "core/topology/gpu_links.hpp"

namespace gin {
namespace {

constexpr std::string_view gpu_mark = "GPU: ", links_mark = "links: ", joined_mark = "joined: ",
                           apart_mark = "apart: ";

/// What keeps GPU `other` from the memory of one before it, or theirs from its own; "": nothing.
std::string lack_before(const std::vector<gpu::Gpu>& gpus, std::uint32_t other,
                        const topology::GpuLibrary& library) {
  for (std::uint32_t one = 0; one < other; ++one) {
    const gpu::Reach there = gpu::reach(one, other), back = gpu::reach(other, one);
    const std::string lack =
        topology::lack_of({.one = one,
                           .other = other,
                           .loads_and_stores = there.loads_and_stores && back.loads_and_stores,
                           .atomics = there.atomics && back.atomics,
                           .why_apart = library.why_apart(gpus[one].address, gpus[other].address)});
    if (!lack.empty()) return lack;
  }
  return "";
}

/// What look_for_gpus() finds, a line each.
std::string lines_of_gpus() {
  const std::vector<gpu::Gpu> gpus = gpu::gpus();
  if (gpus.empty()) return "";
  const topology::GpuLibrary library;
  std::string lines = fmt::format("{}{}\n", links_mark, sentence(library.links(gpus.front().address)));
  for (const gpu::Gpu& gpu : gpus) lines += fmt::format("{}{}\n", gpu_mark, gpu.name);
  std::uint32_t joined = 0;
  std::string lack;
  while (joined < gpus.size() && (lack = lack_before(gpus, joined, library)).empty()) ++joined;
  return lines + fmt::format("{}{}\n{}{}\n", joined_mark, joined, apart_mark, lack);
}

/// What stands behind `mark` in that line; "" where it is another line.
std::string behind(std::string_view mark, std::string_view line) {
  return line.starts_with(mark) ? std::string(line.substr(mark.size())) : "";
}

}  // namespace

GpusHere look_for_gpus() {
  const std::string said = apart(lines_of_gpus);
  GpusHere found;
  for (std::size_t at = 0; at < said.size();) {
    const std::size_t end = std::min(said.find('\n', at), said.size());
    const std::string_view line = std::string_view(said).substr(at, end - at);
    if (line.starts_with(gpu_mark)) found.names.push_back(behind(gpu_mark, line));
    if (line.starts_with(joined_mark))
      found.joined = static_cast<std::uint32_t>(std::stoul(behind(joined_mark, line)));
    found.links += behind(links_mark, line);
    found.apart += behind(apart_mark, line);
    at = end + 1;
  }
  if (found.names.empty())
    found.missing =
        fmt::format("expected a GPU with its driver, came {}; use backend emulated", said.empty() ? "none" : said);
  return found;
}

}  // namespace gin
