// A map in one colour, the stronger the more: zero stays paper.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "reports/base/format.hpp"
#include "reports/figures/figures.hpp"
#include "reports/figures/parts.hpp"
#include "reports/figures/rows.hpp"

namespace gin::reports {
namespace {

/// "0", or "0 to 3" where PEs share a cell.
std::string cell_name(const trace::Row& row, std::size_t cell) {
  const std::int64_t per = row.pe_traffic.pes_per_cell;
  const std::int64_t first = scaled({per, 1}, static_cast<std::int64_t>(cell));
  const std::int64_t last = std::min(per, row.pes - std::min(first, row.pes)) + first - 1;
  return first >= last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last);
}

std::vector<PageTable> traffic_tables(const PageRows& rows, const FigureRows& shown) {
  std::vector<PageTable> tables;
  std::size_t cells = 0;
  for (const trace::Row* row : shown.rows) {
    const std::size_t side = row->pe_traffic.bytes.size();
    if (cells > 0 && cells + side * side > figure_cells_max) break;
    cells += side * side;
    PageTable table{.id = fmt::format("pe-traffic-{}", rows.index(*row)),
                    .caption = rows.row_name(*row) + ": bytes from the PE at the left to the PE above",
                    .columns = {{"from", "PE", Align::right}}};
    for (std::size_t to = 0; to < side; ++to) table.columns.push_back({"value", cell_name(*row, to), Align::right});
    for (std::size_t from = 0; from < side; ++from) {
      PageLine line;
      line.cells.push_back({.text = cell_name(*row, from)});
      for (const std::int64_t bytes : row->pe_traffic.bytes[from])
        line.cells.push_back({short_text(Bytes{bytes}), {{"value", fmt::format("{}", bytes)}}});
      table.lines.push_back(std::move(line));
    }
    tables.push_back(std::move(table));
  }
  return tables;
}

}  // namespace

std::vector<PageFigure> pe_traffic_figures(const PageRows& rows, const std::vector<const Group*>& groups) {
  const FigureRows chosen = figure_rows(
      groups, [](const trace::Row& row) { return row.pe_traffic.bytes.size() * row.pe_traffic.bytes.size(); });
  if (chosen.empty()) return {};
  PageFigure figure{
      .id = "pe-traffic",
      .title = "Traffic between PEs",
      .caption =
          "Bytes written into other PEs' memory in all measured iterations, from the PE at the left to "
          "the PE below. A signal is eight bytes; headers are not counted."};
  offer(figure, rows, chosen);
  Json data = Json::array();
  std::size_t side = 1;
  for (std::size_t i = 0; i < chosen.rows.size(); ++i) {
    const trace::Row& row = *chosen.rows[i];
    side = std::max(side, row.pe_traffic.bytes.size());
    Json names = Json::array();
    for (std::size_t to = 0; to < row.pe_traffic.bytes.size(); ++to) names.push_back(cell_name(row, to));
    for (std::size_t from = 0; from < row.pe_traffic.bytes.size(); ++from)
      data.push_back(
          Json{{"choice", i}, {"from", names[from]}, {"to", names}, {"bytes", row.pe_traffic.bytes[from]}});
  }
  Json spec = drawing("Bytes from each PE to each other", data);
  add_choice(spec);
  spec["transform"].push_back(Json{{"flatten", Json{"to", "bytes"}}});
  spec["transform"].push_back(Json{{"calculate", said(size_words, "datum.bytes")}, {"as", "amount"}});
  spec["transform"].push_back(
      Json{{"joinaggregate", Json::array({Json{{"op", "max"}, {"field", "bytes"}, {"as", "most"}}})}});
  const std::size_t cell = side <= 3 ? 110 : side <= 4 ? 80 : side <= 8 ? 60 : side <= 16 ? 36 : 20;
  spec["width"] = cell * side;
  spec["height"] = cell * side * 3 / 5;
  Json shade{{"field", "bytes"}, {"type", "quantitative"}, {"title", "bytes"}};
  shade["scale"] = Json{{"range", Json{0.05, 1}}, {"zero", true}, {"nice", false}};
  shade["legend"] = Json{{"labelExpr", line_words},          {"orient", "right"},      {"symbolType", "square"},
                         {"symbolFillColor", "var(--heat)"}, {"symbolStrokeWidth", 0}, {"tickCount", 4}};
  spec["encoding"] = Json{{"x", steps("to", "to PE")}, {"y", steps("from", "from PE")}};
  Json cells{
      {"mark", Json{{"type", "rect"}, {"color", "var(--heat)"}}},
      {"encoding", Json{{"opacity", shade},
                        {"tooltip", Json{hint("from", "from PE"), hint("to", "to PE"), hint("amount", "bytes")}}}}};
  spec["layer"] = Json::array({cells});
  if (side <= 8) {
    Json ink{{"condition", Json{{"test", "datum.bytes > datum.most * 0.6"}, {"value", "var(--on-heat)"}}},
             {"value", "var(--ink)"}};
    spec["layer"].push_back(
        Json{{"mark", Json{{"type", "text"}, {"fontSize", 11.5}, {"aria", false}}},
             {"encoding", Json{{"text", Json{{"field", "amount"}, {"type", "nominal"}}}, {"color", ink}}}});
  }
  figure.spec = text_of(spec);
  figure.tables = traffic_tables(rows, chosen);
  return {figure};
}

}  // namespace gin::reports
