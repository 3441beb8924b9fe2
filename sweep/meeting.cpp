// Who comes is let in as a PE is by its rendezvous (core/bootstrap/admission). What else is wrong with a rank is said
// to it once both believe each other: a rank that finds another sweep's port goes on looking for its own.
#include "sweep/meeting.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/base/json_path.hpp"

namespace gin::sweep {
namespace {

using Clock = std::chrono::steady_clock;

constexpr timeval connect_within{.tv_sec = 2, .tv_usec = 0};

/// Of this machine; the one that only it can reach comes last.
std::vector<std::string> own_addresses() {
  std::vector<std::string> addresses;
  ifaddrs* all = nullptr;
  static_cast<void>(::getifaddrs(&all));  // or the last one has to do
  for (const ifaddrs* each = all; each != nullptr; each = each->ifa_next) {
    if (each->ifa_addr == nullptr || (each->ifa_flags & IFF_UP) == 0 || (each->ifa_flags & IFF_LOOPBACK) != 0)
      continue;
    if (each->ifa_addr->sa_family != AF_INET) continue;
    char text[INET_ADDRSTRLEN] = "";
    const auto* const v4 = reinterpret_cast<const sockaddr_in*>(each->ifa_addr);
    if (::inet_ntop(AF_INET, &v4->sin_addr, text, sizeof text) != nullptr) addresses.emplace_back(text);
  }
  ::freeifaddrs(all);
  addresses.emplace_back("127.0.0.1");
  return addresses;
}

/// A machine that vanishes says nothing; the kernel then ends the connection within half a minute.
void notice_silence(int socket) {
  const int on = 1, idle_s = 10, between_s = 5, probes = 4, unheard_ms = 30'000;
  ::setsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
  ::setsockopt(socket, IPPROTO_TCP, TCP_KEEPIDLE, &idle_s, sizeof idle_s);
  ::setsockopt(socket, IPPROTO_TCP, TCP_KEEPINTVL, &between_s, sizeof between_s);
  ::setsockopt(socket, IPPROTO_TCP, TCP_KEEPCNT, &probes, sizeof probes);
  ::setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &unheard_ms, sizeof unheard_ms);
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

sockaddr_in ipv4(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_ANY);
  return address;
}

/// A closed channel where nobody listens.
Channel connect_to(const std::string& host, std::uint16_t port) {
  sockaddr_in address = ipv4(port);
  if (::inet_pton(AF_INET, host.c_str(), &address.sin_addr) != 1) return {};
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  Channel channel(socket, bootstrap::hello_max);
  ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &connect_within, sizeof connect_within);
  if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) return {};
  const timeval forever{};
  ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &forever, sizeof forever);
  notice_silence(socket);
  return channel;
}

/// What the file says.
struct Where {
  std::vector<std::string> addresses;
  std::uint16_t port = 0;
  std::string secret;
};

/// Nothing while there is no such file. Rank 0 puts it there in one step, so it is whole.
std::optional<Where> read_file(const std::string& file) {
  try {
    const Json text = read_json_file(file);
    return Where{.addresses = text.at("addresses").get<std::vector<std::string>>(),
                 .port = text.at("port").get<std::uint16_t>(),
                 .secret = text.at("secret").get<std::string>()};
  } catch (const std::exception&) {
    return std::nullopt;  // not there yet, taken away just now, or none of ours
  }
}

/// A closed channel where nobody answers who knows the secret. Throws Error(bad_input) when this rank is refused.
Channel knock(Channel channel, const MeetingPlace& place, const std::string& secret) {
  bootstrap::Guest guest(
      secret,
      {.nonce = bootstrap::fresh_nonce(), .rank = place.who.rank, .size = place.who.size, .version = place.rows});
  const auto heard = [&] { return channel.is_open() ? channel.next(bootstrap::handshake_within) : std::nullopt; };
  const auto challenge = heard();
  const auto hello = challenge ? guest.answer_to(*challenge) : std::nullopt;
  if (!hello || !channel.send_frame(*hello)) return {};
  const auto welcome = heard();
  if (!welcome || !guest.believes(*welcome)) return {};
  channel.allow_all();
  const auto word = heard();
  if (!word) return {};
  if (word->kind == bootstrap::Kind::refusal)
    throw Error(Code::bad_input,
                fmt::format("sweep: rank {} of {}: refused: {}", place.who.rank, place.who.size, word->body));
  return channel;
}

}  // namespace

Channel join(const MeetingPlace& place, std::chrono::milliseconds patience) {
  const Clock::time_point until = Clock::now() + patience;
  do {
    if (const auto where = read_file(place.file))
      for (const std::string& address : where->addresses)
        if (Channel channel = knock(connect_to(address, where->port), place, where->secret); channel.is_open())
          return channel;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  } while (Clock::now() < until);
  throw Error(
      Code::unavailable,
      fmt::format("sweep: rank {} of {}: expected to meet rank 0 by {} within {} s, met nobody; --out has to "
                  "name a folder that all ranks share",
                  place.who.rank, place.who.size, place.file,
                  std::chrono::duration_cast<std::chrono::seconds>(patience).count()));
}

Meeting::Meeting(const MeetingPlace& place)
    : place_(place), secret_(bootstrap::fresh_secret()), seen_(place.who.size, false) {
  seen_[0] = true;
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  sockaddr_in address = ipv4(0);
  socklen_t size = sizeof address;
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  if (listener_ < 0 || ::bind(listener_, any, size) != 0 || ::listen(listener_, SOMAXCONN) != 0 ||
      ::getsockname(listener_, any, &size) != 0) {
    const int reason = errno;
    if (listener_ >= 0) ::close(listener_);
    throw Error(Code::unavailable, fmt::format("sweep: expected to listen for the other ranks, got: {}; start it "
                                               "without mpirun",
                                               std::strerror(reason)));
  }
  port_ = ntohs(address.sin_port);
  write_file();
}

Meeting::~Meeting() {
  ::close(listener_);
  std::remove(place_.file.c_str());
}

void Meeting::write_file() const {
  const Json text = {{"addresses", own_addresses()}, {"port", port_}, {"secret", secret_}};
  const std::string temporary = place_.file + ".new";
  std::remove(temporary.c_str());
  const mode_t mask = ::umask(0077);
  std::FILE* const out = std::fopen(temporary.c_str(), "wx");
  ::umask(mask);
  const bool written = out != nullptr && std::fputs(text.dump().c_str(), out) >= 0;
  const bool closed = out != nullptr && std::fclose(out) == 0;
  if (written && closed && std::rename(temporary.c_str(), place_.file.c_str()) == 0) return;
  throw Error(Code::bad_usage,
              fmt::format("{}: expected a place to write to, got: {}", place_.file, std::strerror(errno)));
}

void Meeting::watch(std::vector<pollfd>& sockets) const {
  sockets.push_back({.fd = listener_, .events = POLLIN, .revents = 0});
  for (const Stranger& stranger : strangers_)
    sockets.push_back({.fd = stranger.channel.socket(), .events = POLLIN, .revents = 0});
}

void Meeting::accept_one() {
  const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
  if (socket < 0) return;
  notice_silence(socket);
  if (strangers_.size() == bootstrap::strangers_max) strangers_.erase(strangers_.begin());
  Stranger stranger{.channel = Channel(socket, bootstrap::hello_max),
                    .door = {secret_, bootstrap::fresh_nonce()},
                    .since = Clock::now()};
  if (stranger.channel.send_frame(stranger.door.challenge())) strangers_.push_back(std::move(stranger));
}

std::vector<Meeting::Joined> Meeting::step() {
  pollfd door{.fd = listener_, .events = POLLIN, .revents = 0};
  while (::poll(&door, 1, 0) > 0) accept_one();
  std::vector<Joined> joined;
  for (Stranger& stranger : strangers_) {
    pollfd ready{.fd = stranger.channel.socket(), .events = POLLIN, .revents = 0};
    const bool there = ::poll(&ready, 1, 0) <= 0 || stranger.channel.receive();
    if (const auto hello = stranger.channel.take()) {
      if (auto one = let_in(stranger, *hello)) joined.push_back(std::move(*one));
      stranger.channel.close();
    } else if (!there || Clock::now() - stranger.since > bootstrap::handshake_within) {
      stranger.channel.close();
    }
  }
  std::erase_if(strangers_, [](const Stranger& stranger) { return !stranger.channel.is_open(); });
  return joined;
}

std::optional<Meeting::Joined> Meeting::let_in(Stranger& stranger, const bootstrap::Frame& hello) {
  if (!stranger.door.refusal_of(hello).empty()) return std::nullopt;
  const bootstrap::Hello& guest = stranger.door.guest();
  const std::string why = refusal_of(guest);
  const std::string word =
      why.empty() ? framed(bootstrap::Kind::word, "in") : encode_sentence(bootstrap::Kind::refusal, why);
  if (!stranger.channel.send_frame(stranger.door.welcome() + word) || !why.empty()) return std::nullopt;
  seen_[guest.rank] = true;
  stranger.channel.allow_all();
  return Joined{.rank = guest.rank, .channel = std::move(stranger.channel)};
}

/// Empty for a rank that this sweep waits for.
std::string Meeting::refusal_of(const bootstrap::Hello& guest) const {
  if (guest.size != place_.who.size)
    return fmt::format("rank 0 expected {} ranks, came one of {}", place_.who.size, guest.size);
  if (guest.version != place_.rows) return "rank 0 has other points; give all ranks the same file and options";
  if (guest.rank >= seen_.size() || seen_[guest.rank]) return fmt::format("rank {} is here already", guest.rank);
  return {};
}

bool Meeting::complete() const {
  return std::ranges::find(seen_, false) == seen_.end();
}

}  // namespace gin::sweep
