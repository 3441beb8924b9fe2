// What the words of a report mean: every item of a critical path, counter, layer, path, link and bound that a row
// can name, with where it comes from and what makes less of it. `ginlab explain` and HTML pages say it from here.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/trace/result.hpp"

namespace gin::reports {

struct Term {
  std::string_view name;     ///< as a row has it, without what stands in brackets or after " of PE"
  std::string_view meaning;  ///< in whole sentences
  std::string_view fields;   ///< it comes from these, which `ginlab explain` knows; spaces between them, or none
  std::string_view code;     ///< the file that charges it, counts it or puts it in between
  std::string_view less;     ///< what makes it shorter, rarer or needless, in whole sentences
};

struct TermKind {
  std::string_view name;   ///< "items": what `ginlab explain` lists them by
  std::string_view one;    ///< "an item of the critical path"
  std::string_view about;  ///< what such words are, in a sentence
  std::string_view less;   ///< what Term::less is about: "Shorter", "Instead"
  std::vector<Term> terms;
};

/// In the order in which a reader meets them.
const std::vector<TermKind>& glossary();

/// A word with its kind; both null where nobody knows it.
struct Known {
  const TermKind* kind = nullptr;
  const Term* term = nullptr;
};
/// `text` is what a row says: "nic.line_out of PE 3, rail 1", "Striped(4 rails from 131072 bytes)".
Known known_word(std::string_view text);

/// All words that a result uses, in the order of the glossary, each once. What nobody knows, as in a result of
/// another version, is left out.
std::vector<Known> words_of(const trace::Result& result);

/// What can be asked about a row: items, counters that are not zero, layers, paths and links ("path gpu"), and what
/// its bound is by.
std::vector<std::string> words_of(const trace::Row& row);

/// What the word means, where it comes from and what makes less of it, a line each: "Shorter: Fewer bytes."
std::vector<std::string> lines_of(const Known& word);
/// The names in Term::fields.
std::vector<std::string> fields_of(const Term& term);

// The tables, by who spends the time or counts.
std::span<const Term> agent_items();
std::span<const Term> cpu_items();
std::span<const Term> memory_items();
std::span<const Term> nic_items();
std::span<const Term> counter_terms();
std::span<const Term> layer_terms();
std::span<const Term> path_terms();
std::span<const Term> link_terms();
std::span<const Term> bound_terms();

}  // namespace gin::reports
