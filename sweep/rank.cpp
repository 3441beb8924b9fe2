#include "sweep/rank.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <csignal>
#include <memory>

namespace gin::sweep {
namespace {

/// Waits for the worker's line or for the foreman's end, whichever comes first.
enum class Came { line, worker_gone, foreman_gone };
struct Answer {
  Came came = Came::line;
  std::string line;
};

Answer answer_of(WorkerProcess& worker, Channel& foreman) {
  for (;;) {
    if (auto line = worker.channel().take()) return {Came::line, std::move(line->body)};
    pollfd sockets[] = {{.fd = worker.channel().socket(), .events = POLLIN, .revents = 0},
                        {.fd = foreman.socket(), .events = POLLIN, .revents = 0}};
    if (poll(sockets, 2, -1) < 0) continue;
    if (sockets[1].revents != 0 && !foreman.receive()) return {Came::foreman_gone, ""};
    if (sockets[0].revents != 0 && !worker.channel().receive()) return {Came::worker_gone, ""};
  }
}

}  // namespace

bool work_for(Channel foreman, const PointWork& work) {
  // mpirun and srun send them to all ranks; rank 0 decides what becomes of the points under way.
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_IGN);
  std::unique_ptr<WorkerProcess> worker;
  while (const auto order = foreman.next()) {
    if (order->body == "end") return true;
    if (!worker) worker = std::make_unique<WorkerProcess>(work);
    static_cast<void>(worker->channel().send(order->body));
    Answer answer = answer_of(*worker, foreman);
    if (answer.came == Came::foreman_gone) return false;
    if (answer.came == Came::worker_gone) {
      answer.line = fmt::format("its worker process is gone: {}", worker->how_it_ended());
      worker.reset();
    }
    if (!foreman.send(answer.line)) return false;
  }
  return false;
}

}  // namespace gin::sweep
