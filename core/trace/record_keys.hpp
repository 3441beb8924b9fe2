// result.json's words for the small records of a result, each with the member that it stands for: writer and reader go
// through the same list, in the order of the file.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "core/trace/result.hpp"

namespace gin::trace {

template <class Record>
struct Key {
  const char* name;
  std::variant<std::string Record::*, std::int64_t Record::*> member;
};

inline constexpr Key<Traffic> traffic_keys[] = {
    {"name", &Traffic::name}, {"operations", &Traffic::operations}, {"bytes", &Traffic::bytes}};
inline constexpr Key<Counter> counter_keys[] = {{"name", &Counter::name}, {"value", &Counter::value}};
inline constexpr Key<PathItem> path_item_keys[] = {
    {"item", &PathItem::item}, {"time_ps", &PathItem::ps}, {"count", &PathItem::count}};
inline constexpr Key<NicLoad> nic_load_keys[] = {{"pe", &NicLoad::pe},
                                                 {"rail", &NicLoad::rail},
                                                 {"bytes_out", &NicLoad::bytes_out},
                                                 {"bytes_in", &NicLoad::bytes_in},
                                                 {"messages_out", &NicLoad::messages_out},
                                                 {"messages_in", &NicLoad::messages_in}};
inline constexpr Key<Phase> phase_keys[] = {
    {"pe", &Phase::pe}, {"phase", &Phase::name}, {"begin_ps", &Phase::begin_ps}, {"end_ps", &Phase::end_ps}};
inline constexpr Key<Host> host_keys[] = {
    {"system", &Host::system}, {"compiler", &Host::compiler},       {"cores", &Host::cores},
    {"ginlab", &Host::ginlab}, {"started_utc", &Host::started_utc}, {"wall_ms", &Host::wall_ms}};

}  // namespace gin::trace
