// Where a program's windows lie in every PE's heap, and what the program asks of the fabric.
#pragma once

#include <string>
#include <vector>

#include "core/device/program.hpp"
#include "core/env/heap_map.hpp"
#include "core/fabric/capabilities.hpp"
#include "core/format/efa.hpp"
#include "core/trace/result.hpp"

namespace gin {

class HeapPlan final : public Plan {
 public:
  using Extent = HeapMap::Extent;

  explicit HeapPlan(const Launch& launch);

  void require_pointers(const char* why) override;
  void require_two_sided(const char* why) override;
  void refuse(const Refusal& refusal) override;
  void contexts(std::uint32_t count) override;

  /// Puts the windows behind the control words, 256 bytes apart so that no two share a cache line.
  const std::vector<Extent>& extents() const { return extents_; }
  /// What is called how, once everything is declared.
  HeapMap map() const { return {extents_, contexts_}; }
  const Requirements& requirements() const { return requirements_; }
  /// Where signals may go: the runtime's own, and all windows of words; as many as the requirements say.
  const std::vector<SignalWords>& signal_words() const { return signal_words_; }
  std::uint32_t context_count() const { return contexts_; }
  std::uint64_t heap_bytes() const { return end_ != 0 ? end_ : control_bytes(); }
  /// The words of the runtime, before the windows.
  std::uint64_t control_bytes() const;

 private:
  std::uint64_t add(const char* name, const Elements& elements, bool control) override;
  void refuse_name(const char* name) const;
  void add_signal_words(std::uint64_t begin, std::uint64_t count);

  std::vector<Extent> extents_;
  std::vector<SignalWords> signal_words_;
  Requirements requirements_;
  std::uint32_t contexts_ = 1;
  std::uint64_t end_ = 0;
};

class ProgramInstance;
/// What `program` declares for this launch.
HeapPlan planned(const Launch& launch, ProgramInstance& program);

/// From what each PE's windows held, PE by PE, to what all of them did; of one PE it is that.
std::string digest_of_pes(const std::vector<std::string>& windows);

/// What the windows of `pes` hold, into `row`: the first mismatch, whether there is none, and digests of all bytes.
void verify_windows(trace::Row& row, const ProgramInstance& program, const HeapPlan& plan,
                    const std::vector<Memory>& pes);

}  // namespace gin
