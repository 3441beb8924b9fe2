// Two forked processes that share a page, and whoever waits for them.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>

namespace gin::bench {

/// What the two see of each other outside of the provider that is measured.
struct SharedPage {
  static constexpr std::size_t text_max = 1024;
  struct Side {
    std::atomic<unsigned> phase{0};  ///< how many times it came to a meeting
    std::atomic<unsigned long> counted{0};
    std::size_t address_bytes = 0;
    char address[text_max] = {};
    char failure[text_max] = {};  ///< why it gave up, if it did

    void put_address(const std::string& text);
  };
  Side sides[2];
  double figures[3] = {};
};

/// Runs `side(page, 0)` and `side(page, 1)` in a process each. Throws Error with the words of the one that failed,
/// or when they take longer than two minutes; nothing is left running.
void run_two_processes(SharedPage& page, const std::function<void(SharedPage&, int)>& side);

/// A page that survives forking as the same memory.
class SharedMemory {
 public:
  SharedMemory();
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  SharedPage& page() const { return *page_; }

 private:
  SharedPage* page_;
};

}  // namespace gin::bench
