#include "unix_wire.hpp"

#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>

#include "core/base/error.hpp"

namespace gin {
namespace {

constexpr std::uint64_t datagram_max = 32 << 10;  // bytes of payload: several fit into a socket's buffer
constexpr int looks_max = 16;                     // datagrams of one progress

[[noreturn]] void refuse(Code code, const std::string& what) {
  throw Error(code, "unix sockets: " + what + ": " + std::strerror(errno));
}

}  // namespace

UnixWire::UnixWire(const WireNeeds& needs)
    : socket_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)),
      heap_(needs.heap),
      eager_max_(std::min(needs.eager_max, datagram_max)),
      received_(sizeof(Frame) + datagram_max) {
  sockaddr_un any{};
  any.sun_family = AF_UNIX;  // the kernel chooses a name, which goes when the socket does
  if (socket_ < 0 || ::bind(socket_, reinterpret_cast<const sockaddr*>(&any), sizeof(any.sun_family)) != 0)
    refuse(Code::unavailable, "expected a socket, came none");
}

UnixWire::~UnixWire() {
  ::close(socket_);
}

std::string UnixWire::address() const {
  sockaddr_un own{};
  socklen_t length = sizeof(own);
  if (::getsockname(socket_, reinterpret_cast<sockaddr*>(&own), &length) != 0)
    refuse(Code::failed, "expected a name, came none");
  return {reinterpret_cast<const char*>(&own), length};
}

void UnixWire::connect(const std::vector<std::string>& addresses, Pe me) {
  me_ = static_cast<std::uint16_t>(me.value);
  for (const std::string& address : addresses) {
    if (address.size() > sizeof(sockaddr_un) || address.size() <= offsetof(sockaddr_un, sun_path))
      throw Error(Code::failed, "unix sockets: expected the name of a socket from PE " +
                                    std::to_string(peers_.size()) + ", came another");
    std::memcpy(&peers_.emplace_back(), address.data(), address.size());
    lengths_.push_back(static_cast<socklen_t>(address.size()));
  }
}

WireLimits UnixWire::limits() const {
  return {WorkRequest::inline_bytes, datagram_max, eager_max_};
}

Post UnixWire::post(const WorkRequest& request, std::uint64_t token) {
  Frame frame;
  frame.from = me_;
  frame.has_immediate = request.has_immediate;
  frame.immediate = request.immediate;
  frame.bytes = request.bytes;
  frame.place = request.remote;
  frame.landing = request.local;
  frame.token = token;
  const void* bytes = heap_.data() + request.local;
  if (request.verb == Verb::read) frame.kind = Kind::question;
  if (request.verb == Verb::write_inline) bytes = request.payload;
  if (request.verb == Verb::send) {
    frame.kind = Kind::send;
    frame.message = request.message;
  }
  if (!sends(frame, bytes, request.peer)) return Post::busy;
  if (frame.kind != Kind::question) done_.push_back({token});  // the kernel has a copy
  return Post::accepted;
}

bool UnixWire::sends(const Frame& frame, const void* bytes, std::uint16_t peer) {
  iovec parts[] = {{const_cast<Frame*>(&frame), sizeof(frame)}, {const_cast<void*>(bytes), frame.bytes}};
  msghdr datagram{};
  datagram.msg_name = &peers_[peer];
  datagram.msg_namelen = lengths_[peer];
  datagram.msg_iov = parts;
  datagram.msg_iovlen = frame.kind == Kind::question || frame.bytes == 0 ? 1 : 2;
  if (::sendmsg(socket_, &datagram, MSG_NOSIGNAL) >= 0) return true;
  if (errno != EAGAIN && errno != ENOBUFS) refuse(Code::failed, "PE " + std::to_string(peer) + " is not there");
  return false;
}

bool UnixWire::answers(const Frame& question) {
  Frame answer = question;
  answer.kind = Kind::answer;
  answer.from = me_;
  answer.place = question.landing;
  return sends(answer, heap_.data() + question.place, question.from);
}

bool UnixWire::progress() {
  while (!questions_.empty() && answers(questions_.front())) questions_.pop_front();
  for (int looks = 0; looks < looks_max; ++looks) {
    const ssize_t size = ::recv(socket_, received_.data(), received_.size(), 0);
    if (size < static_cast<ssize_t>(sizeof(Frame))) return looks > 0;
    Frame frame;
    std::memcpy(&frame, received_.data(), sizeof(frame));
    arrives(frame, received_.data() + sizeof(frame));
  }
  return true;
}

void UnixWire::arrives(const Frame& frame, const unsigned char* bytes) {
  if (frame.kind == Kind::question) {
    if (!questions_.empty() || !answers(frame)) questions_.push_back(frame);
    return;
  }
  if (frame.kind != Kind::send && frame.bytes > 0) std::memcpy(heap_.data() + frame.place, bytes, frame.bytes);
  if (frame.kind == Kind::answer) return done_.push_back({frame.token});
  if (frame.kind == Kind::write && !frame.has_immediate) return;
  Arrival& arrival = arrivals_.emplace_back();
  arrival.has_immediate = frame.has_immediate;
  arrival.immediate = frame.immediate;
  if (frame.kind != Kind::send) return;
  arrival.has_message = true;
  arrival.message = unpack(frame.message);
  arrival.bytes.assign(bytes, bytes + frame.bytes);
}

}  // namespace gin
