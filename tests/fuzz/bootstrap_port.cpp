// The rendezvous's port, without sockets: strangers who say anything do not change what the PEs of the job get, and
// a PE that says anything ends the job with a sentence at worst.
#include <map>
#include <memory>

#include "core/bootstrap/session.hpp"
#include "tests/fuzz/bootstrap_bytes.hpp"
#include "tests/fuzz/target.hpp"

namespace gin::fuzz {
namespace {

using namespace bootstrap;

constexpr std::uint32_t pes = 2;
constexpr std::size_t frame_max = 8192;
const std::string secret = "the secret";
const std::string version = "1";

class Peer : public Line {
 public:
  Peer(Job& job, const Nonce& nonce) : nonce_(nonce), session_(job, *this, nonce) {}

  void send(std::shared_ptr<const std::string> frame) override {
    must(!finished_, "nothing is said after the end");
    reader_.feed(*frame);
    while (std::optional<Frame> next = reader_.next()) {
      last_ = std::move(*next);
      if (last_.kind == Kind::refusal || last_.kind == Kind::abort) must_be_printable(last_.body);
    }
    must(reader_.fault().empty(), "what we say is well formed");
  }
  void finish() override { finished_ = true; }

  void hello(std::uint32_t rank, Instant now) {
    Hello hello{{}, {}, rank, pes, 1000, version};
    hello.proof = proof_of_hello(secret, nonce_, hello);
    session_.received(encode(hello), now);
  }
  void say(const std::string& bytes, Instant now) {
    session_.received(bytes, now);
    must(session_.room() <= 4 * (frame_max + 4096), "a peer holds memory within its limit");
  }
  Session& session() { return session_; }
  const Frame& last() const { return last_; }

 private:
  Nonce nonce_;
  FrameReader reader_{frame_max_default};
  bool finished_ = false;
  Frame last_;
  Session session_;
};

Job job_of_two() {
  JoinRules rules;
  rules.size = pes;
  rules.secret = secret;
  rules.version = version;
  rules.join_within = std::chrono::hours(1000);
  rules.frame_max = frame_max;
  return Job(rules, Instant{});
}

Nonce nonce_of(std::uint64_t number) {
  Nonce nonce{};
  for (std::size_t i = 0; i < nonce.size(); ++i) nonce[i] = static_cast<char>(number >> 8 * (i % 8));
  return nonce;
}

/// All PEs go through one step and get what each gave.
void step(Job& job, std::vector<std::unique_ptr<Peer>>& members, std::uint64_t number, Instant now) {
  for (std::uint32_t rank = 0; rank < pes; ++rank)
    members[rank]->say(encode(Gather{number, "keys", std::to_string(number + rank)}), now);
  must(!job.failed(), "strangers end no job: " + job.outcome().failure);
  for (const auto& member : members) {
    const auto all = member->last().kind == Kind::gathered ? decode_gathered(member->last().body) : std::nullopt;
    must(all && all->number == number && all->parts.size() == pes, "the step is over once all have come");
    for (std::uint32_t rank = 0; rank < pes; ++rank)
      must(all->parts[rank] == std::to_string(number + rank), "parts come by rank");
  }
}

void strangers(Numbers& numbers) {
  Job job = job_of_two();
  std::uint64_t nonces = 0;
  std::vector<std::unique_ptr<Peer>> members;
  for (std::uint32_t rank = 0; rank < pes; ++rank) {
    members.push_back(std::make_unique<Peer>(job, nonce_of(++nonces)));
    members[rank]->hello(rank, Instant{});
    must(members[rank]->session().joined(), "who knows the secret gets in");
  }
  std::map<std::uint64_t, std::unique_ptr<Peer>> others;
  for (std::uint64_t number = 0; !numbers.empty(); ++number) {
    const Instant now = Instant{} + std::chrono::milliseconds(number);
    std::unique_ptr<Peer>& other = others[numbers.take(1) % 4];
    if (!other) other = std::make_unique<Peer>(job, nonce_of(++nonces));
    other->say(take_stream(numbers), now);
    must(!other->session().joined(), "who does not know the secret stays out");
    must(other->session().room() <= 4 * hello_max + 64'000, "a stranger costs little");
    if (numbers.take(1) % 4 == 0) {
      other->session().closed("connection closed", now);
      other.reset();
    }
    if (numbers.take(1) % 4 == 0) job.tick(now);
    step(job, members, number, now);
  }
  must(job.kept() == 0, "nothing is kept of steps that are over");
}

void a_pe_that_says_anything(Numbers& numbers) {
  Job job = job_of_two();
  std::vector<std::unique_ptr<Peer>> members;
  std::vector<bool> closed(pes);
  for (std::uint32_t rank = 0; rank < pes; ++rank) {
    members.push_back(std::make_unique<Peer>(job, nonce_of(rank)));
    if (numbers.take(1) % 4 != 0) members[rank]->hello(rank, Instant{});
  }
  Instant now{};
  while (!numbers.empty()) {
    const std::size_t who = numbers.take(1) % pes;
    now += std::chrono::milliseconds(numbers.take(1));
    if (closed[who]) break;
    switch (numbers.take(1) % 8) {
      case 0:
        members[who]->session().closed("connection closed", now);
        closed[who] = true;
        break;
      case 1:
        job.tick(now);
        break;
      case 2:
        members[who]->hello(static_cast<std::uint32_t>(numbers.take(1) % 3), now);
        break;
      default:
        members[who]->say(take_stream(numbers), now);
    }
    must(job.kept() <= gathers_max * frame_max, "what waits for the others is limited");
    must_be_printable(job.outcome().failure);
    must(!job.failed() || job.over(now + std::chrono::seconds(3)), "a job that has failed is over within seconds");
  }
}

}  // namespace

int bootstrap_port(Input input) {
  Numbers numbers(input);
  if (numbers.take(1) % 2 == 0)
    strangers(numbers);
  else
    a_pe_that_says_anything(numbers);
  return 0;
}

}  // namespace gin::fuzz
