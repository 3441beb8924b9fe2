// Text inside XML. Names and diagnoses come from files and programs and may hold anything; a reader of XML stops at
// the first character that is none of XML's, and then a whole run is missing from somebody's page.
#pragma once

#include <string>
#include <string_view>

namespace gin::reports {

/// For between tags, lines as they are. What XML 1.0 cannot hold in any spelling (control characters, bytes that
/// are no UTF-8, U+FFFE and U+FFFF) becomes U+FFFD.
std::string xml_text(std::string_view text);

/// For between double quotes: line ends and tabs too, which a reader would else turn into spaces.
std::string xml_quoted(std::string_view text);

}  // namespace gin::reports
