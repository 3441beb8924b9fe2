#include "models/rules/rules.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.hpp"
#include "core/run/backend.hpp"
#include "models/cost/clock.hpp"
#include "models/cost/put.hpp"

namespace gin::rules {
namespace {

/// What the NIC counts: nothing is numbered, and since its writes take no payload along, nothing is inlined. Of a word that
/// two NICs counted, each would write its own count; so a context has one of them, and no transfer is spread.
PostRules counted(PostRules rules) {
  rules.counted = true;
  rules.numbered = rules.keeps_order = false;
  rules.inline_max = 0;
  rules.stripe_min = ~std::uint64_t{0};
  return rules;
}

/// What is inlined: the library's own limit, the NIC's, and what a work request has room for.
std::uint64_t inline_max(Bytes library, const models::NicProfile& nic) {
  const auto room = static_cast<std::int64_t>(WorkRequest::inline_bytes);
  return static_cast<std::uint64_t>(std::min({library.count, nic.inline_max.count, room}));
}

QueueRules queue_rules_of(const models::Pairing& m) {
  constexpr QueueMap maps[] = {QueueMap::single, QueueMap::by_agent, QueueMap::round_robin};
  QueueRules rules;
  rules.per_peer = static_cast<std::uint32_t>(m.stack.queues.per_peer);
  rules.map = maps[static_cast<std::uint32_t>(m.stack.queues.map)];
  rules.quiet_polls_all = m.stack.queues.quiet == models::QuietScope::configured;
  rules.strong_signals = m.stack.strong_signals;
  rules.doorbell_batch = static_cast<std::uint32_t>(m.stack.gpu.doorbell_batch);
  rules.locks_doorbells = m.stack.gpu.doorbells == models::Doorbells::locked;
  rules.post = post_rules_of(m, m.stack.gpu.inline_max);
  return rules;
}

ProxyRules proxy_rules_of(const models::ProxyPathCosts& proxy) {
  return {proxy.credit == models::Credit::completion, static_cast<std::uint32_t>(proxy.doorbell_batch),
          static_cast<std::uint32_t>(proxy.budget_operations), static_cast<std::uint64_t>(proxy.budget_bytes.count),
          static_cast<std::uint32_t>(proxy.completions_batch)};
}

}  // namespace

models::Pairing pairing_of(const scenario::Scenario& s) {
  models::Pairing pairing = models::load_pairing({.profile = s.cluster.profile,
                                                  .profile_overrides = s.profile_overrides,
                                                  .stack = s.stack,
                                                  .stack_overrides = s.stack_overrides,
                                                  .paths = s.path_words()});
  pairing.stack = models::cost::at_clocks(pairing.stack, pairing.profile);
  return pairing;
}

models::Pairing without_order(models::Pairing m, bool sends_return) {
  models::NicProfile& nic = m.profile.nic;
  nic.ordering = models::NicOrdering::per_queue;  // so far as rules ask, which then do nothing about it
  nic.native_atomics = 1;
  nic.atomics_per_second = std::max(nic.atomics_per_second, nic.messages_per_second);
  nic.rails = 1;
  m.profile.pcie.gpudirect = 1;
  m.stack.queues.per_peer = 1;
  m.stack.queues.map = models::QueueMap::single;
  m.stack.strong_signals = false;
  m.stack.arrivals.signals = models::UnorderedSignals::receiver_count;
  m.stack.arrivals.acknowledge = models::Acknowledge::each_look;
  m.stack.arrivals.eager_max = sends_return ? Bytes{std::int64_t{1} << 40} : Bytes{};  // a NIC carries less at once
  return m;
}

StackRules of_library(const models::Pairing& m) {
  StackRules rules;
  rules.queues = queue_rules_of(m);
  rules.queue_depth = static_cast<std::uint32_t>(m.stack.queues.depth);
  rules.proxy = proxy_rules_of(m.stack.proxy);
  rules.proxies = static_cast<std::uint32_t>(m.stack.proxy.threads);
  rules.rings = static_cast<std::uint32_t>(m.stack.proxy.rings);
  rules.ring_slots = static_cast<std::uint32_t>(m.stack.proxy.ring_slots);
  rules.rings_by_peer = m.stack.proxy.ring_map == models::RingMap::by_peer;
  rules.eager_max = static_cast<std::uint64_t>(m.stack.arrivals.eager_max.count);
  rules.not_offered = m.not_offered;
  return rules;
}

bool stands_on_wire(const models::Pairing& m, const scenario::Scenario& s) {
  using enum scenario::Path;
  return m.stack.arrivals.acknowledge == models::Acknowledge::when_asked && !s.uses(gpu) &&
         !s.uses(gpu_cpu_doorbell) && !s.uses(host);
}

StackRules over_wire(const models::Pairing& m) {
  StackRules rules = of_library(m);
  const PostRules of_stack = rules.queues.post;
  PostRules& post = rules.queues.post = {};
  post.inline_max = of_stack.inline_max;
  post.stripe_min = of_stack.stripe_min;
  // Counting is the cheapest; where signals are strong, the target keeps the order instead of the source waiting.
  post.signals = rules.queues.strong_signals ? UnorderedSignals::receiver_reorder : of_stack.signals;
  rules.queues.rings_keep_order = false;
  return rules;
}

StackRules over_wire(const scenario::Scenario& scenario) {
  return over_wire(pairing_of(scenario));
}

StackRules in_order(const scenario::Scenario& scenario) {
  StackRules rules = of_library(pairing_of(scenario));
  const std::uint64_t inlined = rules.queues.post.inline_max;
  rules.queues.post = {};
  rules.queues.post.inline_max = inlined;
  return rules;
}

PostRules post_rules_of(const models::Pairing& m, Bytes library_inline_max) {
  // Where a NIC is to count and somebody else has to, the target's CPU does the like.
  constexpr UnorderedSignals signals[] = {UnorderedSignals::receiver_count, UnorderedSignals::receiver_reorder,
                                          UnorderedSignals::sender_hold, UnorderedSignals::receiver_count};
  const models::NicProfile& nic = m.profile.nic;
  PostRules rules;
  rules.inline_max = inline_max(library_inline_max, nic);
  rules.message_max = static_cast<std::uint64_t>(std::min(nic.message_max.count, std::int64_t{1} << 31));
  rules.stripe_min = static_cast<std::uint64_t>(m.stack.queues.stripe_min.count);
  rules.rails = static_cast<std::uint32_t>(nic.rails);
  rules.numbered = nic.ordering == models::NicOrdering::none || nic.native_atomics == 0 || !has_gpudirect(m);
  rules.signals = signals[static_cast<std::uint32_t>(m.stack.arrivals.signals)];
  return models::cost::counts_at_nic(m.profile, m.stack) ? counted(rules) : rules;
}

bool has_gpudirect(const models::Pairing& m) {
  return m.profile.pcie.gpudirect != 0;
}

bool agent_queues_on_cpu(const models::Pairing& m) {
  return m.stack.gpu.queue_memory == models::SharedMemory::host;
}

void refuse_without_counters(const models::Pairing& m, const scenario::Scenario& s) {
  using enum scenario::Path;
  const bool over_nic = s.uses(gpu) || s.uses(gpu_cpu_doorbell) || s.uses(proxy) || s.uses(host);
  if (!over_nic || m.stack.arrivals.signals != models::UnorderedSignals::nic_counter) return;
  const auto refuse = [](const std::string& field, const std::string& expected, const std::string& came,
                         const char* advice) {
    throw Error(Code::bad_input,
                fmt::format("{}: expected {} where stack.arrivals.signals is nic_counter, got {}; {}", field,
                            expected, came, advice));
  };
  if (m.profile.nic.counters == 0)
    refuse(
        "profile.nic.counters", "a NIC that counts", "0",
        "take a profile whose NIC has counters (aws-p5en-efa-direct), or set stack.arrivals.signals to receiver_count");
  if (!has_gpudirect(m))
    refuse("profile.pcie.gpudirect", "1, because the NIC writes its counts into GPU memory,", "0",
           "set it to 1, or stack.arrivals.signals to receiver_count");
  for (const scenario::Path path : {gpu_cpu_doorbell, proxy, host})
    if (s.uses(path))
      refuse("path", "gpu or pointer, because no CPU has a part in it,", name(path_of(path)),
             "set path to gpu, or stack.arrivals.signals to receiver_count");
}

void refuse_without_gpudirect(const models::Pairing& m, const scenario::Scenario& s) {
  if (has_gpudirect(m)) return;
  for (const scenario::Path path : {scenario::Path::gpu, scenario::Path::gpu_cpu_doorbell}) {
    if (!s.uses(path)) continue;
    throw Error(Code::bad_input, fmt::format("profile.pcie.gpudirect: expected 1 on path {}, where the CPU posts "
                                             "nothing and so copies nothing of what "
                                             "the NIC may not read, got 0; set path to proxy or host",
                                             name(path_of(path))));
  }
}

}  // namespace gin::rules
