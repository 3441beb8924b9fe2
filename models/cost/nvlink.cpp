#include "models/cost/nvlink.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "core/base/error.hpp"
#include "core/base/json_path.hpp"

namespace gin::models {
namespace {

constexpr std::uint32_t gpus_max = 64;  // of a node
constexpr std::int64_t bricks_max = 64;

[[noreturn]] void refuse(const std::string& where, const std::string& message) {
  throw Error(Code::bad_input, fmt::format("{}: {}", where, message));
}

/// Takes a number off the front; whether there was one that fits.
template <class Number>
bool take(std::string_view& text, Number& number, Number most) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || number > most) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

bool take(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

NvlinkLink parse(std::string_view word, const std::string& where) {
  NvlinkLink link{0, 0, 1};
  std::string_view rest = word;
  bool good = take(rest, link.from, gpus_max - 1) && take(rest, '-') && take(rest, link.to, gpus_max - 1);
  if (good && take(rest, 'x')) good = take(rest, link.bricks, bricks_max) && link.bricks > 0;
  if (!good || !rest.empty() || link.from == link.to)
    refuse(where, fmt::format("expected pairs of GPUs below {} such as 0-1, or 0-3x2 for two bricks, with spaces "
                              "between them, got {}",
                              gpus_max, in_quotes(std::string(word))));
  return link;
}

/// Ways of all bytes from one GPU: GPUs in the order of their distance, each reached from the best before it.
void route(NvlinkMesh& mesh, std::uint32_t from, const std::string& where) {
  std::vector<std::int64_t> reached(mesh.gpus);  // bricks where the way there is narrowest; 0: not yet
  reached[from] = std::numeric_limits<std::int64_t>::max();
  for (std::vector<std::uint32_t> edge{from}; !edge.empty();) {
    std::vector<std::int64_t> next(mesh.gpus);
    // In ascending order, and only what is wider replaces what was found: the lowest GPU stays.
    for (const std::uint32_t gpu : edge) {
      for (std::uint32_t i = 0; i < mesh.links.size(); ++i) {
        const NvlinkLink& link = mesh.links[i];
        if (link.from != gpu || reached[link.to] > 0) continue;
        const std::int64_t narrowest = std::min(reached[gpu], link.bricks);
        if (next[link.to] >= narrowest) continue;
        next[link.to] = narrowest;
        std::vector<std::uint32_t>& way = mesh.ways[from * mesh.gpus + link.to];
        way = mesh.way(from, gpu);
        way.push_back(i);
      }
    }
    edge.clear();
    for (std::uint32_t gpu = 0; gpu < mesh.gpus; ++gpu)
      if (next[gpu] > 0) reached[gpu] = next[gpu], edge.push_back(gpu);
  }
  for (std::uint32_t gpu = 0; gpu < mesh.gpus; ++gpu)
    if (reached[gpu] == 0)
      refuse(where, fmt::format("expected links that join all GPUs from 0 to {}, got none that lead from {} to {}",
                                mesh.gpus - 1, from, gpu));
}

}  // namespace

NvlinkMesh nvlink_mesh(const std::string& links, const std::string& where) {
  NvlinkMesh mesh;
  std::int64_t bricks_of[gpus_max] = {};
  for (std::size_t begin = 0; begin < links.size();) {
    const std::size_t end = std::min(links.find(' ', begin), links.size());
    const NvlinkLink link = parse(std::string_view(links).substr(begin, end - begin), where);
    begin = end + 1;
    for (const NvlinkLink& other : mesh.links)
      if (other.from == link.from && other.to == link.to)
        refuse(where, fmt::format("expected every pair once, got {}-{} twice; write its bricks behind an x",
                                  link.from, link.to));
    mesh.links.push_back(link);
    mesh.links.push_back({link.to, link.from, link.bricks});
    mesh.gpus = std::max({mesh.gpus, link.from + 1, link.to + 1});
    bricks_of[link.from] += link.bricks;
    bricks_of[link.to] += link.bricks;
  }
  if (mesh.links.empty()) refuse(where, "expected the links of the mesh, such as 0-1 0-2 1-2, got none");
  mesh.bricks = *std::max_element(std::begin(bricks_of), std::end(bricks_of));
  mesh.ways.resize(std::size_t{mesh.gpus} * mesh.gpus);
  for (std::uint32_t from = 0; from < mesh.gpus; ++from) route(mesh, from, where);
  return mesh;
}

Bandwidth link_rate(Bandwidth port, const NvlinkMesh& mesh, const NvlinkLink& link) {
  const auto share = static_cast<__int128>(port.bytes_per_second) * link.bricks / mesh.bricks;
  return {std::max<std::int64_t>(1, static_cast<std::int64_t>(share))};
}

Duration load_over(const NvlinkProfile& nvlink, std::size_t links) {
  const auto hops = static_cast<std::int64_t>(links);
  return nvlink.load * hops + nvlink.relay * std::max<std::int64_t>(0, hops - 1);
}

Duration store_over(const NvlinkProfile& nvlink, std::size_t links) {
  const auto hops = static_cast<std::int64_t>(links);
  return nvlink.store * hops + nvlink.relay * std::max<std::int64_t>(0, hops - 1);
}

}  // namespace gin::models
