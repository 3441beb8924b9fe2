// Objects for things under way, reused: nothing is allocated once a run is warm.
#pragma once

#include <deque>
#include <vector>

namespace gin {

template <class T>
class InFlight {
 public:
  T& take() {
    if (free_.empty()) return all_.emplace_back();
    T& object = *free_.back();
    free_.pop_back();
    return object;
  }
  void give_back(T& object) { free_.push_back(&object); }

 private:
  std::deque<T> all_;  // addresses stay
  std::vector<T*> free_;
};

}  // namespace gin
