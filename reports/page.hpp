// A report as data: what stands on a page, before anybody says how it looks. Tests look here; html.hpp draws it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/trace/result.hpp"
#include "reports/findings.hpp"
#include "reports/table.hpp"

namespace gin::reports {

/// The marks of contestants go round after so many.
inline constexpr std::size_t marks_max = 8;

struct PageCell {
  std::string text;
  std::vector<std::pair<std::string, std::string>> data = {};  ///< data-NAME: what scripts read and sorting goes by
  std::optional<std::size_t> contestant = {};                  ///< whose mark stands before the text
  std::int64_t bar_permille = 0;                               ///< length of a bar under the text; 0: none
};

struct PageLine {
  std::optional<std::size_t> row = {};  ///< index into Result::rows
  std::vector<PageCell> cells = {};
  bool opens = false;  ///< begins a block of lines that belong together
  bool total = false;  ///< sums up the lines above it
};

struct PageColumn {
  std::string key;
  std::string title;
  Align align = Align::left;
};

struct PageTable {
  std::string id;
  std::string caption;
  std::vector<PageColumn> columns = {};
  std::vector<PageLine> lines = {};
  bool sortable = false;
};

struct PageFigure {
  std::string id;
  std::string title;
  std::string caption;                    ///< how to read it
  std::string spec = {};                  ///< Vega-Lite, as JSON
  std::string choice = {};                ///< what `choices` are ("place"); empty: the figure shows all it has
  std::vector<std::string> choices = {};  ///< values 0, 1, ... of the specification's parameter "choice"
  std::vector<PageTable> tables = {};     ///< the same numbers to read
};

/// A word of the glossary that the page uses; wherever it stands, it leads to this.
struct PageWord {
  std::string id;  ///< of the element that says what it means
  std::string name;
  std::string kind;                ///< "an item of the critical path"
  std::vector<std::string> lines;  ///< what it is, where it comes from, what makes less of it
  bool anywhere = false;           ///< also within a text: no other word is spelt so
};

/// Parts are empty where there is nothing to say; they stand on the page in this order.
struct PageSection {
  std::string id;
  std::string title;
  std::vector<std::string> text = {};
  std::vector<Finding> sentences = {};
  std::vector<std::string> notes = {};
  std::vector<PageFigure> figures = {};
  std::vector<PageTable> tables = {};
  std::vector<std::string> lines = {};
  std::string command = {};
  std::vector<PageWord> words = {};
};

struct Page {
  std::string title;
  std::string description;
  std::vector<std::pair<std::string, std::string>> facts = {};  ///< "backend", "emulated"
  std::vector<std::string> contestants = {};                    ///< in the order of their marks
  std::vector<PageSection> sections = {};
};

Page page_of(const trace::Result& result);

}  // namespace gin::reports
