# A toolchain file: it turns off what CMake reads no environment variable for.
set(GINLAB_CUDA OFF CACHE BOOL "Compile device programs for the GPU too" FORCE)
# What is built is looked at, not waited for.
set(CMAKE_CXX_FLAGS_RELEASE "-O0" CACHE STRING "")
