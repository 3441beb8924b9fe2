#include "core/base/sent_files.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/base/error.hpp"

namespace gin {
namespace {

constexpr int patience_ms = 30'000;

[[noreturn]] void fail(const char* wanted) {
  throw Error(Code::failed, std::string("a file between processes: expected to ") + wanted + ", got \"" +
                                std::strerror(errno) + "\"");
}

/// What a message with one file has room for.
struct Message {
  Message() {
    part.iov_base = &from;
    part.iov_len = sizeof from;
    head.msg_iov = &part;
    head.msg_iovlen = 1;
    head.msg_control = room;
    head.msg_controllen = sizeof room;
  }
  std::uint32_t from = 0;
  iovec part{};
  alignas(cmsghdr) char room[CMSG_SPACE(sizeof(int))] = {};
  msghdr head{};
};

}  // namespace

SentFiles::SentFiles() : socket_(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
  sockaddr_un own{};
  own.sun_family = AF_UNIX;
  // Bound to the family alone, the kernel chooses a name that no file has.
  if (socket_ < 0 || bind(socket_, reinterpret_cast<sockaddr*>(&own), sizeof own.sun_family) != 0)
    fail("open a socket");
  socklen_t size = sizeof own;
  if (getsockname(socket_, reinterpret_cast<sockaddr*>(&own), &size) != 0) fail("learn a socket's name");
  address_.assign(reinterpret_cast<const char*>(&own), size);
}

SentFiles::~SentFiles() {
  if (socket_ >= 0) close(socket_);
}

void SentFiles::send(const std::string& address, std::uint32_t from, int file) {
  const int out = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (out < 0) fail("open a socket");
  sockaddr_un to{};
  std::memcpy(&to, address.data(), address.size());
  Message message;
  message.from = from;
  message.head.msg_name = &to;
  message.head.msg_namelen = static_cast<socklen_t>(address.size());
  cmsghdr* const extra = CMSG_FIRSTHDR(&message.head);
  extra->cmsg_level = SOL_SOCKET;
  extra->cmsg_type = SCM_RIGHTS;
  extra->cmsg_len = CMSG_LEN(sizeof file);
  std::memcpy(CMSG_DATA(extra), &file, sizeof file);
  const bool sent = sendmsg(out, &message.head, 0) == sizeof message.from;
  close(out);
  if (!sent) fail("send it");
}

SentFiles::Arrived SentFiles::receive() const {
  pollfd there{socket_, POLLIN, 0};
  if (poll(&there, 1, patience_ms) != 1) {
    errno = ETIMEDOUT;
    fail("receive it within half a minute");
  }
  Message message;
  const ssize_t came = recvmsg(socket_, &message.head, MSG_CMSG_CLOEXEC);
  const cmsghdr* const extra = CMSG_FIRSTHDR(&message.head);
  if (came != sizeof message.from || !extra || extra->cmsg_type != SCM_RIGHTS)
    fail("receive it within half a minute");
  Arrived arrived{message.from, -1};
  std::memcpy(&arrived.file, CMSG_DATA(extra), sizeof arrived.file);
  return arrived;
}

}  // namespace gin
