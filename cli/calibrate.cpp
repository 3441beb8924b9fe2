// ginlab calibrate: what this machine's GPUs do, as a profile.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <filesystem>

#include "calibrate/methods.hpp"
#include "calibrate/profile_text.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/files.hpp"
#include "models/load.hpp"

namespace gin::cli {

int carry_out(const CalibrateOptions& options, const Programs&) {
  models::load_profile(options.base);  // before anything is measured: it may be misspelt
  const calibrate::Calibration done = calibrate::calibration(static_cast<int>(options.times));
  const calibrate::Named named{.name = std::filesystem::path(options.out).stem().string(),
                               .base = options.base,
                               .date = fmt::format("{:%Y-%m-%d}", fmt::localtime(std::time(nullptr)))};
  WrittenFiles files;
  files.write({"--out", options.out}, calibrate::profile_text(done, named), "profile, for cluster.profile");
  for (const calibrate::Measured& one : done.numbers)
    print(fmt::format("{:7} {:28} {:>16.1f} {:17} {:.1f} to {:.1f}\n", one.group, one.name, one.median, one.unit,
                      one.least, one.most));
  for (const std::string& one : done.left_out) print(fmt::format("not measured: {}\n", one));
  files.say();
  return 0;
}

}  // namespace gin::cli
