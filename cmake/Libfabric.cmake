# libfabric is not linked: core/ofi/library.cpp loads it when it is first needed. What has to be known here is which
# version of its symbols the headers go with: the library has several, and a linker would take the newest.
find_path(GINLAB_LIBFABRIC_HEADERS rdma/fi_rma.h REQUIRED)
find_library(GINLAB_LIBFABRIC fabric REQUIRED)
mark_as_advanced(GINLAB_LIBFABRIC_HEADERS GINLAB_LIBFABRIC)

execute_process(COMMAND ${CMAKE_NM} -D ${GINLAB_LIBFABRIC} OUTPUT_VARIABLE symbols ERROR_QUIET)
if(NOT symbols MATCHES "fi_getinfo@@(FABRIC_[0-9.]+)")
  message(FATAL_ERROR "${GINLAB_LIBFABRIC}: expected ${CMAKE_NM} -D to list fi_getinfo@@FABRIC_n, came no such line;"
    " set GINLAB_LIBFABRIC to the shared library that belongs to ${GINLAB_LIBFABRIC_HEADERS}")
endif()
add_library(libfabric_headers INTERFACE)
target_include_directories(libfabric_headers SYSTEM INTERFACE ${GINLAB_LIBFABRIC_HEADERS})
target_compile_definitions(libfabric_headers INTERFACE GINLAB_LIBFABRIC_SYMBOLS="${CMAKE_MATCH_1}")
