// Figures and tables of a page as data: numbers, words and specifications, before anybody says how they look.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reports/base/table.hpp"

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

}  // namespace gin::reports
