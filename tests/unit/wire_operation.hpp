// Operations in one line each.
#pragma once

#include "core/format/operation.hpp"

namespace gin::test {

inline Operation moved(Op op, std::uint32_t peer, std::uint64_t local, std::uint64_t remote, std::uint64_t bytes) {
  Operation operation;
  operation.op = op;
  operation.peer = Pe{peer};
  operation.local = local;
  operation.remote = remote;
  operation.bytes = bytes;
  return operation;
}
inline Operation put(std::uint32_t peer, std::uint64_t local, std::uint64_t remote, std::uint64_t bytes) {
  return moved(Op::put, peer, local, remote, bytes);
}
inline Operation get(std::uint32_t peer, std::uint64_t remote, std::uint64_t local, std::uint64_t bytes) {
  return moved(Op::get, peer, local, remote, bytes);
}
inline Operation value(std::uint32_t peer, std::uint64_t remote, std::uint64_t what, std::uint64_t bytes) {
  Operation operation = moved(Op::value, peer, 0, remote, bytes);
  operation.value = what;
  return operation;
}
inline Operation amo(std::uint32_t peer, std::uint64_t remote, Amo amo, std::uint64_t value) {
  Operation operation = moved(Op::amo, peer, 0, remote, 8);
  operation.amo = amo;
  operation.value = value;
  return operation;
}
inline Operation fetch(std::uint32_t peer, std::uint64_t remote, std::uint64_t local, Amo amo, std::uint64_t value,
                       std::uint64_t compare = 0) {
  Operation operation = moved(Op::fetch_amo, peer, local, remote, 8);
  operation.amo = amo;
  operation.value = value;
  operation.compare = compare;
  return operation;
}
inline Operation send(std::uint32_t peer, std::uint64_t local, std::uint64_t bytes, std::uint64_t tag) {
  Operation operation = moved(Op::send, peer, local, 0, bytes);
  operation.value = tag;
  return operation;
}
inline Operation receive(std::uint32_t peer, std::uint64_t local, std::uint64_t bytes, std::uint64_t tag) {
  Operation operation = moved(Op::receive, peer, local, 0, bytes);
  operation.value = tag;
  return operation;
}
inline Operation with_signal(Operation operation, std::uint64_t signal, Amo amo, std::uint64_t value) {
  operation.has_signal = true;
  operation.signal = signal;
  operation.signal_amo = amo;
  operation.signal_value = value;
  return operation;
}

}  // namespace gin::test
