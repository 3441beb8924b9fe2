// A cost that remembers what it is made of: whoever doubts the sum can look at its items.
#pragma once

#include <vector>

#include "core/base/units.hpp"

namespace gin::models::cost {

struct Item {
  const char* name;  ///< of a literal: "pcie.root_complex"
  Duration time;
};

class Itemised {
 public:
  /// What takes no time is no item.
  Itemised& add(const char* name, Duration time) {
    if (time != Duration{}) items_.push_back({name, time});
    return *this;
  }
  Itemised& add(const Itemised& other) {
    items_.insert(items_.end(), other.items_.begin(), other.items_.end());
    return *this;
  }
  Duration total() const {
    Duration sum;
    for (const Item& item : items_) sum += item.time;
    return sum;
  }
  const std::vector<Item>& items() const { return items_; }

 private:
  std::vector<Item> items_;
};

}  // namespace gin::models::cost
