#include "core/run/heap_plan.hpp"

#include <fmt/format.h>

#include <bit>

#include "core/base/digest.hpp"
#include "core/base/error.hpp"
#include "core/format/command.hpp"
#include "core/run/backend.hpp"
#include "core/run/program_entry.hpp"
#include "core/run/words.hpp"

namespace gin {

constexpr std::uint32_t contexts_max = 8;

/// The barrier signals, too: one word for each of its rounds.
HeapPlan::HeapPlan(const Launch& launch) : Plan(launch) {
  add_signal_words(ControlWords::rounds, static_cast<std::uint64_t>(std::bit_width(launch.n_pes - 1)));
}

void HeapPlan::require_pointers(const char* why) {
  requirements_.pointers = true;
  requirements_.pointers_why = why;
}

void HeapPlan::require_two_sided(const char* why) {
  requirements_.two_sided = true;
  requirements_.two_sided_why = why;
}

void HeapPlan::refuse(const Refusal& refusal) {
  const std::string got = refusal.word ? refusal.word : std::to_string(refusal.got);
  throw Error(Code::bad_input, fmt::format("{}: expected {}, got {}", refusal.where, refusal.expected, got));
}

void HeapPlan::contexts(std::uint32_t count) {
  if (count < 1 || count > contexts_max)
    throw Error(Code::bad_input, fmt::format("program: expected 1 to {} contexts, got {}", contexts_max, count));
  contexts_ = count;
}

void HeapPlan::add_signal_words(std::uint64_t begin, std::uint64_t count) {
  signal_words_.push_back({begin, count, static_cast<std::uint32_t>(requirements_.signal_words)});
  requirements_.signal_words += count;
}

std::uint64_t HeapPlan::control_bytes() const {
  return ControlWords::bytes(launch().agents, contexts_max);
}

std::uint64_t HeapPlan::add(const char* name, const Elements& elements, bool control) {
  refuse_name(name);
  if (end_ == 0) end_ = control_bytes();
  const std::uint64_t begin = (end_ + 255) / 256 * 256;
  const std::uint64_t room = begin < CommandLimits::heap_bytes ? CommandLimits::heap_bytes - begin : 0;
  if (elements.count > room / elements.size)
    throw Error(Code::bad_input,
                fmt::format("window {}: expected a symmetric heap of at most {} bytes, got {} elements of {} bytes "
                            "behind {} others; use smaller blocks",
                            name, CommandLimits::heap_bytes, elements.count, elements.size, begin));
  const std::uint64_t bytes = elements.count * elements.size;
  end_ = begin + bytes;
  if (control) add_signal_words(begin, bytes / 8);
  extents_.push_back({name, begin, bytes, elements.size, control});
  return begin;
}

void HeapPlan::refuse_name(const char* name) const {
  if (!words::is_word(name))
    throw Error(Code::bad_input,
                fmt::format("window {}: expected a name of a to z, 0 to 9 and _ that begins with a "
                            "letter, got \"{}\"; rename it",
                            extents_.size(), name ? name : ""));
  for (const Extent& extent : extents_)
    if (extent.name == name)
      throw Error(
          Code::bad_input,
          fmt::format("window {}: expected a name that no other window has, got it twice; rename one", name));
}

HeapPlan planned(const Launch& launch, ProgramInstance& program) {
  HeapPlan plan(launch);
  program.plan(plan);
  return plan;
}

std::string digest_of_pes(const std::vector<std::string>& windows) {
  if (windows.size() == 1) return windows.front();
  Digest digest;
  for (const std::string& one : windows) digest.add_bytes(one.data(), one.size());
  return hex16(digest.value());
}

void verify_windows(trace::Row& row, const ProgramInstance& program, const HeapPlan& plan,
                    const std::vector<Memory>& pes) {
  Digest digest;
  std::vector<std::string> windows;
  for (const Memory& memory : pes) {
    if (row.mismatch.empty()) row.mismatch = describe(memory.pe, program.verify(memory));
    Digest own;
    for (const HeapPlan::Extent& extent : plan.extents()) {
      digest.add_bytes(memory.heap + extent.begin, extent.bytes);
      own.add_bytes(memory.heap + extent.begin, extent.bytes);
    }
    windows.push_back(hex16(own.value()));
  }
  row.verified = row.mismatch.empty();
  row.digest = hex16(digest.value());
  row.windows = digest_of_pes(windows);
}

}  // namespace gin
