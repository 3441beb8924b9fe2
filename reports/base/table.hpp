// Markdown tables whose source is aligned, because the terminal shows the source.
#pragma once

#include <string>
#include <vector>

namespace gin::reports {

enum class Align { left, right };

struct Column {
  std::string title;
  Align align = Align::left;
};

class Table {
 public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// One cell per column. Bars are escaped and line ends become spaces, so any text may be a cell.
  void add(std::vector<std::string> cells);
  bool empty() const { return rows_.empty(); }
  std::string text() const;  ///< ends with a line end

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace gin::reports
