// Operations as paths make them, for property tests: fields that an operation does not use are zero.
#pragma once

#include <rapidcheck.h>

#include <ostream>

#include "core/format/command.hpp"

namespace gin {

inline void showValue(const Operation& o, std::ostream& out) {
  out << "op " << static_cast<int>(o.op) << " amo " << static_cast<int>(o.amo) << " peer " << o.peer.value
      << " remote " << o.remote << " local " << o.local << " bytes " << o.bytes << " value " << o.value
      << " compare " << o.compare;
  if (o.has_signal)
    out << " signal " << o.signal << " amo " << static_cast<int>(o.signal_amo) << " value " << o.signal_value;
}

namespace test {

inline bool same(const Operation& a, const Operation& b) {
  return a.op == b.op && a.amo == b.amo && a.has_signal == b.has_signal && a.signal_amo == b.signal_amo &&
         a.peer == b.peer && a.remote == b.remote && a.local == b.local && a.bytes == b.bytes &&
         a.value == b.value && a.compare == b.compare && a.signal == b.signal && a.signal_value == b.signal_value;
}

/// Numbers below 2^bits, most of them near a power of two: that is where fields end.
inline rc::Gen<std::uint64_t> number_of(unsigned bits) {
  const auto near_a_power = rc::gen::map(rc::gen::tuple(rc::gen::inRange(0u, bits + 1), rc::gen::inRange(0, 5)),
                                         [bits](const std::tuple<unsigned, int>& drawn) {
                                           const auto& [power, off] = drawn;
                                           const std::uint64_t base = power < 64 ? std::uint64_t{1} << power : 0;
                                           const std::uint64_t all =
                                               bits < 64 ? (std::uint64_t{1} << bits) - 1 : ~std::uint64_t{0};
                                           return (base + static_cast<std::uint64_t>(off) - 2) & all;
                                         });
  const auto any = rc::gen::map(rc::gen::arbitrary<std::uint64_t>(), [bits](std::uint64_t drawn) {
    return bits < 64 ? drawn & ((std::uint64_t{1} << bits) - 1) : drawn;
  });
  return rc::gen::weightedOneOf<std::uint64_t>({{3, near_a_power}, {1, any}});
}

inline rc::Gen<Operation> any_operation() {
  return rc::gen::exec([] {
    Operation o;
    o.op = *rc::gen::element(Op::put, Op::get, Op::value, Op::amo, Op::fetch_amo);
    o.peer = Pe{static_cast<std::uint32_t>(*number_of(16))};
    o.remote = *number_of(40);
    if (o.op == Op::put || o.op == Op::get || o.op == Op::fetch_amo) o.local = *number_of(40);
    if (o.op == Op::put || o.op == Op::get) o.bytes = *number_of(43);
    if (o.op == Op::value) o.bytes = *rc::gen::inRange<std::uint64_t>(1, 9);
    if (o.op == Op::put && *rc::gen::arbitrary<bool>()) {
      o.has_signal = true;
      o.signal = *number_of(40);
      o.signal_amo = *rc::gen::element(Amo::set, Amo::add);
      o.signal_value = *number_of(64);
    }
    if (is_amo(o.op)) {
      o.amo = *rc::gen::element(Amo::set, Amo::add, Amo::bit_and, Amo::bit_or, Amo::bit_xor, Amo::compare_swap,
                                Amo::fetch);
      o.bytes = 8;
      if (o.amo == Amo::compare_swap) o.compare = *number_of(64);
    }
    if (o.op == Op::value || is_amo(o.op)) o.value = *number_of(64);
    return o;
  });
}

}  // namespace test
}  // namespace gin
