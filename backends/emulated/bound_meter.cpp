#include "backends/emulated/bound_meter.hpp"

#include <algorithm>

namespace gin::emulated {
namespace {

models::LinkTraffic carried(const LinkPort& port, Instant when) {
  return {port.loaded.count, port.stored.count, port.server.late(when)};
}

void subtract(models::Carried& from, const models::Carried& before) {
  from.amount -= before.amount;
}

void subtract(models::LinkTraffic& from, const models::LinkTraffic& before) {
  from.loaded -= before.loaded;
  from.stored -= before.stored;
}

void subtract(models::MachineTraffic& from, const models::MachineTraffic& before) {
  for (std::size_t i = 0; i < from.gpus.size(); ++i) {
    models::GpuTraffic& gpu = from.gpus[i];
    const models::GpuTraffic& old = before.gpus[i];
    subtract(gpu.l2, old.l2);
    subtract(gpu.hbm, old.hbm);
    subtract(gpu.link_out, old.link_out);
    subtract(gpu.link_in, old.link_in);
    subtract(gpu.pcie_read, old.pcie_read);
    subtract(gpu.pcie_written, old.pcie_written);
  }
  for (std::size_t i = 0; i < from.nics.size(); ++i) {
    models::NicTraffic& nic = from.nics[i];
    const models::NicTraffic& old = before.nics[i];
    subtract(nic.line_out, old.line_out);
    subtract(nic.line_in, old.line_in);
    subtract(nic.messages_out, old.messages_out);
    subtract(nic.messages_in, old.messages_in);
    subtract(nic.atomics, old.atomics);
  }
}

}  // namespace

models::MachineTraffic BoundMeter::counted(Instant when) const {
  models::MachineTraffic traffic;
  traffic.gpus.resize(world_.pes.size());
  for (std::size_t i = 0; i < world_.pes.size(); ++i) {
    const PeWorld& pe = world_.pes[i];
    models::GpuTraffic& gpu = traffic.gpus[i];
    gpu.l2 = carried(pe.l2, when);
    gpu.hbm = carried(pe.hbm, when);
    gpu.link_out = carried(pe.link_out, when);
    gpu.link_in = carried(pe.link_in, when);
  }
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
