// Both sides show that they know the secret without saying it: each answers the other's number, used once, with an
// HMAC over what it says. Strangers get a kilobyte and five seconds.
#include "sweep/meeting.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/base/json_path.hpp"
#include "core/bootstrap/secret.hpp"

namespace gin::sweep {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds handshake_within{5};
constexpr std::size_t handshake_bytes_max = 1024;
constexpr std::size_t strangers_max = 64;
constexpr int connect_ms = 2000;

template <typename Bytes>
std::string hex(const Bytes& bytes) {
  std::string text;
  for (const char byte : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return text;
}

/// Each side's word has its own opening, or one could be sent back as the other.
std::string rank_proof(const std::string& secret, const std::string& nonce, const std::string& said) {
  return hex(bootstrap::proof_of(secret, "rank " + nonce + " " + said));
}
std::string foreman_proof(const std::string& secret, const std::string& nonce) {
  return hex(bootstrap::proof_of(secret, "foreman " + nonce));
}

std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words(1);
  for (const char c : line) {
    if (c == ' ') {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

std::string host_name() {
  char name[256] = "";
  ::gethostname(name, sizeof name - 1);
  return name;
}

/// Of this machine, without those that only it can reach.
std::vector<std::string> own_addresses() {
  std::vector<std::string> addresses;
  ifaddrs* all = nullptr;
  if (::getifaddrs(&all) != 0) return addresses;
  for (const ifaddrs* each = all; each != nullptr; each = each->ifa_next) {
    if (each->ifa_addr == nullptr || (each->ifa_flags & IFF_UP) == 0 || (each->ifa_flags & IFF_LOOPBACK) != 0)
      continue;
    if (each->ifa_addr->sa_family != AF_INET) continue;
    char text[INET_ADDRSTRLEN] = "";
    const auto* const v4 = reinterpret_cast<const sockaddr_in*>(each->ifa_addr);
    if (::inet_ntop(AF_INET, &v4->sin_addr, text, sizeof text) != nullptr) addresses.emplace_back(text);
  }
  ::freeifaddrs(all);
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
LineChannel connect_to(const std::string& host, std::uint16_t port) {
  sockaddr_in address = ipv4(port);
  if (::inet_pton(AF_INET, host.c_str(), &address.sin_addr) != 1) return {};
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  LineChannel channel(socket);
  const timeval within{.tv_sec = connect_ms / 1000, .tv_usec = 0};
  ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &within, sizeof within);
  if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) channel.close();
  const timeval forever{};
  if (channel.is_open()) ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &forever, sizeof forever);
  if (channel.is_open()) notice_silence(socket);
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
  if (!std::filesystem::exists(file)) return std::nullopt;
  try {
    const Json text = read_json_file(file);
    Where where{.addresses = text.at("addresses").get<std::vector<std::string>>(),
                .port = text.at("port").get<std::uint16_t>(),
                .secret = text.at("secret").get<std::string>()};
    if (text.at("host").get<std::string>() == host_name())
      where.addresses.insert(where.addresses.begin(), "127.0.0.1");
    return where;
  } catch (const std::exception&) {
    return std::nullopt;  // taken away just now, or none of ours
  }
}

/// A closed channel where nobody answers who knows the secret. Throws Error(bad_input) when this rank is refused.
LineChannel knock(LineChannel channel, const MeetingPlace& place, const std::string& secret) {
  constexpr int patience_ms = std::chrono::milliseconds(handshake_within).count();
  const auto greeting = channel.is_open() ? channel.next(patience_ms) : std::nullopt;
  if (!greeting || words_of(*greeting).size() != 2) return {};
  const std::string nonce = hex(bootstrap::fresh_nonce());
  const std::string said = fmt::format("{} {} {} {}", place.who.rank, place.who.size, place.rows, nonce);
  if (!channel.send(said + " " + rank_proof(secret, words_of(*greeting)[1], said))) return {};
  const auto answer = channel.next(patience_ms);
  const std::string proof = foreman_proof(secret, nonce) + " ";
  if (!answer || !answer->starts_with(proof)) return {};
  const std::string word = answer->substr(proof.size());
  if (word != "welcome")
    throw Error(Code::bad_input, fmt::format("sweep: rank {} of {}: {}", place.who.rank, place.who.size, word));
  return channel;
}

}  // namespace

LineChannel join(const MeetingPlace& place, std::chrono::milliseconds patience) {
  const Clock::time_point until = Clock::now() + patience;
  do {
    if (const auto where = read_file(place.file))
      for (const std::string& address : where->addresses)
        if (LineChannel channel = knock(connect_to(address, where->port), place, where->secret); channel.is_open())
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
  const Json text = {{"host", host_name()}, {"addresses", own_addresses()}, {"port", port_}, {"secret", secret_}};
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
  if (strangers_.size() == strangers_max) strangers_.erase(strangers_.begin());
  Stranger stranger{.channel = LineChannel(socket), .nonce = hex(bootstrap::fresh_nonce()), .since = Clock::now()};
  if (stranger.channel.send("ginlab-sweep " + stranger.nonce)) strangers_.push_back(std::move(stranger));
}

std::vector<Meeting::Joined> Meeting::step() {
  pollfd door{.fd = listener_, .events = POLLIN, .revents = 0};
  while (::poll(&door, 1, 0) > 0) accept_one();
  std::vector<Joined> joined;
  for (Stranger& stranger : strangers_) {
    pollfd ready{.fd = stranger.channel.socket(), .events = POLLIN, .revents = 0};
    const bool there = ::poll(&ready, 1, 0) <= 0 || stranger.channel.receive();
    if (const auto line = stranger.channel.take()) {
      if (auto one = let_in(stranger, *line)) joined.push_back(std::move(*one));
      stranger.channel.close();
    } else if (!there || stranger.channel.pending() > handshake_bytes_max ||
               Clock::now() - stranger.since > handshake_within) {
      stranger.channel.close();
    }
  }
  std::erase_if(strangers_, [](const Stranger& stranger) { return !stranger.channel.is_open(); });
  return joined;
}

/// "RANK SIZE ROWS NONCE PROOF"; the proof is over the four before it and the number that the stranger was given.
std::optional<Meeting::Joined> Meeting::let_in(Stranger& stranger, const std::string& line) {
  const std::vector<std::string> words = words_of(line);
  if (words.size() != 5 || words[4].empty()) return std::nullopt;
  const std::string said = fmt::format("{}", fmt::join(words.begin(), words.begin() + 4, " "));
  const std::string proof = rank_proof(secret_, stranger.nonce, said);
  // Compared in full, so that the time tells nothing.
  unsigned differs = proof.size() != words[4].size();
  for (std::size_t i = 0; i < proof.size(); ++i) differs |= proof[i] ^ words[4][i % words[4].size()];
  if (differs != 0) return std::nullopt;
  const std::string ours = foreman_proof(secret_, words[3]);
  const auto refuse = [&](const std::string& why) {
    static_cast<void>(stranger.channel.send(fmt::format("{} refused: {}", ours, why)));
    return std::nullopt;
  };
  if (words[1] != std::to_string(place_.who.size))
    return refuse(fmt::format("rank 0 expected {} ranks, came one of {}", place_.who.size, words[1]));
  if (words[2] != place_.rows) return refuse("rank 0 has other points; give all ranks the same file and options");
  const std::size_t rank = std::stoul("0" + words[0]);
  if (rank >= seen_.size() || seen_[rank]) return refuse(fmt::format("rank {} is here already", words[0]));
  if (!stranger.channel.send(ours + " welcome")) return std::nullopt;
  seen_[rank] = true;
  return Joined{.rank = static_cast<std::uint32_t>(rank), .channel = std::move(stranger.channel)};
}

bool Meeting::complete() const {
  return std::ranges::find(seen_, false) == seen_.end();
}

}  // namespace gin::sweep
