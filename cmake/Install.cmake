# What `cmake --install` puts where, so that find_package(ginlab) gives a user's project ginlab::ginlab,
# ginlab_add_program, ginlab_add_backend and ginlab_add_environment. Included after all libraries are known.
include(CMakePackageConfigHelpers)

# What a program of one's own links: the command, the backends, the shipped programs.
gin_library(ginlab_all INTERFACE DEPENDS gin_cli gin_backends gin_programs)
set_target_properties(ginlab_all PROPERTIES EXPORT_NAME ginlab)
add_library(ginlab::ginlab ALIAS ginlab_all)

get_property(libraries GLOBAL PROPERTY GINLAB_LIBRARIES)
install(TARGETS ${libraries} EXPORT ginlab ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS ginlab RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

foreach(folder core cli models nic)
  install(DIRECTORY ${folder} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ginlab
    FILES_MATCHING PATTERN "*.hpp" PATTERN "*.cuh")
endforeach()
install(FILES ${ginlab_BINARY_DIR}/core/run/version.hpp ${ginlab_BINARY_DIR}/core/run/host_environments.hpp
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ginlab/core/run)
install(FILES ${ginlab_BINARY_DIR}/core/cuda/counting.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ginlab/core/cuda)
install(DIRECTORY scenarios/programs DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ginlab/scenarios FILES_MATCHING PATTERN "*.hpp")
install(DIRECTORY scenarios/library scenarios/schema DESTINATION ${CMAKE_INSTALL_DATADIR}/ginlab)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/ginlab)
install(EXPORT ginlab NAMESPACE ginlab:: DESTINATION ${package} FILE ginlabTargets.cmake)
configure_package_config_file(cmake/ginlabConfig.cmake.in "${CMAKE_CURRENT_BINARY_DIR}/ginlabConfig.cmake"
  INSTALL_DESTINATION ${package})
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/ginlabConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES
  "${CMAKE_CURRENT_BINARY_DIR}/ginlabConfig.cmake" "${CMAKE_CURRENT_BINARY_DIR}/ginlabConfigVersion.cmake"
  cmake/Program.cmake cmake/Backend.cmake cmake/Cuda.cmake cmake/Environment.cmake
  DESTINATION ${package})
