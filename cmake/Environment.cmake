# Where programs run: the table from which their instances are made, and environments of one's own. This file is also
# installed: ginlab_add_environment is what a user's project calls.

# On hosts, a header and the type in it: every program is made for each of them.
set(gin_host_environments
  "core/env/virtual_env.hpp gin::VirtualEnv"
  "core/env/wall_env.hpp gin::WallEnv")
# As kernels, where nvcc is: the header that defines GIN_KERNEL, and the paths of each kernel, within a node and to other nodes.
set(gin_kernel_header core/cuda/kernel.cuh)
set(gin_kernel_paths "pointer, pointer" "pointer, gpu" "pointer, proxy")

# Sets gin_NAME_includes and gin_NAME_types for rows of a header and a type.
function(gin_environment_rows name)
  list(TRANSFORM ARGN REPLACE "^([^ ]+) .*$" "#include \"\\1\"\n" OUTPUT_VARIABLE includes)
  list(TRANSFORM ARGN REPLACE "^[^ ]+ " "" OUTPUT_VARIABLE types)
  list(JOIN includes "" includes)
  list(JOIN types ", " types)
  set(gin_${name}_includes "${includes}" PARENT_SCOPE)
  set(gin_${name}_types "${types}" PARENT_SCOPE)
endfunction()

# ginlab_add_environment(name header TYPE type): a library environment_NAME that defines
# `std::vector<gin::ProgramEntry> gin::programs_in_NAME()`: the shipped programs, whose instances run in the environment `type`
# of `header`, too. A program of one's own is `gin::program_entry<Program, type>()` (core/run/program_of.hpp).
function(ginlab_add_environment name header)
  cmake_parse_arguments(arg "" "TYPE" "" ${ARGN})
  if(NOT name MATCHES "^[a-z][a-z0-9_]*$" OR NOT arg_TYPE)
    message(FATAL_ERROR "ginlab_add_environment(${name} ${header}): expected a name of a to z, 0 to 9 and _ that begins with a letter, and TYPE")
  endif()
  cmake_path(ABSOLUTE_PATH header NORMALIZE)
  set(includes "")
  set(lines "")
  foreach(program struct IN ZIP_LISTS gin_program_names gin_program_structs)
    string(APPEND includes "#include \"scenarios/programs/${program}.hpp\"\n")
    string(APPEND lines "  programs.push_back(program_entry<${struct}, ${arg_TYPE}>());\n")
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
  target_link_libraries(environment_${name} PUBLIC ginlab::ginlab)
endfunction()
