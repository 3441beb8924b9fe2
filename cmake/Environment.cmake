# Environments of one's own: every shipped program is made for them, too.

# gin_add_environment(name header type): a library environment_NAME that defines
# `std::vector<gin::ProgramEntry> gin::programs_in_NAME()`: the shipped programs, whose instances run in the environment `type`
# of `header`, too (core/run/program_of.hpp).
function(gin_add_environment name header type)
  set(includes "")
  set(lines "")
  foreach(program struct IN ZIP_LISTS gin_program_names gin_program_structs)
    string(APPEND includes "#include \"scenarios/programs/${program}.hpp\"\n")
    string(APPEND lines "  programs.push_back(program_entry<${struct}, ${type}>());\n")
  endforeach()
  set(source "${CMAKE_CURRENT_BINARY_DIR}/environments/${name}.cpp")
  file(CONFIGURE OUTPUT "${source}" @ONLY CONTENT [[// Generated: the shipped programs in the environment @name@.
#include "@header@"

#include "core/run/program_of.hpp"
@includes@
namespace gin {
std::vector<ProgramEntry> programs_in_@name@() {
  std::vector<ProgramEntry> programs;
@lines@  return programs;
}
}  // namespace gin
]])
  add_library(environment_${name} STATIC "${source}")
  target_link_libraries(environment_${name} PUBLIC gin_run PRIVATE $<BUILD_INTERFACE:ginlab_settings>)
endfunction()
