#include "core/env/promises.hpp"

#include <algorithm>
#include <utility>

#include "core/base/planted.hpp"

namespace gin {
namespace {
template <class T>
T& grown_to(std::deque<T>& many, std::uint32_t index) {
  while (many.size() <= index) many.emplace_back();
  return many[index];
}
}  // namespace

/// Where it is, or where it would be.
std::vector<Promises::Open>::iterator Promises::Stream::find(std::uint32_t number) {
  return std::ranges::lower_bound(open, number, {}, &Open::number);
}

Promises::Account& Promises::account(const Issuer& issuer) {
  return grown_to(grown_to(accounts_, issuer.agent.value), issuer.context);
}

const Promises::Known& Promises::known(std::uint32_t number) const {
  static constexpr Known nothing;
  return number < known_.size() ? known_[number] : nothing;
}

void Promises::issued(const Issuer& issuer, const Operation& operation) {
  Account& by = account(issuer);
  known_.resize(operation.number + std::size_t{1});
  known_.back() = {&by, &grown_to(by.streams, operation.peer.value), by.epoch, operation.op};
}

void Promises::fence(const Issuer& issuer) {
  ++account(issuer).epoch;
}

void Promises::taken(const Part& part) {
  const Known& of = known(part.number);
  if (!of.account || part.is_read) return;
  Stream& stream = *of.stream;
  auto open = stream.find(part.number);
  if (open == stream.open.end() || open->number != part.number)
    open = stream.open.insert(open, {part.number, of.epoch, 0, 0});
  ++of.account->parts;
  ++open->parts;
  if (!part.is_signal) ++open->payload;
}

bool Promises::is_blocked(const Part& part) const {
  const Known& of = known(part.number);
  if (!of.account) return false;
  // Sends and receives keep their order among each other, and neither fences nor transfers are any of their business.
  const bool pairs = is_two_sided(of.op);
  for (const Open& earlier : of.stream->open) {
    if (earlier.number >= part.number) break;
    if (pairs != is_two_sided(known(earlier.number).op)) continue;
    if (pairs || (earlier.epoch < of.epoch && !planted(Fault::promise_of_fence_broken))) return true;
    break;  // those behind it have no earlier epoch
  }
  if (!part.is_signal || planted(Fault::promise_of_signal_broken)) return false;
  const auto own = of.stream->find(part.number);
  return own != of.stream->open.end() && own->number == part.number && own->payload > 0;
}

bool Promises::may_come(const Part& part, void* message) {
  if (!is_blocked(part)) return true;
  known(part.number).stream->held.push_back({part, message});
  return false;
}

void Promises::is_there(const Part& part) {
  const Known& of = known(part.number);
  if (!of.account || part.is_read) return;
  Stream& stream = *of.stream;
  const auto open = stream.find(part.number);
  --of.account->parts;
  --open->parts;
  if (!part.is_signal) --open->payload;
  if (open->parts == 0) stream.open.erase(open);
  std::erase_if(stream.held, [&](const Held& held) {
    if (is_blocked(held.part)) return false;
    free_.push_back(held.message);
    return true;
  });
  of.account->progress.notify();
}

std::vector<void*> Promises::let_go() {
  return std::exchange(free_, {});
}

void Promises::lands(std::uint32_t number) {
  if (Account* const by = known(number).account) by->landing.push_back(number);
}

void Promises::landed(std::uint32_t number) {
  Account* const by = known(number).account;
  if (!by) return;
  by->landing.erase(std::ranges::find(by->landing, number));
  by->progress.notify();
}

bool Promises::is_landing(const Issuer& issuer, std::uint32_t from) {
  return std::ranges::any_of(account(issuer).landing, [&](std::uint32_t number) { return number >= from; });
}

void Promises::leaves_unread(std::uint32_t number, void* message) {
  if (Account* const by = known(number).account) by->unread.push_back({number, message});
}

void Promises::was_read(std::uint32_t number, const void* message) {
  if (Account* const by = known(number).account)
    std::erase_if(by->unread, [&](const Unread& one) { return one.message == message; });
}

void Promises::read_from(const Issuer& issuer, std::uint32_t from) {
  std::erase_if(account(issuer).unread, [&](const Unread& one) {
    if (one.number < from) return false;
    read(one.message);
    return true;
  });
}

bool Promises::is(std::uint32_t number, Op op) const {
  const Known& of = known(number);
  return of.account && of.op == op;
}

}  // namespace gin
