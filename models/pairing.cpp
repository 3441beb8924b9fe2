#include "models/pairing.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/error.hpp"

namespace gin::models {
namespace {

/// What a run takes and is not there, and which override asks for it all the same.
struct Gap {
  std::string clause;
  std::string asks;
};

struct Offer {
  const char* path;
  bool Offers::*offered;
  const char* key;
};

constexpr Offer offers[] = {
    {"pointer", &Offers::pointer, "pointer"},
    {"gpu", &Offers::gpu, "gpu"},
    {"gpu-cpu-doorbell", &Offers::gpu_cpu_doorbell, "gpu_cpu_doorbell"},
    {"proxy", &Offers::proxy, "proxy"},
    {"host", &Offers::host, "host"},
};

std::string paths_of(const Stack& stack) {
  std::vector<std::string> paths;
  for (const Offer& offer : offers)
    if (stack.offers.*offer.offered) paths.emplace_back(offer.path);
  return paths.empty() ? "no path at all" : fmt::format("{}", fmt::join(paths, ", "));
}

std::vector<Gap> gaps(const Asked& asked, const Profile& profile, const Stack& stack) {
  std::vector<Gap> found;
  bool over_nic = false;
  for (const std::string& path : asked.paths) {
    const auto offer = std::ranges::find_if(offers, [&](const Offer& each) { return path == each.path; });
    over_nic = over_nic || path != "pointer";
    if (!(stack.offers.*offer->offered))
      found.push_back({fmt::format("stack {} has no path {} (it has {})", asked.stack, path, paths_of(stack)),
                       fmt::format("stack.offers.{} to true", offer->key)});
    if (path == "gpu" && profile.nic.device_posting == 0)
      found.push_back(
          {fmt::format("no GPU can post to the NIC of {}", asked.profile), "profile.nic.device_posting to 1"});
  }
  if (over_nic && profile.nic.ordering == NicOrdering::none && !stack.offers.unordered)
    found.push_back(
        {fmt::format("stack {} has no transport for a fabric without order, as {} is", asked.stack, asked.profile),
         "stack.offers.unordered to true"});
  return found;
}

/// The overrides that describe machine and library, without those that only ask for what these do not have.
Overrides described(const Overrides& overrides) {
  Overrides kept;
  std::ranges::copy_if(overrides, std::back_inserter(kept), [](const Override& each) {
    return !each.path.starts_with("offers.") && each.path != "nic.device_posting";
  });
  return kept;
}

}  // namespace

Pairing load_pairing(const Asked& asked) {
  Pairing pairing{.profile = load_profile(asked.profile, asked.profile_overrides),
                  .stack = load_stack(asked.stack, asked.stack_overrides),
                  .not_offered = {}};
  for (const Gap& gap : gaps(asked, pairing.profile, pairing.stack))
    throw Error(Code::bad_input,
                fmt::format("{}; take another, or ask what if by setting {}", gap.clause, gap.asks));
  const Overrides profile = described(asked.profile_overrides);
  const Overrides stack = described(asked.stack_overrides);
  if (profile.size() == asked.profile_overrides.size() && stack.size() == asked.stack_overrides.size())
    return pairing;
  for (Gap& gap : gaps(asked, load_profile(asked.profile, profile), load_stack(asked.stack, stack)))
    pairing.not_offered.push_back(std::move(gap.clause));
  return pairing;
}

}  // namespace gin::models
