#include "core/bootstrap/rendezvous.hpp"

#include <fcntl.h>

#include <utility>  // Boost 1.74's awaitable.hpp uses std::exchange without it

#include <fmt/format.h>
#include <boost/asio.hpp>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <list>
#include <mutex>
#include <thread>

#include "core/base/error.hpp"
#include "core/bootstrap/address.hpp"
#include "core/bootstrap/session.hpp"

namespace gin::bootstrap {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds tick{50};
// What a peer may go on saying after it was refused: closing on unread bytes would take the refusal from it.
constexpr std::size_t unheard_max = 64 * 1024;

/// Children of a launcher must not keep its connections open beyond its death.
template <class Socket>
void keep_from_children(Socket& socket) {
  ::fcntl(socket.native_handle(), F_SETFD, FD_CLOEXEC);
}

/// A process that dies may leave bytes unread; its connection is then reset, which says no more than that it
/// closed.
std::string how(const error_code& error) {
  const bool closed = error == asio::error::eof || error == asio::error::connection_reset;
  return closed ? "connection closed" : "connection broke: " + error.message();
}

class Connection : public Line, public std::enable_shared_from_this<Connection> {
 public:
  /// `after` is called whenever something has happened to the job.
  Connection(tcp::socket socket, Job& job, std::function<void()> after)
      : socket_(std::move(socket)), after_(std::move(after)), session_(job, *this, fresh_nonce()) {}

  void start() {
    error_code ignored;
    socket_.set_option(tcp::no_delay(true), ignored);
    socket_.set_option(asio::socket_base::keep_alive(true), ignored);
    write();
    read();
  }

  void send(std::shared_ptr<const std::string> frame) override {
    if (finishing_ || gone_) return;
    queue_.push_back(std::move(frame));
    if (started_) write();
  }
  void finish() override {
    finishing_ = true;
    until_ = Clock::now() + milliseconds(5000);
    if (started_) write();
  }

  void close(const std::string& how) {
    if (gone_) return;
    gone_ = true;
    error_code ignored;
    socket_.close(ignored);
    session_.closed(how, Clock::now());
    after_();
  }

  bool gone() const { return gone_; }
  bool stranger() const { return !known_; }
  /// Whether it has had its time: to show who it is, or to go once everything was said.
  bool late(milliseconds handshake) const {
    const Clock::time_point now = Clock::now();
    return finishing_ ? now >= until_ : !known_ && now - came_ >= handshake;
  }

 private:
  void write() {
    started_ = true;
    if (writing_ || gone_) return;
    if (queue_.empty()) {
      error_code ignored;
      if (finishing_) socket_.shutdown(tcp::socket::shutdown_send, ignored);
      return;
    }
    writing_ = true;
    asio::async_write(socket_, asio::buffer(*queue_.front()),
                      [self = shared_from_this()](const error_code& error, std::size_t) {
                        // Reading says why, and may have a last word of the peer's.
                        if (error) return;
                        self->writing_ = false;
                        self->queue_.pop_front();
                        self->write();
                      });
  }

  void read() {
    socket_.async_read_some(asio::buffer(buffer_),
                            [self = shared_from_this()](const error_code& error, std::size_t bytes) {
                              if (self->gone_) return;
                              if (error) return self->close(how(error));
                              if (self->session_.over()) self->unheard_ += bytes;
                              if (self->unheard_ > unheard_max) return self->close("connection closed");
                              self->session_.received({self->buffer_.data(), bytes}, Clock::now());
                              self->known_ |= self->session_.joined();
                              self->after_();
                              self->read();
                            });
  }

  tcp::socket socket_;
  std::function<void()> after_;
  std::deque<std::shared_ptr<const std::string>> queue_;  // before the session, which sends as soon as it is there
  bool started_ = false, writing_ = false, finishing_ = false, gone_ = false, known_ = false;
  std::size_t unheard_ = 0;
  Clock::time_point came_ = Clock::now(), until_;
  Session session_;
  std::array<char, 16 * 1024> buffer_;
};

void check(const Rendezvous::Options& options) {
  const auto refuse = [](const char* what) {
    throw Error(Code::bad_input, fmt::format("rendezvous: expected {}", what));
  };
  if (options.size == 0 || options.size > ranks_max) refuse("1 to 65536 PEs; give another size");
  if (options.secret.empty()) refuse("a secret, came none; give one that only this job's PEs know");
  if (options.version.empty() || options.version.size() > version_max) refuse("a version of 1 to 100 bytes");
  if (options.frame_max < hello_max || options.frame_max > UINT32_MAX) refuse("messages of 1 KiB to 4 GiB");
}

}  // namespace

class Rendezvous::Impl {
 public:
  explicit Impl(Options options)
      : options_(std::move(options)), job_(options_, Clock::now()), acceptor_(io_), timer_(io_) {
    listen();
    accept();
    tick_later();
    thread_ = std::thread([this] { io_.run(); });
  }

  ~Impl() {
    io_.stop();
    thread_.join();
  }

  std::string endpoint() const { return endpoint_; }

  /// On the rendezvous's thread, and done when it returns.
  template <class Change>
  void change(Change change) {
    std::promise<void> done;
    asio::post(io_, [&] {
      change(job_);
      publish();
      done.set_value();
    });
    done.get_future().wait();
  }

  bool finished() const {
    const std::lock_guard lock(mutex_);
    return finished_;
  }

  Outcome wait() const {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return finished_; });
    return outcome_;
  }

 private:
  void listen() {
    const std::string where = written({options_.address, options_.port});
    try {
      tcp::resolver resolver(io_);
      const auto found = resolver.resolve(options_.address, std::to_string(options_.port), tcp::resolver::passive);
      acceptor_.open(found.begin()->endpoint().protocol());
      keep_from_children(acceptor_);
      acceptor_.set_option(tcp::acceptor::reuse_address(true));
      acceptor_.bind(found.begin()->endpoint());
      acceptor_.listen();
      const tcp::endpoint bound = acceptor_.local_endpoint();
      endpoint_ = written({bound.address().to_string(), bound.port()});
    } catch (const boost::system::system_error& error) {
      throw Error(Code::unavailable,
                  fmt::format("rendezvous: expected to listen at {}, came \"{}\"; give an address of"
                              " this machine and a free port",
                              where, error.code().message()));
    }
  }

  void accept() {
    acceptor_.async_accept([this](const error_code& error, tcp::socket socket) {
      accepting_ = !error;  // too many open files, say: the next tick tries again
      if (error) return;
      keep_from_children(socket);
      make_room();
      connections_.push_back(std::make_shared<Connection>(std::move(socket), job_, [this] { publish(); }));
      connections_.back()->start();
      accept();
    });
  }

  /// For one more stranger.
  void make_room() {
    forget();
    const auto stranger = [](const auto& connection) { return connection->stranger(); };
    const auto count = std::count_if(connections_.begin(), connections_.end(), stranger);
    if (static_cast<std::size_t>(count) < strangers_max) return;
    (*std::find_if(connections_.begin(), connections_.end(), stranger))->close("dropped");
    forget();
  }

  void forget() {
    connections_.remove_if([](const auto& connection) { return connection->gone(); });
  }

  void tick_later() {
    timer_.expires_after(tick);
    timer_.async_wait([this](const error_code&) {
      job_.tick(Clock::now());
      for (const auto& connection : connections_)
        if (connection->late(options_.handshake_within)) connection->close("connection closed");
      forget();
      publish();
      if (!std::exchange(accepting_, true)) accept();
      tick_later();
    });
  }

  void publish() {
    if (!job_.over(Clock::now())) return;
    const std::lock_guard lock(mutex_);
    outcome_ = job_.outcome();
    finished_ = true;
    changed_.notify_all();
  }

  const Options options_;
  asio::io_context io_{1};
  Job job_;
  tcp::acceptor acceptor_;
  asio::steady_timer timer_;
  std::list<std::shared_ptr<Connection>> connections_;  // in the order in which they came
  bool accepting_ = true;
  std::string endpoint_;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  bool finished_ = false;
  Outcome outcome_;
  std::thread thread_;
};

Rendezvous::Rendezvous(Options options) {
  check(options);
  impl_ = std::make_unique<Impl>(std::move(options));
}

Rendezvous::~Rendezvous() = default;

std::string Rendezvous::endpoint() const {
  return impl_->endpoint();
}

void Rendezvous::died(std::uint32_t rank, const std::string& how) {
  impl_->change([&](Job& job) { job.died(rank, how, Clock::now()); });
}

void Rendezvous::fail(const std::string& reason) {
  impl_->change([&](Job& job) { job.fail(reason, Clock::now()); });
}

bool Rendezvous::finished() const {
  return impl_->finished();
}

Outcome Rendezvous::wait() const {
  return impl_->wait();
}

}  // namespace gin::bootstrap
