// Programs whose declarations cannot be right: check_declarations.py has a compiler read them and expects each of
// the sentences below, once for each time it stands here, and no other.
#include "core/run/declaration.hpp"

namespace gin {
namespace {

struct Base {
  static constexpr const char* name = "base";
  static constexpr const char* summary = "Does nothing.";
  struct Params {
    std::uint64_t first, second;
  };
};
using Param = gin::Param<Base::Params>;
constexpr auto first = &Base::Params::first, second = &Base::Params::second;

struct Sound : Base {
  static constexpr Param params[] = {{first, "first", "count", 0, 9, 9, "One."},
                                     {second, "second_2", "", 0, 0, 1, "Another.", "get|put_2"}};
};
static_assert(declaration::is_sound<Sound>());

struct NameIsNoWord : Sound {
  static constexpr const char* name = "my-program";
};
// expected: the name of a program must be a word
static_assert(declaration::is_sound<NameIsNoWord>());

struct MemberWithoutParameter : Base {
  static constexpr Param params[] = {{first, "first", "count", 0, 9, 9, "One."}};
};
// expected: every member of Params is a std::uint64_t and has one entry in params
static_assert(declaration::is_sound<MemberWithoutParameter>());

/// One parameter that is wrong, behind one that is not.
template <const Param& wrong>
struct With : Base {
  static constexpr Param params[] = {{first, "first", "count", 0, 9, 9, "One."}, wrong};
};

constexpr Param no_word{second, "Second", "count", 0, 9, 9, "Another."};
// expected: the name of a parameter must be a word
static_assert(declaration::is_sound<With<no_word>>());

constexpr Param same_name{second, "first", "count", 0, 9, 9, "Another."};
// expected: this parameter's name or member is declared twice
static_assert(declaration::is_sound<With<same_name>>());

constexpr Param same_member{first, "second", "count", 0, 9, 9, "Another."};
// expected: this parameter's name or member is declared twice
static_assert(declaration::is_sound<With<same_member>>());

constexpr Param below_zero{second, "second", "count", -1, 9, 9, "Another."};
// expected: its least value must be 0 or more
static_assert(declaration::is_sound<With<below_zero>>());

constexpr Param above{second, "second", "count", 0, 9, 10, "Another."};
// expected: a parameter's default must lie between its least and greatest value
static_assert(declaration::is_sound<With<above>>());

constexpr Param backwards{second, "second", "count", 9, 0, 5, "Another."};
// expected: a parameter's least value is above its greatest
// expected: a parameter's default must lie between its least and greatest value
static_assert(declaration::is_sound<With<backwards>>());

constexpr Param third_of_two{second, "second", "", 0, 0, 2, "Another.", "get|put"};
// expected: the default of a choice is the place of its word
static_assert(declaration::is_sound<With<third_of_two>>());

constexpr Param nothing_to_choose{second, "second", "", 0, 0, 0, "Another.", ""};
// expected: choices must be words that differ
static_assert(declaration::is_sound<With<nothing_to_choose>>());

constexpr Param same_choice{second, "second", "", 0, 0, 0, "Another.", "get|put|get"};
// expected: choices must be words that differ
static_assert(declaration::is_sound<With<same_choice>>());

}  // namespace
}  // namespace gin
