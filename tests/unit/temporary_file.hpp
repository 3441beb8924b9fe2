// A file that lives as long as one test, in a folder of its own, so that its name can be chosen.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace gin::test {

class TemporaryFile {
 public:
  TemporaryFile(const std::string& name, std::string_view content) {
    static int made = 0;
    folder_ = std::filesystem::temp_directory_path() /
              ("ginlab-test-" + std::to_string(::getpid()) + "-" + std::to_string(made++));
    std::filesystem::create_directories(folder_);
    path_ = (folder_ / name).string();
    std::ofstream(path_, std::ios::binary) << content;
  }
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::string& path() const { return path_; }
  std::string folder() const { return folder_.string(); }

 private:
  std::filesystem::path folder_;
  std::string path_;
};

}  // namespace gin::test
