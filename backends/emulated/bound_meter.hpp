// Counts what each measured iteration moved, where the machine serves it: the load of each NIC, and, from the
// models, the least time that it could take.
#pragma once

#include "core/run/virtual_job.hpp"
#include "nic/network.hpp"

namespace gin::emulated {

class BoundMeter final : public IterationWatch {
 public:
  BoundMeter(const World& world, const Network& network, const models::Profile& profile)
      : world_(world), network_(network), profile_(profile) {}

  void begin() override { before_ = counted(world_.now()); }
  void end(const Iteration& iteration) override;
  /// The least bound of all iterations, so that no sample is below it, and what the NICs carried in all of them.
  void report(trace::Row& row) const;

 private:
  models::MachineTraffic counted(Instant when) const;
  void add_loads(const std::vector<models::NicTraffic>& nics);

  const World& world_;
  const Network& network_;
  const models::Profile& profile_;
  models::MachineTraffic before_;
  std::vector<trace::NicLoad> nics_;
  bool any_ = false;
  Duration least_;
  std::string by_;
};

}  // namespace gin::emulated
