#include "core/ofi/ofi_wire.hpp"

#include "core/ofi/link.hpp"

namespace gin::ofi {

OfiWire::OfiWire(const Provider& provider, std::span<unsigned char> heap, std::uint64_t eager_max) {
  link_ = std::make_unique<Link>(provider, heap, eager_max);
}
OfiWire::~OfiWire() = default;
OfiWire::OfiWire(OfiWire&&) noexcept = default;
OfiWire& OfiWire::operator=(OfiWire&&) noexcept = default;

std::string OfiWire::address() const {
  return link_->address();
}
void OfiWire::connect(const std::vector<std::string>& addresses, Pe me) {
  link_->connect(addresses, me);
}
std::string OfiWire::nic() const {
  return link_->nic();
}
WireLimits OfiWire::limits() const {
  return link_->limits();
}
Post OfiWire::post(const WorkRequest& request, std::uint64_t token) {
  return link_->post(request, token);
}
bool OfiWire::progress() {
  return link_->progress();
}
bool OfiWire::next_done(Done& done) {
  return link_->next_done(done);
}
bool OfiWire::next_arrival(Arrival& arrival) {
  return link_->next_arrival(arrival);
}

}  // namespace gin::ofi
