// The backend: rules, and a factory of wires.
#include "core/process/process_backend.hpp"
#include "models/rules/rules.hpp"
#include "unix_wire.hpp"

namespace gin {
namespace {

struct UnixWires {
  void prepare(const WirePlace&) {}
  UnixWire make(const WireNeeds& needs) { return UnixWire(needs); }
};

}  // namespace

std::unique_ptr<Backend> make_backend_unix_sockets() {
  return process_backend({.backend = "unix-sockets",
                          .summary = "wall-clock time, a process per PE, datagrams over Unix sockets between them",
                          .stack_of = rules::over_wire,
                          .instead_of_pointer = "use backend shm"},
                         UnixWires());
}

}  // namespace gin
