#include "models/amount.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/base/error.hpp"

namespace gin::models {
namespace {

constexpr std::int64_t constant_max = std::int64_t{1} << 40;

/// 0 for what does not fit.
std::int64_t times(std::int64_t one, std::int64_t other) {
  const __int128 both = static_cast<__int128>(one) * other;
  return both < 0 || both > INT64_MAX ? 0 : static_cast<std::int64_t>(both);
}

}  // namespace

Amount read_amount(const Part& table) {
  Amount amount;
  const Json& factors = table.list("amount");
  for (std::size_t i = 0; i < factors.size(); ++i) {
    const Json& factor = factors[i];
    const JsonPath place = table.path() / "amount" / i;
    if (factor.is_string()) {
      amount.names.push_back(factor.get<std::string>());
      continue;
    }
    const bool fits = factor.is_number_integer() && factor >= 1 && factor <= constant_max;
    if (!fits) table.refuse(place, fmt::format("a name or a whole number from 1 to {}", constant_max), factor);
    amount.constant = times(amount.constant, factor.get<std::int64_t>());
    if (amount.constant == 0) table.refuse(place, "constants whose product fits into 63 bits", factor);
  }
  return amount;
}

std::int64_t product(const Amount& amount, const std::function<std::int64_t(const std::string& name)>& value_of) {
  std::int64_t all = amount.constant;
  for (const std::string& name : amount.names) all = times(all, value_of(name));
  if (all == 0)
    throw Error(Code::bad_input, "$.amount: expected values above 0 whose product fits into 63 bits, got others");
  return all;
}

}  // namespace gin::models
