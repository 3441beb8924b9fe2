// Widths are counted in characters, not in bytes: names come from files and may hold any letter.
#include "reports/base/table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/assert.hpp"

namespace gin::reports {
namespace {

std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string as_cell(const std::string& text) {
  std::string cell;
  for (const char c : text) {
    if (c == '|') cell += '\\';
    cell += c == '\n' || c == '\r' ? ' ' : c;
  }
  return cell;
}

std::string padded(const std::string& cell, std::size_t width, Align align) {
  const std::string space(width - width_of(cell), ' ');
  return align == Align::right ? space + cell : cell + space;
}

}  // namespace

void Table::add(std::vector<std::string> cells) {
  GIN_ASSERT(cells.size() == columns_.size());
  std::ranges::transform(cells, cells.begin(), as_cell);
  rows_.push_back(std::move(cells));
}

std::string Table::text() const {
  std::vector<std::string> titles;
  std::vector<std::size_t> widths;
  for (const Column& column : columns_) {
    titles.push_back(as_cell(column.title));
    // A rule of fewer than three dashes is no table to some readers of Markdown.
    widths.push_back(std::max<std::size_t>(3, width_of(titles.back())));
  }
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string text = "|";
    for (std::size_t i = 0; i < cells.size(); ++i) {
      text += fmt::format(" {} |", padded(cells[i], widths[i], columns_[i].align));
    }
    return text + "\n";
  };
  std::string rule = "|";
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    rule += std::string(widths[i] + 1, '-') + (columns_[i].align == Align::right ? ":|" : "-|");
  }
  std::string text = line(titles) + rule + "\n";
  for (const auto& row : rows_) text += line(row);
  return text;
}

}  // namespace gin::reports
