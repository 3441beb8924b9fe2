// Writes result.json. The order of keys is fixed and the host block comes last, so that the texts of two
// equal runs are equal up to it.
#include <nlohmann/json.hpp>

#include "core/base/assert.hpp"
#include "core/trace/bracket.hpp"
#include "core/trace/json_layout.hpp"
#include "core/trace/record_keys.hpp"
#include "core/trace/result.hpp"
#include "core/trace/row_json.hpp"

namespace gin::trace {
namespace {

template <class Record, std::size_t n>
Json record_json(const Record& record, const Key<Record> (&keys)[n]) {
  Json object = Json::object();
  for (const Key<Record>& key : keys)
    std::visit([&](auto member) { object[key.name] = record.*member; }, key.member);
  return object;
}

template <class Record, std::size_t n>
Json records_json(const std::vector<Record>& records, const Key<Record> (&keys)[n]) {
  Json list = Json::array();
  for (const Record& record : records) list.push_back(record_json(record, keys));
  return list;
}

Json critical_path_json(const Row& row) {
  std::int64_t total = 0;
  for (const PathItem& p : row.critical_path) total += p.ps;
  // A report explains where time went; parts that miss the whole would explain another run.
  GIN_ASSERT(row.critical_path.empty() || total == row.critical_path_total_ps);
  return records_json(row.critical_path, path_item_keys);
}

Json texts_json(const Texts& texts) {
  Json object = Json::object();
  for (const auto& [name, value] : texts) object[name] = value;
  GIN_ASSERT(object.size() == texts.size());
  return object;
}

}  // namespace

Json row_to_json(const Row& row) {
  return Json{
      {"axes", texts_json(row.axes)},
      {"program", row.program},
      {"params", texts_json(row.params)},
      {"payload", row.payload},
      {"pes", row.pes},
      {"nodes", row.nodes},
      {"agents", row.agents},
      {"scope", row.scope},
      {"seed", row.seed},
      {"profile", row.profile},
      {"stack", row.stack},
      {"overrides", texts_json(row.overrides)},
      {"path_same_node", row.path_same_node},
      {"path_other_node", row.path_other_node},
      {"signalling", row.signalling},
      {"not_offered", row.not_offered},
      {"layers", row.layers},
      {"bracket", bracket_name(row.bracket)},
      {"p50_ps", row.p50_ps()},
      {"p99_ps", row.p99_ps()},
      {"max_ps", row.max_ps()},
      {"samples_ps", row.samples_ps},
      {"predicted_p50_ps", row.predicted_p50_ps},
      {"bound_ps", row.bound_ps},
      {"bound_by", row.bound_by},
      {"verified", row.verified},
      {"mismatch", row.mismatch},
      {"by_path", records_json(row.by_path, traffic_keys)},
      {"by_link", records_json(row.by_link, traffic_keys)},
      {"counters", records_json(row.counters, counter_keys)},
      {"pe_traffic", {{"pes_per_cell", row.pe_traffic.pes_per_cell}, {"bytes", row.pe_traffic.bytes}}},
      {"nics", records_json(row.nics, nic_load_keys)},
      {"phases", records_json(row.phases, phase_keys)},
      {"critical_path_total_ps", row.critical_path_total_ps},
      {"critical_path", critical_path_json(row)},
      {"digest", row.digest},
      {"windows", row.windows},
  };
}

std::string row_text(const Row& row) {
  return lay_out_part(row_to_json(row), 4);
}

std::string to_json(const Result& head, const std::vector<std::string>& row_texts) {
  std::string text = lay_out(Json{
      {"schema", "ginlab/result/" + std::to_string(Result::version)},
      {"scenario", head.scenario},
      {"description", head.description},
      {"backend", head.backend},
      {"clock", head.clock},
      {"digest", head.digest},
      {"rows", Json::array()},
      {"host", record_json(head.host, host_keys)},
  });
  if (row_texts.empty()) return text;
  std::string rows;
  for (const std::string& row : row_texts) rows += (rows.empty() ? "\n    " : ",\n    ") + row;
  // Inside a text a line end is escaped, so this can only be the list itself.
  const std::string list = "\n  \"rows\": [";
  return text.insert(text.find(list) + list.size(), rows + "\n  ");
}

std::string to_json(const Result& result) {
  std::vector<std::string> texts;
  for (const Row& row : result.rows) texts.push_back(row_text(row));
  return to_json(result, texts);
}

}  // namespace gin::trace
