// Files that travel inside the binary, so that an installed ginlab needs no data folder. A target names its
// files with gin_embed(target symbol files...) of cmake/Embed.cmake; whoever reads them declares the function
// in its own .cpp:
//
//     namespace gin::embedded { std::span<const File> symbol(); }
#pragma once

#include <span>
#include <string_view>

namespace gin::embedded {

struct File {
  std::string_view name;  ///< the file's name without folder and extensions
  std::string_view text;  ///< its bytes, exactly
};

}  // namespace gin::embedded
