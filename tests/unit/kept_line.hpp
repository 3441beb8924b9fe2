// A line to a peer that keeps what it is told.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/bootstrap/frame.hpp"
#include "core/bootstrap/line.hpp"
#include "core/bootstrap/messages.hpp"

namespace gin::test {

class KeptLine : public bootstrap::Line {
 public:
  void send(std::shared_ptr<const std::string> frame) override {
    reader_.feed(*frame);
    while (std::optional<bootstrap::Frame> next = reader_.next()) frames.push_back(std::move(*next));
  }
  void finish() override { finished = true; }

  std::vector<bootstrap::Frame> frames;
  bool finished = false;

 private:
  bootstrap::FrameReader reader_{bootstrap::frame_max_default};
};

}  // namespace gin::test
