// Which device an offer of libfabric stands on.
#include <gtest/gtest.h>
#include <rdma/fabric.h>

#include "core/ofi/info.hpp"

namespace gin::ofi {
namespace {

struct Offer {
  Offer() {
    info.domain_attr = &domain;
    domain.name = domain_name;
    device.name = device_name;
    bus.bus_type = FI_BUS_PCI;
    bus.attr.pci = {0, 0xa1, 0x1f, 7};
  }

  char domain_name[16] = "rdmap0s6-rdm";
  char device_name[16] = "rdmap0s6";
  fi_domain_attr domain{};
  fi_device_attr device{};
  fi_bus_attr bus{};
  fid_nic nic{};
  fi_info info{};
};

TEST(OfiNic, ItsPlaceOnTheBusIsTheSurestName) {
  Offer offer;
  offer.info.nic = &offer.nic;
  offer.nic.bus_attr = &offer.bus;
  offer.nic.device_attr = &offer.device;
  EXPECT_EQ(nic_of(offer.info), "0000:a1:1f.7");
}

TEST(OfiNic, ElseTheDevicesNameElseTheDomains) {
  Offer offer;
  EXPECT_EQ(nic_of(offer.info), "rdmap0s6-rdm");
  offer.info.nic = &offer.nic;
  EXPECT_EQ(nic_of(offer.info), "rdmap0s6-rdm");
  offer.bus.bus_type = FI_BUS_UNKNOWN;
  offer.nic.bus_attr = &offer.bus;
  offer.nic.device_attr = &offer.device;
  EXPECT_EQ(nic_of(offer.info), "rdmap0s6");
}

TEST(OfiNic, AnOfferWithoutAnyNameHasNone) {
  EXPECT_EQ(nic_of(fi_info{}), "");
}

}  // namespace
}  // namespace gin::ofi
