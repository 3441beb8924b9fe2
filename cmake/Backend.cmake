# Backends of one's own. This file is also installed: its last three functions are what a user's project calls.

# A source that defines `signature` to return those of `base` and one that make_backend_NAME() makes for each name.
function(gin_backend_table file signature base)
  set(declarations "")
  set(lines "")
  foreach(name IN LISTS ARGN)
    string(APPEND declarations "std::unique_ptr<Backend> make_backend_${name}();\n")
    string(APPEND lines "  backends.push_back(make_backend_${name}());\n")
  endforeach()
  file(CONFIGURE OUTPUT "${file}" @ONLY CONTENT [[// Generated: the table of backends.
#include "core/run/backend.hpp"

namespace gin {
@declarations@
std::vector<std::unique_ptr<Backend>> @signature@ {
  std::vector<std::unique_ptr<Backend>> backends@base@;
@lines@  return backends;
}
}  // namespace gin
]])
endfunction()

# The executable `target` has these backends beside ginlab's.
function(gin_target_backends target)
  set(table "${CMAKE_CURRENT_BINARY_DIR}/backends/${target}_table.cpp")
  gin_backend_table("${table}" "make_backends()" " = shipped_backends()" ${ARGN})
  target_sources(${target} PRIVATE "${table}")
  foreach(name IN LISTS ARGN)
    if(NOT TARGET backend_${name})
      message(FATAL_ERROR "${target}: expected BACKENDS that ginlab_add_backend has added, got ${name}")
    endif()
    target_link_libraries(${target} PRIVATE backend_${name})
  endforeach()
endfunction()

# ginlab_add_backend(name SOURCES source...): a backend. One of the sources defines
# `std::unique_ptr<gin::Backend> gin::make_backend_NAME()`; what it needs beside ginlab is linked to the target backend_NAME.
function(ginlab_add_backend name)
  cmake_parse_arguments(arg "" "" "SOURCES" ${ARGN})
  if(NOT name MATCHES "^[a-z][a-z0-9_]*$" OR NOT arg_SOURCES)
    message(FATAL_ERROR "ginlab_add_backend(${name}): expected a name of a to z, 0 to 9 and _ that begins with a letter, and SOURCES")
  endif()
  add_library(backend_${name} STATIC ${arg_SOURCES})
  target_link_libraries(backend_${name} PUBLIC ginlab::ginlab)
endfunction()

# ginlab_add_command(target BACKENDS name...): the ginlab command with these backends, too.
function(ginlab_add_command target)
  cmake_parse_arguments(arg "" "" "BACKENDS" ${ARGN})
  set(main "${CMAKE_CURRENT_BINARY_DIR}/backends/${target}_main.cpp")
  file(CONFIGURE OUTPUT "${main}" @ONLY CONTENT [[// Generated: the command.
#include "cli/main.hpp"

int main(int argc, char** argv) { return gin::run_command_line(argc, argv, gin::shipped_programs()); }
]])
  add_executable(${target} "${main}")
  target_link_libraries(${target} PRIVATE ginlab::ginlab)
  gin_target_backends(${target} ${arg_BACKENDS})
endfunction()

# ginlab_add_conformance(target BACKENDS name...): every promise of the device API as a GoogleTest program, on these backends
# and ginlab's. Needs find_package(ginlab COMPONENTS conformance).
function(ginlab_add_conformance target)
  cmake_parse_arguments(arg "" "" "BACKENDS" ${ARGN})
  if(NOT TARGET ginlab::gin_conformance)
    message(FATAL_ERROR "ginlab_add_conformance(${target}): expected find_package(ginlab COMPONENTS conformance) before it")
  endif()
  add_executable(${target})
  target_link_libraries(${target} PRIVATE "$<LINK_LIBRARY:WHOLE_ARCHIVE,ginlab::gin_conformance>" GTest::gtest_main)
  gin_target_backends(${target} ${arg_BACKENDS})
endfunction()
