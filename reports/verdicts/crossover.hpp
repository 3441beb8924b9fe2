// Where the lead changes hands along a numeric axis, and how certain that is: the number that somebody who must
// choose between two ways of doing a thing asks for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/base/format.hpp"
#include "reports/verdicts/crossing.hpp"
#include "reports/verdicts/group.hpp"

namespace gin::reports {

/// One contestant leads alone at `before`, another at `after`; between them nobody does.
struct Crossover {
  std::string from;
  std::string to;
  std::string before;
  std::string after;
  /// Where straight lines between the points measured have both equal; none where that is in more than one place.
  std::optional<Fraction> at = {};
  bool certain = false;  ///< in virtual time, and no sample differs from its row's others
  /// What the samples say of it; none where none differ, or one of the two did not run at an end of the interval.
  std::optional<Resampling> samples = {};
  std::optional<Fraction> low = {};   ///< of `samples`, as values of the axis
  std::optional<Fraction> high = {};  ///< the same
};

/// One numeric axis at one place of all others.
struct Course {
  std::string axis;
  trace::Axes elsewhere;                   ///< the other axes
  std::vector<std::string> values = {};    ///< at which contestants met, rising
  std::vector<std::string> leaders = {};   ///< who led alone, in turn; empty where nobody ever did
  std::vector<Crossover> crossovers = {};  ///< one between each leader and the next
};

/// Every numeric axis with two values or more. Contestants less than 5 % apart are level, as everywhere here, so a
/// level stretch widens the interval; rows with wrong data take no part.
std::vector<Course> courses_of(const trace::Result& result);

/// A sentence per change of the lead; courses that say the same are told together.
std::vector<std::string> crossover_sentences(const trace::Result& result);

/// A sentence for the axes along which the lead does not change.
std::vector<std::string> no_crossover_sentences(const trace::Result& result);

}  // namespace gin::reports
