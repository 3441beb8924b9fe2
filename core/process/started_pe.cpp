#include "core/process/started_pe.hpp"

#include <fmt/format.h>

#include <chrono>
#include <sstream>

#include "core/base/error.hpp"
#include "core/bootstrap/address.hpp"
#include "core/process/seat.hpp"
#include "core/run/last_resort.hpp"

namespace gin {
namespace {

using namespace std::chrono_literals;

constexpr auto grace_of_one = 5s;  // for this process to end by itself once the job has failed

std::unique_ptr<bootstrap::Rendezvous> listening(const bootstrap::Identity& who) {
  bootstrap::Rendezvous::Options options = meeting_of(who);
  const bootstrap::Address address = bootstrap::parse_address(who.address);
  options.address = address.host;
  options.port = address.port;
  return std::make_unique<bootstrap::Rendezvous>(options);
}

/// The first line in which two PEs differ.
std::string difference(const std::string& expected, const std::string& came) {
  std::istringstream of_expected(expected);
  std::istringstream of_came(came);
  std::string one;
  std::string other;
  while (one == other && (of_expected || of_came)) {
    std::getline(of_expected, one);
    std::getline(of_came, other);
  }
  return fmt::format("expected \"{}\", came \"{}\"", one, other);
}

}  // namespace

StartedPe::StartedPe(bootstrap::Identity who) : who_(std::move(who)) {
  if (who_.rank == 0) rendezvous_ = listening(who_);
  member_ = std::make_unique<bootstrap::Member>(seat_of(who_));
}

StartedPe::~StartedPe() {
  try {
    if (!member_->aborted()) member_->leave("");
  } catch (const Error&) {
    // The job failed after this PE's last row; who needed that row says so.
  }
  member_.reset();
  if (rendezvous_) rendezvous_->wait();
}

trace::Row StartedPe::run(const ProcessPlan& plan, Carrier& carrier) {
  const LastResort last_resort(
      [this] {
        return member_->aborted() ? fmt::format("PE {}: {}", who_.rank, member_->abort_reason()) : std::string();
      },
      grace_of_one);
  try {
    return run_with_the_others(plan, carrier);
  } catch (const std::exception& error) {
    give_up(*member_, error.what());
  }
  fail();
}

trace::Row StartedPe::run_with_the_others(const ProcessPlan& plan, Carrier& carrier) {
  check_that_all_run(facts_of(plan));
  carrier.prepare(place_of(plan.scenario, member_->local_address(), Pe{who_.rank}));
  const std::string report = report_of(carrier.run_pe(plan, *member_, Pe{who_.rank}, nullptr));
  return merged(plan, member_->all_gather("reports", report).take());
}

void StartedPe::check_that_all_run(const std::string& row) {
  const std::vector<std::string> rows = member_->all_gather("what is run", row).take();
  for (std::size_t pe = 1; pe < rows.size(); ++pe)
    if (rows[pe] != rows[0])
      throw Error(Code::failed,
                  fmt::format("PE {} runs another row than PE 0: {}; start all PEs with the same file and "
                              "options",
                              pe, difference(rows[0], rows[pe])));
}

StartedPe& this_process(const bootstrap::Identity& who) {
  static StartedPe only(who);
  return only;
}

void StartedPe::fail() const {
  // What everybody was told is said once, by PE 0; whoever was told nothing says what it knows.
  if (rendezvous_) throw Error(Code::failed, rendezvous_->wait().failure);
  if (member_->heard_why()) throw Error(Code::said_by_another, member_->abort_reason());
  throw Error(Code::failed, fmt::format("PE {}: {}", who_.rank, member_->abort_reason()));
}

}  // namespace gin
