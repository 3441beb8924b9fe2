# What every target is compiled with. Consumers of an installed ginlab get the include path and C++20 only.
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_EXTENSIONS OFF)

add_library(ginlab_settings INTERFACE)
target_compile_features(ginlab_settings INTERFACE cxx_std_20)
target_compile_options(ginlab_settings INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Werror -Wshadow -Wconversion -Wno-sign-conversion>)
if(GINLAB_SANITIZE)
  target_compile_options(ginlab_settings INTERFACE
    # Reports name lines; the names of variables, too, would cost the compiler a tenth of its time.
    $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${GINLAB_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all -g1>)
  target_link_options(ginlab_settings INTERFACE -fsanitize=${GINLAB_SANITIZE})
  find_program(GINLAB_LLD ld.lld)
  mark_as_advanced(GINLAB_LLD)
  if(GINLAB_LLD AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    target_link_options(ginlab_settings INTERFACE -fuse-ld=lld)
  endif()
endif()

# g++ 12 sees an overlap that is not there when a short literal is put before a temporary string.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(ginlab_settings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)
endif()

# gin_library(name SOURCES ... DEPENDS ...): one layer of the house as a static library. COLD: it runs for moments at a
# time, so the compiler's time counts; with a sanitizer it is not optimised, because instrumenting optimised code takes
# the compiler three times as long.
# gin_library(name INTERFACE DEPENDS ...): a layer of headers only.
function(gin_library name)
  cmake_parse_arguments(arg "INTERFACE;COLD" "" "SOURCES;APART;DEPENDS" ${ARGN})
  if(arg_INTERFACE)
    add_library(${name} INTERFACE)
    set(scope INTERFACE)
  else()
    add_library(${name} STATIC ${arg_SOURCES} ${arg_APART})
    target_link_libraries(${name} PRIVATE $<BUILD_INTERFACE:ginlab_settings>)
    set_target_properties(${name} PROPERTIES UNITY_BUILD ${GINLAB_BATCHES} UNITY_BUILD_BATCH_SIZE 12)
    if(arg_COLD AND GINLAB_SANITIZE)
      target_compile_options(${name} PRIVATE -O0)
    elseif(arg_COLD)
      # Of C++ alone: nvcc warns of a second level.
      target_compile_options(${name} PRIVATE $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<NOT:$<CONFIG:Debug>>>:-O1>)
    endif()
    # Their private names are those of others, too.
    set_source_files_properties(${arg_APART} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    set(scope PUBLIC)
  endif()
  target_include_directories(${name} ${scope}
    $<BUILD_INTERFACE:${ginlab_SOURCE_DIR}> $<BUILD_INTERFACE:${ginlab_BINARY_DIR}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/ginlab>)
  target_compile_features(${name} ${scope} cxx_std_20)
  target_link_libraries(${name} ${scope} ${arg_DEPENDS})
  # Under the name that an installed ginlab has for it, so that Program.cmake reads the same in both places.
  add_library(ginlab::${name} ALIAS ${name})
  set_property(GLOBAL APPEND PROPERTY GINLAB_LIBRARIES ${name})
endfunction()
