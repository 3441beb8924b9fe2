# Device programs become host code and, where nvcc is there, device code for all environments of the table
# (cmake/Environment.cmake). This file is also installed: ginlab_add_program is what a user's project calls.

# The generated sources of one program (entry point name, C++ type, header as it is included): the host's, and where nvcc is
# its kernels, compiled by a target NAME_kernels, unless HOST comes behind: who tests in virtual time has no need of them.
function(gin_program_source out name type header)
  set(kernels_of "")
  set(has_kernels ${GINLAB_CUDA_FOUND})
  if("HOST" IN_LIST ARGN)
    set(has_kernels OFF)
  endif()
  if(has_kernels)
    set(kernels_of ", gpu::Kernels")
  endif()
  set(host "${CMAKE_CURRENT_BINARY_DIR}/programs/${name}.cpp")
  file(CONFIGURE OUTPUT "${host}" @ONLY CONTENT [[// Generated: the program @name@ in the host environments.
#include "@header@"

#include "core/run/program_of.hpp"

namespace gin::generated {
ProgramEntry program_@name@() { return program_entry<@type@@kernels_of@>(); }
}  // namespace gin::generated
]])
  if(has_kernels)
    set(device "${CMAKE_CURRENT_BINARY_DIR}/programs/${name}.cu")
    set(kernels "")
    foreach(paths IN LISTS gin_kernel_paths)
      string(APPEND kernels "GIN_KERNEL(${type}, ${paths});\n")
    endforeach()
    file(CONFIGURE OUTPUT "${device}" @ONLY CONTENT [[// Generated: the program @name@ as kernels (cmake/Environment.cmake).
#include "@header@"

#include "@gin_kernel_header@"

@kernels@]])
    add_library(${name}_kernels OBJECT "${device}")
    ginlab_compile_kernels(${name}_kernels)
    list(APPEND host $<TARGET_OBJECTS:${name}_kernels>)
  endif()
  set(${out} "${host}" PARENT_SCOPE)
endfunction()

# A source that defines `signature` to return the entries of the programs named, after those of `base`.
function(gin_program_table file signature base)
  set(declarations "")
  set(lines "")
  foreach(name IN LISTS ARGN)
    string(APPEND declarations "namespace generated { ProgramEntry program_${name}(); }\n")
    string(APPEND lines "  programs.push_back(generated::program_${name}());\n")
  endforeach()
  file(CONFIGURE OUTPUT "${file}" @ONLY CONTENT [[// Generated: the table of programs.
#include "cli/main.hpp"

namespace gin {
@declarations@
@signature@ {
  Programs programs@base@;
@lines@  return programs;
}
}  // namespace gin
]])
endfunction()

# gin_add_program(name type): ships scenarios/programs/NAME.hpp. Adds to gin_program_names, gin_program_structs and
# gin_program_sources.
macro(gin_add_program name type)
  gin_program_source(source ${name} ${type} "scenarios/programs/${name}.hpp")
  list(APPEND gin_program_names ${name})
  list(APPEND gin_program_structs ${type})
  list(APPEND gin_program_sources "${source}")
endmacro()

# ginlab_add_program(target header TYPE type): an executable that is the ginlab command and also knows the
# program TYPE from `header`. One line in a user's CMakeLists.txt after find_package(ginlab).
function(ginlab_add_program target header)
  cmake_parse_arguments(arg "" "TYPE" "" ${ARGN})
  set(where "ginlab_add_program(${target} ${header})")
  if(NOT arg_TYPE)
    message(FATAL_ERROR "${where}: expected TYPE and the program's struct, got nothing")
  endif()
  if(NOT target MATCHES "^[a-z][a-z0-9_]*$")
    message(FATAL_ERROR "${where}: expected a name of a to z, 0 to 9 and _ that begins with a letter, got ${target}")
  endif()
  if(TARGET ${target})
    message(FATAL_ERROR "${where}: expected a name that no target has, got that of another; rename one")
  endif()
  cmake_path(ABSOLUTE_PATH header NORMALIZE)
  set(name own_${target})  # ginlab has entry points too, named after its programs
  gin_program_source(source ${name} ${arg_TYPE} "${header}")
  set(table "${CMAKE_CURRENT_BINARY_DIR}/programs/${name}_table.cpp")
  gin_program_table("${table}" "static Programs all_programs()" " = shipped_programs()" ${name})
  file(APPEND "${table}" "\nint main(int argc, char** argv) { return gin::run_command_line(argc, argv, gin::all_programs()); }\n")
  add_executable(${target} "${source}" "${table}")
  target_link_libraries(${target} PRIVATE ginlab::ginlab)
endfunction()
