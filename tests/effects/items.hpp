// What a run and a cost function are compared by: picoseconds of each item that takes any.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/trace/result.hpp"
#include "models/cost/itemised.hpp"

namespace gin::laboratory {

using Items = std::map<std::string, std::int64_t>;

inline Items without_noughts(Items items) {
  std::erase_if(items, [](const auto& item) { return item.second == 0; });
  return items;
}

inline Items items_of(const models::cost::Itemised& cost) {
  Items items;
  for (const models::cost::Item& item : cost.items()) items[item.name] += item.time.ps;
  return without_noughts(items);
}

/// A CPU thread that is awake makes looks, one that sleeps is woken for the look it would have made: both are
/// waiting.
inline Items items_of(const trace::Row& row) {
  Items items;
  for (const trace::PathItem& item : row.critical_path) {
    const bool look = item.item == "proxy.poll_ring" || item.item == "proxy.poll_completions";
    items[look ? "proxy.poll_grid" : item.item] += item.ps;
  }
  return without_noughts(items);
}

}  // namespace gin::laboratory
