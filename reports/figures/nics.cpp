// Bars in pairs, out and in, with the mean over all NICs.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "reports/base/format.hpp"
#include "reports/figures/figures.hpp"
#include "reports/figures/parts.hpp"
#include "reports/figures/rows.hpp"

namespace gin::reports {
namespace {

struct Load {
  __int128 sum = 0;
  std::int64_t most = 0;
};

Load load_of(const trace::Row& row, std::int64_t trace::NicLoad::*bytes) {
  Load load;
  for (const trace::NicLoad& nic : row.nics) load.sum += nic.*bytes, load.most = std::max(load.most, nic.*bytes);
  return load;
}

std::string nic_name(const trace::Row& row, const trace::NicLoad& nic) {
  const bool rails = std::ranges::any_of(row.nics, [](const trace::NicLoad& each) { return each.rail > 0; });
  return rails ? fmt::format("{}.{}", nic.pe, nic.rail) : fmt::format("{}", nic.pe);
}

}  // namespace

std::vector<PageFigure> nic_figures(const PageRows& rows, const std::vector<const Group*>& groups) {
  const FigureRows chosen = figure_rows(groups, [](const trace::Row& row) { return row.nics.size(); });
  if (chosen.empty()) return {};
  PageFigure figure{.id = "nics",
                    .title = "Load of the NICs",
                    .caption =
                        "Bytes on the line, headers included, in all measured iterations, out of each NIC and into "
                        "it; lines: the mean over all of them."};
  offer(figure, rows, chosen);
  Json data = Json::array();
  std::size_t widest = 0;
  for (const trace::Row* row : chosen.rows) widest = std::max(widest, row->nics.size());
  for (std::size_t i = 0; i < chosen.rows.size(); ++i)
    for (const trace::NicLoad& nic : chosen.rows[i]->nics)
      data.push_back(Json{
          {"choice", i}, {"nic", nic_name(*chosen.rows[i], nic)}, {"out", nic.bytes_out}, {"in", nic.bytes_in}});
  Json spec = drawing("Bytes out of each NIC and into it", data);
  add_choice(spec);
  spec["transform"].push_back(Json{{"fold", Json{"out", "in"}}, {"as", Json{"way", "bytes"}}});
  spec["transform"].push_back(Json{{"calculate", said(size_words, "datum.bytes")}, {"as", "amount"}});
  spec["height"] = 220;
  if (widest <= 6) spec["width"] = 130 * widest;
  Json colour{{"field", "way"}, {"type", "nominal"}, {"title", nullptr}};
  colour["scale"] = Json{{"domain", Json{"out", "in"}}, {"range", Json{"var(--mark-0)", "var(--mark-4)"}}};
  Json up = quantity("bytes", {.title = "bytes", .words = line_words});
  up["axis"]["tickCount"] = 5;
  Json apart = steps("nic", "NIC of PE");
  apart["scale"]["paddingInner"] = Json(0.3);
  Json bars{
      {"mark", Json{{"type", "bar"}}},
      {"encoding", Json{{"x", apart},
                        {"xOffset", Json{{"field", "way"}, {"sort", Json{"out", "in"}}}},
                        {"y", up},
                        {"color", colour},
                        {"tooltip", Json{hint("nic", "NIC of PE"), hint("way", "way"), hint("amount", "bytes")}}}}};
  Json mean{{"mark", Json{{"type", "rule"}, {"strokeWidth", 1.5}, {"strokeDash", Json{5, 4}}, {"aria", false}}},
            {"encoding", Json{{"y", Json{{"field", "bytes"}, {"type", "quantitative"}, {"aggregate", "mean"}}},
                              {"color", colour}}}};
  spec["layer"] = Json::array({bars, mean});
  figure.spec = text_of(spec);
  return {figure};
}

PageTable nic_table(const PageRows& rows, const std::vector<const Group*>& groups) {
  PageTable table{.id = "nic-load",
                  .caption = "Load of the NICs: the largest over the mean says how evenly they work",
                  .columns = {{"row", "row"},
                              {"nics", "NICs", Align::right},
                              {"mean_out", "mean out", Align::right},
                              {"max_out", "largest out", Align::right},
                              {"out", "over the mean", Align::right},
                              {"mean_in", "mean in", Align::right},
                              {"max_in", "largest in", Align::right},
                              {"in", "over the mean", Align::right}},
                  .sortable = true};
  for (const Group* group : groups)
    for (const trace::Row* row : group->rows) {
      if (row->nics.empty()) continue;
      const auto count = static_cast<std::int64_t>(row->nics.size());
      PageLine line{.row = rows.index(*row)};
      line.cells = {{rows.row_name(*row)}, {fmt::format("{}", count)}};
      for (const auto& [way, bytes] :
           {std::pair{"out", &trace::NicLoad::bytes_out}, std::pair{"in", &trace::NicLoad::bytes_in}}) {
        const Load load = load_of(*row, bytes);
        const auto mean = static_cast<std::int64_t>(load.sum / count);
        const std::string over = ratio_text(fraction_of(static_cast<__int128>(load.most) * count, load.sum));
        line.cells.push_back({short_text(Bytes{mean}), {{"value", fmt::format("{}", mean)}}});
        line.cells.push_back({short_text(Bytes{load.most}),
                              {{"column", fmt::format("max_{}", way)}, {"value", fmt::format("{}", load.most)}}});
        line.cells.push_back({over + (load.sum == 0 ? "" : "x"),
                              {{"column", fmt::format("{}_max_over_mean", way)}, {"value", over}}});
      }
      table.lines.push_back(std::move(line));
    }
  return table;
}

}  // namespace gin::reports
