// A report as data: what stands on a page, before anybody says how it looks. Tests look here; html.hpp draws it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/trace/result.hpp"
#include "reports/figures/figure.hpp"
#include "reports/verdicts/findings.hpp"

namespace gin::reports {

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
