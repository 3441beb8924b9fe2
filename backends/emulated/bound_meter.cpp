#include "backends/emulated/bound_meter.hpp"

#include <algorithm>

namespace gin::emulated {
namespace {

models::LinkTraffic carried(const LinkPort& port, Instant when) {
  return {port.loaded.count, port.stored.count, port.server.late(when)};
}

void subtract(models::MachineTraffic& from, const models::MachineTraffic& before) {
  using models::GpuTraffic, models::NicTraffic;
  for (std::size_t i = 0; i < from.gpus.size(); ++i) {
    GpuTraffic& gpu = from.gpus[i];
    const GpuTraffic& old = before.gpus[i];
    for (const auto of : {&GpuTraffic::l2, &GpuTraffic::hbm, &GpuTraffic::pcie_read, &GpuTraffic::pcie_written})
      (gpu.*of).amount -= (old.*of).amount;
    for (const auto of : {&GpuTraffic::link_out, &GpuTraffic::link_in}) {
      (gpu.*of).loaded -= (old.*of).loaded;
      (gpu.*of).stored -= (old.*of).stored;
    }
  }
  for (std::size_t i = 0; i < from.nics.size(); ++i)
    for (const auto of : {&NicTraffic::line_out, &NicTraffic::line_in, &NicTraffic::messages_out,
                          &NicTraffic::messages_in, &NicTraffic::atomics})
      (from.nics[i].*of).amount -= (before.nics[i].*of).amount;
}

}  // namespace

models::MachineTraffic BoundMeter::counted(Instant when) const {
  models::MachineTraffic traffic;
  for (const PeWorld& pe : world_.pes)
    traffic.gpus.push_back({carried(pe.l2, when),
                            carried(pe.hbm, when),
                            carried(pe.link_out, when),
                            carried(pe.link_in, when),
                            {},
                            {}});
  network_.count(when, traffic);
  return traffic;
}

void BoundMeter::end(const Iteration& iteration) {
  models::MachineTraffic traffic = counted(iteration.finished);
  subtract(traffic, before_);
  add_loads(traffic.nics);
  traffic.latency = iteration.latency;
  const models::Bound bound = models::bound_of(profile_, traffic);
  const models::Bound::Need* binding = bound.binding();
  const Duration least = binding ? binding->time : Duration{};
  if (any_ && least >= least_) return;
  any_ = true;
  least_ = least;
  by_ = binding ? bound.name_of(*binding) : "";
}

void BoundMeter::add_loads(const std::vector<models::NicTraffic>& nics) {
  nics_.resize(nics.size());
  for (std::size_t i = 0; i < nics.size(); ++i) {
    trace::NicLoad& load = nics_[i];
    load.pe = static_cast<std::int64_t>(i / network_.rails());
    load.rail = static_cast<std::int64_t>(i % network_.rails());
    load.bytes_out += nics[i].line_out.amount;
    load.bytes_in += nics[i].line_in.amount;
    load.messages_out += nics[i].messages_out.amount;
    load.messages_in += nics[i].messages_in.amount;
  }
}

void BoundMeter::report(trace::Row& row) const {
  const auto any = [](const trace::NicLoad& nic) { return nic.messages_out + nic.messages_in > 0; };
  if (std::ranges::any_of(nics_, any)) row.nics = nics_;
  row.bound_ps = least_.ps;
  row.bound_by = by_;
}

}  // namespace gin::emulated
