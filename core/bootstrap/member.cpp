#include "core/bootstrap/member.hpp"

#include <fcntl.h>

#include <utility>  // Boost 1.74's awaitable.hpp uses std::exchange without it

#include <fmt/format.h>
#include <boost/asio.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <mutex>
#include <thread>

#include "core/base/error.hpp"
#include "core/bootstrap/address.hpp"
#include "core/bootstrap/membership.hpp"
#include "core/bootstrap/seat.hpp"
#include "core/bootstrap/text.hpp"

namespace gin::bootstrap {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds retry{50};
constexpr milliseconds between_stands{50};
constexpr milliseconds telling_max{2000};
// The rendezvous sees a deadline pass first and says who is missing; a PE that has to find out alone waits longer.
constexpr milliseconds slack{2000};

void check(const Member::Options& options) {
  const auto refuse = [](const std::string& what) { throw Error(Code::bad_input, "bootstrap: expected " + what); };
  if (options.size == 0 || options.size > ranks_max) refuse("1 to 65536 PEs; give another size");
  if (options.rank >= options.size)
    refuse(fmt::format("a rank below {}, came {}; ranks count from 0", options.size, options.rank));
  if (options.secret.empty()) refuse("the secret of the job, came none; the launcher gives it to its PEs");
  if (options.version.empty() || options.version.size() > version_max) refuse("a version of 1 to 100 bytes");
  if (options.deadline < milliseconds(1) || options.deadline > std::chrono::hours(24))
    refuse("a deadline between a millisecond and a day");
  if (options.frame_max < hello_max || options.frame_max > UINT32_MAX) refuse("messages of 1 KiB to 4 GiB");
}

}  // namespace

class Member::Impl : private Sitter {
 public:
  explicit Impl(Options options) : options_(std::move(options)), address_(parse_address(options_.address)) {
    asio::post(io_, [this] {
      began_ = heard_ = Clock::now();
      watch();
      connect();
    });
    thread_ = std::thread([this] { io_.run(); });
    if (membership_.await_joined() == State::joined) return;
    stop();
    throw Error(heard_why_ ? Code::said_by_another : Code::failed, membership_.reason());
  }

  ~Impl() override {
    stop();
    membership_.end("this PE has gone without leaving the job");
  }

  const Options& options() const { return options_; }
  Membership& membership() { return membership_; }
  const std::string& local_address() const { return local_address_; }
  bool heard_why() const { return heard_why_; }
  std::uint64_t progress_heard() const { return progress_heard_.load(std::memory_order_relaxed); }

  void post(std::string frame) {
    asio::post(io_, [this, frame = std::move(frame)]() mutable { send(std::move(frame)); });
  }

  void stand(std::string where) {
    {
      const std::lock_guard lock(stand_mutex_);
      stand_ = std::move(where);
      if (std::exchange(stand_waits_, true)) return;
    }
    asio::post(io_, [this] {
      const Clock::time_point next = stood_ + between_stands;
      if (Clock::now() >= next) return say_stand();  // before whatever is posted after it
      stand_timer_.expires_at(next);
      stand_timer_.async_wait([this](const error_code& error) {
        if (!error) say_stand();
      });
    });
  }

  void abort(const std::string& reason) {
    if (!membership_.end(fmt::format("PE {} gave up: {}", options_.rank, reason))) return;
    asio::post(io_, [this, reason] {
      say_stand();
      send(encode_sentence(Kind::abort, reason));
    });
    membership_.await_told(telling_max);
  }

 private:
  using State = Membership::State;

  void stop() {
    io_.stop();
    thread_.join();
    error_code ignored;
    socket_.close(ignored);
  }

  // From here on everything runs on the thread.

  void connect() {
    resolver_.async_resolve(address_.host, std::to_string(address_.port),
                            [this](const error_code& error, const tcp::resolver::results_type& found) {
                              if (error) return try_again(error.message());
                              connect_to(found);
                            });
  }

  void connect_to(const tcp::resolver::results_type& found) {
    asio::async_connect(socket_, found, [this](const error_code& error, const tcp::endpoint&) {
      if (error) return try_again(error.message());
      ::fcntl(socket_.native_handle(), F_SETFD, FD_CLOEXEC);  // a child of this PE must not seem to be this PE
      error_code ignored;
      local_address_ = socket_.local_endpoint(ignored).address().to_string();
      socket_.set_option(tcp::no_delay(true), ignored);
      socket_.set_option(asio::socket_base::keep_alive(true), ignored);
      seat_.emplace(options_, fresh_nonce(), static_cast<Sitter&>(*this));
      read();
    });
  }

  void try_again(const std::string& trouble) {
    trouble_ = trouble;
    hang_up();
    retry_timer_.expires_after(retry);
    retry_timer_.async_wait([this](const error_code& error) {
      if (!error && membership_.state() == State::joining) connect();
    });
  }

  void read() {
    socket_.async_read_some(asio::buffer(buffer_), [this](const error_code& error, std::size_t bytes) {
      if (error == asio::error::operation_aborted) return;
      if (error) return broke(error == asio::error::eof ? "connection closed" : error.message());
      heard_ = Clock::now();
      seat_->received({buffer_.data(), bytes});
      if (socket_.is_open()) read();
    });
  }

  void send(std::string frame) override {
    if (!socket_.is_open()) return;
    queue_.push_back(std::move(frame));
    if (queue_.size() == 1) write();
  }

  void write() {
    asio::async_write(socket_, asio::buffer(queue_.front()), [this](const error_code& error, std::size_t) {
      // Reading says why, and may have a last sentence for us.
      if (error || queue_.empty()) return;
      queue_.pop_front();
      if (!queue_.empty()) write();
    });
  }

  void broke(const std::string& how) {
    if (membership_.state() == State::joining) return try_again(how);
    hang_up();
    membership_.end(
        fmt::format("the rendezvous at {} is gone ({}); has its launcher or PE 0 ended?", options_.address, how));
    membership_.tell();
  }

  void hang_up() {
    error_code ignored;
    socket_.close(ignored);
    queue_.clear();
  }

  /// Once in a while: deadlines and heartbeats.
  void watch() {
    const milliseconds beat = std::clamp(options_.deadline / 4, milliseconds(1), milliseconds(1000));
    watch_timer_.expires_after(std::min(beat, milliseconds(250)));
    watch_timer_.async_wait([this, beat](const error_code& error) {
      const Clock::time_point now = Clock::now();
      const State state = membership_.state();
      if (error || state == State::ended || state == State::left) return;
      if (state == State::joining && now - began_ >= options_.deadline) return give_up_joining();
      if (state == State::joined && now - heard_ >= options_.deadline + slack)
        return broke(fmt::format("silent for {} ms", (options_.deadline + slack).count()));
      if (state == State::joined && now - beat_ >= beat) {
        beat_ = now;
        send(framed(Kind::heartbeat, {}));
      }
      watch();
    });
  }

  void give_up_joining() {
    hang_up();
    membership_.end(fmt::format(
        "bootstrap: expected PE {} to join the rendezvous at {} within {} ms, came \"{}\"; is its launcher"
        " or PE 0 running, and does this machine reach it?",
        options_.rank, options_.address, options_.deadline.count(), trouble_.empty() ? "no answer" : trouble_));
  }

  void say_stand() {
    std::string where;
    {
      const std::lock_guard lock(stand_mutex_);
      if (!std::exchange(stand_waits_, false)) return;
      where = stand_;
    }
    stood_ = Clock::now();
    send(encode_sentence(Kind::stand, where));
  }

  // What the seat hears.
  void joined() override { membership_.join(); }
  void gathered(Gathered&& all) override { membership_.fill(all.number, std::move(all.parts)); }
  void progressed() override { progress_heard_.fetch_add(1, std::memory_order_relaxed); }
  void refused(const std::string& why) override {
    heard_why_ = why.starts_with(job_has_ended);
    hang_up();
    membership_.end(
        fmt::format("bootstrap: the rendezvous at {} refused PE {}: {}", options_.address, options_.rank, why));
  }
  void aborted(const std::string& why) override {
    heard_why_ = true;
    hang_up();
    membership_.end(why);
    membership_.tell();
  }
  void dismissed() override {
    hang_up();
    membership_.end("this PE has left the job", State::left);
  }

  const Options options_;
  const Address address_;
  Membership membership_;
  std::string local_address_;  // written before anybody is told that this PE has joined
  std::atomic<bool> heard_why_{false};
  std::atomic<std::uint64_t> progress_heard_{0};
  std::mutex stand_mutex_;
  std::string stand_;
  bool stand_waits_ = false;

  asio::io_context io_{1};
  asio::executor_work_guard<asio::io_context::executor_type> work_ = asio::make_work_guard(io_);
  tcp::resolver resolver_{io_};
  tcp::socket socket_{io_};
  asio::steady_timer retry_timer_{io_}, watch_timer_{io_}, stand_timer_{io_};
  // Of the thread.
  std::optional<Seat> seat_;
  std::deque<std::string> queue_;  // the first is being written
  std::array<char, 16 * 1024> buffer_{};
  std::string trouble_;  // why joining has not worked yet
  Clock::time_point began_, heard_, beat_, stood_;
  std::thread thread_;
};

Member::Member(Options options) {
  check(options);
  impl_ = std::make_unique<Impl>(std::move(options));
}

Member::~Member() = default;

std::uint32_t Member::rank() const {
  return impl_->options().rank;
}

std::uint32_t Member::size() const {
  return impl_->options().size;
}

std::string Member::local_address() const {
  return impl_->local_address();
}

Gathering Member::all_gather(const std::string& step, std::string bytes, milliseconds within) {
  const Options& options = impl_->options();
  if (step.size() > step_max || bytes.size() > options.frame_max - hello_max)
    throw Error(Code::failed, fmt::format("step \"{}\": expected a name of at most {} bytes and at most {} bytes to"
                                          " give, came {} and {}",
                                          one_line(step, step_max), step_max, options.frame_max - hello_max,
                                          step.size(), bytes.size()));
  Membership::Begun begun = impl_->membership().begin(step, std::max(options.deadline, within) + slack);
  const auto within_ms = static_cast<std::uint32_t>(std::min<std::int64_t>(within.count(), UINT32_MAX));
  if (begun.number) impl_->post(encode(Gather{*begun.number, step, std::move(bytes), within_ms}));
  return std::move(begun.gathering);
}

void Member::progress() {
  impl_->post(framed(Kind::progress, {}));
}

std::uint64_t Member::progress_heard() const {
  return impl_->progress_heard();
}

void Member::barrier(const std::string& step) {
  all_gather(step, {}).take();
}

void Member::stand(std::string where) {
  impl_->stand(std::move(where));
}

bool Member::aborted() const {
  return impl_->membership().aborted();
}

std::string Member::abort_reason() const {
  return aborted() ? impl_->membership().reason() : std::string();
}

bool Member::heard_why() const {
  return impl_->heard_why();
}

bool Member::fails_within(std::chrono::milliseconds patience) {
  impl_->membership().await_out(patience);
  return aborted();
}

void Member::abort(const std::string& reason) {
  impl_->abort(reason);
}

void Member::leave(const std::string& report) {
  const Options& options = impl_->options();
  if (report.size() > options.frame_max)
    throw Error(Code::failed, fmt::format("leave: expected a report of at most {} bytes, came {}",
                                          options.frame_max, report.size()));
  Membership& membership = impl_->membership();
  if (membership.state() != Membership::State::joined) throw Error(Code::failed, "leave: " + membership.reason());
  impl_->post(framed(Kind::leave, report));
  const Membership::State state = membership.await_out(options.deadline + slack);
  if (state == Membership::State::left) return;
  throw Error(Code::failed,
              "leave: " + (state == Membership::State::joined ? "expected an answer from the rendezvous, came none"
                                                              : membership.reason()));
}

}  // namespace gin::bootstrap
