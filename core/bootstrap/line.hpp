// The rendezvous's way to one peer, as the protocol sees it: a socket, or what a test or a fuzzer puts there.
#pragma once

#include <memory>
#include <string>

namespace gin::bootstrap {

/// Neither call comes back into the protocol before it returns.
class Line {
 public:
  virtual ~Line() = default;
  /// Shared, because what everybody gets is kept once.
  virtual void send(std::shared_ptr<const std::string> frame) = 0;
  /// Once what was sent is on its way, nothing else follows.
  virtual void finish() = 0;
};

}  // namespace gin::bootstrap
