// Typed views of window memory, and what a loop over lanes declares about them.
#pragma once

#include <cstdint>

#include "core/base/ids.hpp"
#include "core/device/annotate.hpp"

namespace gin {

/// An element that a view does not have: what a host throws when it is asked for, so that the run ends there and
/// says so. The next window would have been read or written instead.
struct StrayIndex {
  Pe pe;
  const void* data = nullptr;  ///< start of the view; null: the peer is not reached by load and store
  std::uint64_t count = 0;
  std::uint64_t index = 0;
};
[[noreturn, gnu::cold, gnu::noinline]] inline void refuse_index(const StrayIndex& stray) {
  throw stray;
}

/// One PE's copy of a window by pointer. A GPU does not look whether it has element `index`.
template <class T>
class View {
 public:
  GIN_DEVICE View(T* data, std::uint64_t count, Pe pe, bool is_phantom = false)
      : data_(data), count_(count), pe_(pe), is_phantom_(is_phantom) {}
  GIN_DEVICE T& operator[](std::uint64_t index) const {
    GIN_ON_HOST(if (index >= count_) refuse_index({pe_, data_, count_, index}));
    return data_[index];
  }
  GIN_DEVICE T* data() const { return data_; }
  GIN_DEVICE std::uint64_t count() const { return count_; }
  GIN_DEVICE Pe pe() const { return pe_; }
  /// Its bytes are not stored: no lane may look at them.
  GIN_DEVICE bool is_phantom() const { return is_phantom_; }

 private:
  T* data_;
  std::uint64_t count_;
  Pe pe_;
  bool is_phantom_;
};

/// This PE's copy of a window. Read and write elements inside for_lanes, which accounts for the time.
template <class T>
using Local = View<T>;

/// A peer's copy of a window, reached by load and store; false, and without elements, where the peer cannot be
/// reached so. On a GPU it is a plain pointer; in virtual time for_lanes moves what its lanes declare.
template <class T>
class Peer : public View<T> {
 public:
  using View<T>::View;
  GIN_DEVICE explicit operator bool() const { return this->data() != nullptr; }
};

/// What each lane does with a view: `per_lane` elements read or written.
struct Access {
  Pe pe;
  bool writes = false;
  const void* data = nullptr;         ///< start of the view
  std::uint64_t lane_bytes = 0;       ///< touched by one lane
  std::uint64_t footprint_bytes = 0;  ///< of the whole view: decides between L2 and HBM
  std::uint64_t in_use_bytes = 0;     ///< where that is less; 0: all of it is
  std::uint64_t part_begin = 0;       ///< of the view: the bytes that the lanes stay within
  std::uint64_t part_bytes = 0;       ///< 0: they may be anywhere
  bool is_phantom = false;            ///< bytes that are not stored
  std::uint64_t operations = 0;       ///< multiply-adds of all lanes together, meanwhile
  std::uint64_t instructions = 0;     ///< of each lane, once it has what it reads
  std::uint64_t lane_ahead = 0;       ///< bytes of all views that a lane loads before it waits; 0: as copies do
};

template <class T>
GIN_DEVICE Access access_to(const View<T>& view, bool writes, std::uint64_t per_lane) {
  return {.pe = view.pe(),
          .writes = writes,
          .data = view.count() ? view.data() : nullptr,
          .lane_bytes = per_lane * sizeof(T),
          .footprint_bytes = view.count() * sizeof(T),
          .is_phantom = view.is_phantom()};
}

/// Of what the lanes still hold from reading it before, per_lane is 0: it costs nothing again.
template <class T>
GIN_DEVICE Access reads(const View<T>& view, std::uint64_t per_lane = 1) {
  return access_to(view, false, per_lane);
}
/// The same by lanes that stay within `count` elements from `first` on: what a GPU may find again in its L2.
template <class T>
GIN_DEVICE Access reads_part(const View<T>& view, std::uint64_t first, std::uint64_t count,
                             std::uint64_t per_lane = 1) {
  Access access = reads(view, per_lane);
  access.part_begin = first * sizeof(T);
  access.part_bytes = count * sizeof(T);
  return access;
}
template <class T>
GIN_DEVICE Access writes(const View<T>& view, std::uint64_t per_lane = 1) {
  return access_to(view, true, per_lane);
}

/// The same where no more than `bytes` of the view are in use, wherever they lie: the rest need not fit into the
/// L2.
GIN_DEVICE inline Access in_use(Access access, std::uint64_t bytes) {
  access.in_use_bytes = bytes;
  return access;
}

template <std::uint32_t N>
struct Views {
  Access access[N > 0 ? N : 1];    // no array is empty
  std::uint64_t instructions = 0;  ///< of a lane for one element, addresses and all

  GIN_DEVICE const Access* begin() const { return access; }
  GIN_DEVICE const Access* end() const { return access + N; }
  /// The same for lanes that have so much to compute; how that was counted: docs/decisions/049. On a GPU nobody looks at it.
  GIN_DEVICE Views issuing(std::uint64_t number) const {
    Views same = *this;
    same.instructions = number;
    return same;
  }
};

/// Everything that lanes touch of windows. views() says that they touch none: scratch and registers only.
template <class... A>
GIN_DEVICE Views<sizeof...(A)> views(A... access) {
  return {{access...}};
}

}  // namespace gin
