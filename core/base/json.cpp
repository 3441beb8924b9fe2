#include "core/base/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/json_path.hpp"
#include "core/base/long_json.hpp"
#include "core/base/printable.hpp"
#include "core/base/text_file.hpp"

namespace gin {
namespace {

constexpr std::size_t text_bytes_max = std::size_t{16} << 20;
constexpr std::size_t depth_max = 64;
constexpr std::size_t number_bytes_max = 64;
constexpr std::size_t reason_bytes_max = 160;

/// Builds the document while it is parsed. nlohmann's own builder keeps the last of two equal keys silently,
/// has no limit on depth and looks every new key up among all earlier ones, so that a file of a million keys
/// takes hours; here each open object remembers its keys in a set.
class Builder final : public nlohmann::json_sax<Json> {
 public:
  Builder(std::string_view text, const std::string& where) : text_(text), where_(where) {}
  Json take() { return std::move(document_); }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t& written) override {
    if (written.size() > number_bytes_max)
      refuse(fmt::format("expected a number of at most {} characters, got one of {}", number_bytes_max,
                         written.size()));
    return add(value);
  }
  bool string(string_t& value) override {
    refuse_unprintable(value);
    return add(std::move(value));
  }
  bool binary(binary_t& value) override { return add(Json::binary(std::move(value))); }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    refuse_unprintable(name);
    Frame& frame = open_.back();
    frame.key = std::move(name);
    frame.has_key = true;
    if (!frame.seen.insert(frame.key).second) refuse("this key is given twice; keep one");
    return true;
  }

  bool parse_error(std::size_t bytes_read, const std::string&, const nlohmann::detail::exception& error) override {
    const std::string_view before = text_.substr(0, bytes_read > 0 ? bytes_read - 1 : 0);
    const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0: the first line
    refuse(fmt::format("broken JSON at line {}, column {}: {}", std::count(before.begin(), before.end(), '\n') + 1,
                       before.size() - line_start + 1, reason(error.what())));
  }

 private:
  struct Frame {
    Json* container;
    std::string key = {};  ///< of the value that is being read, when there is one
    bool has_key = false;
    std::unordered_set<std::string> seen = {};
  };

  bool add(Json value) {
    place(std::move(value));
    return true;
  }

  bool open(Json container) {
    if (open_.size() == depth_max)
      refuse(fmt::format("expected at most {} levels of nesting, got more", depth_max));
    // A container moves in memory only when its parent grows, and a parent grows only after it is closed.
    Json* const placed = place(std::move(container));
    open_.push_back({.container = placed});
    return true;
  }

  bool close() {
    open_.pop_back();
    if (!open_.empty()) open_.back().has_key = false;
    return true;
  }

  Json* place(Json value) {
    const bool stays_open = value.is_structured();
    if (open_.empty()) return &(document_ = std::move(value));
    Frame& frame = open_.back();
    if (frame.container->is_array()) return &frame.container->emplace_back(std::move(value));
    auto& members = frame.container->get_ref<Json::object_t&>();
    members.push_back({frame.key, std::move(value)});
    frame.has_key = stays_open;
    return &members.back().second;
  }

  /// The innermost place that was being read.
  JsonPath path() const {
    JsonPath path(where_);
    for (const Frame& frame : open_) {
      const bool innermost = &frame == &open_.back();
      if (frame.container->is_array()) path = path / (frame.container->size() - (innermost ? 0 : 1));
      if (frame.has_key) path = path / frame.key;
    }
    return path;
  }

  /// The library's message without its own prefix, position and the text it read, which may be megabytes.
  static std::string reason(const std::string& what) {
    std::string rest = what.substr(what.find("] ") + 2);
    if (const auto dash = rest.find(" - "); dash != std::string::npos) rest = rest.substr(dash + 3);
    const auto read = rest.find("; last read: '");
    if (read == std::string::npos) return printable(rest, reason_bytes_max);
    const auto expected = rest.rfind("'; expected ");
    rest = rest.substr(0, read) + (expected == std::string::npos ? "" : rest.substr(expected + 1));
    return printable(rest, reason_bytes_max);
  }

  /// Texts of documents reach terminals, pages and other programs' files.
  void refuse_unprintable(const std::string& text) const {
    const std::size_t at = first_unprintable(text);
    if (at == std::string::npos) return;
    refuse(fmt::format("expected text, got one with a character that steers a terminal, U+{:04X}, in {}",
                       code_point(text, at), in_quotes(text)));
  }
  /// Of what the library has found to be UTF-8: one byte, or two of C1.
  static unsigned code_point(const std::string& text, std::size_t at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    return byte < 0x80 ? byte : static_cast<unsigned char>(text[at + 1]);
  }

  [[noreturn]] void refuse(const std::string& message) const { path().refuse(message); }

  std::string_view text_;
  const std::string& where_;
  Json document_;
  std::vector<Frame> open_;
};

}  // namespace

Json read_json_file(const std::string& file) {
  return parse_json(read_text_file({.path = file, .what = "a JSON file", .bytes_max = text_bytes_max}), file);
}

Json parse_json(std::string_view text, const std::string& where) {
  return parse_long_json(text, where, text_bytes_max);
}

Json parse_long_json(std::string_view text, const std::string& where, std::size_t bytes_max) {
  if (text.empty()) throw Error(Code::bad_input, where + ": expected JSON, got nothing: it is empty");
  if (text.size() > bytes_max)
    throw Error(Code::bad_input,
                fmt::format("{}: expected at most {} MiB of JSON, got more", where, bytes_max >> 20));
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos)
    throw Error(Code::bad_input,
                fmt::format("{}: expected JSON, got a NUL byte at offset {}; the parser would take "
                            "it for the end and what follows for nothing",
                            where, nul));
  Builder builder(text, where);
  Json::sax_parse(text.begin(), text.end(), &builder);
  return builder.take();
}

}  // namespace gin
