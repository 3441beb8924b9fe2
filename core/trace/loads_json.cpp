#include "core/trace/loads_json.hpp"

#include <nlohmann/json.hpp>

namespace gin::trace {

Json to_json(const PeTraffic& traffic) {
  return Json{{"pes_per_cell", traffic.pes_per_cell}, {"bytes", traffic.bytes}};
}

Json to_json(const std::vector<NicLoad>& nics) {
  Json list = Json::array();
  for (const NicLoad& nic : nics) {
    list.push_back(Json{{"pe", nic.pe},
                        {"rail", nic.rail},
                        {"bytes_out", nic.bytes_out},
                        {"bytes_in", nic.bytes_in},
                        {"messages_out", nic.messages_out},
                        {"messages_in", nic.messages_in}});
  }
  return list;
}

Json to_json(const std::vector<Phase>& phases) {
  Json list = Json::array();
  for (const Phase& phase : phases) {
    list.push_back(
        Json{{"pe", phase.pe}, {"phase", phase.name}, {"begin_ps", phase.begin_ps}, {"end_ps", phase.end_ps}});
  }
  return list;
}

PeTraffic read_pe_traffic(JsonObject in) {
  PeTraffic traffic;
  const JsonNode per_cell = in.take("pes_per_cell");
  traffic.pes_per_cell = per_cell.count();
  if (traffic.pes_per_cell == 0) per_cell.refuse("at least 1");
  const JsonNode bytes = in.take("bytes");
  const std::vector<JsonNode> lines = bytes.elements();
  for (const JsonNode& line : lines) {
    auto& cells = traffic.bytes.emplace_back();
    for (const JsonNode& cell : line.elements()) cells.push_back(cell.count());
    if (cells.size() != lines.size()) line.refuse("as many numbers as there are lines");
  }
  in.done();
  return traffic;
}

std::vector<NicLoad> read_nics(const JsonNode& list) {
  std::vector<NicLoad> nics;
  for (const JsonNode& node : list.elements()) {
    JsonObject in(node);
    NicLoad& nic = nics.emplace_back();
    nic.pe = in.take("pe").count();
    nic.rail = in.take("rail").count();
    nic.bytes_out = in.take("bytes_out").count();
    nic.bytes_in = in.take("bytes_in").count();
    nic.messages_out = in.take("messages_out").count();
    nic.messages_in = in.take("messages_in").count();
    in.done();
  }
  return nics;
}

std::vector<Phase> read_phases(const JsonNode& list) {
  std::vector<Phase> phases;
  for (const JsonNode& node : list.elements()) {
    JsonObject in(node);
    Phase phase;
    phase.pe = in.take("pe").count();
    phase.name = in.take("phase").text();
    const JsonNode begin = in.take("begin_ps");
    phase.begin_ps = begin.count();
    const bool follows = !phases.empty() && phases.back().pe == phase.pe;
    if (phase.begin_ps != (follows ? phases.back().end_ps : 0))
      begin.refuse("the end of the PE's phase before it, or 0");
    const JsonNode end = in.take("end_ps");
    phase.end_ps = end.count();
    if (phase.end_ps < phase.begin_ps) end.refuse("no less than begin_ps");
    in.done();
    phases.push_back(std::move(phase));
  }
  return phases;
}

}  // namespace gin::trace
