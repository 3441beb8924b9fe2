// Where the command speaks: answers on standard output, complaints on standard error.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gin::cli {

/// Prints at once. A reader that left (a broken pipe) has what it wanted and is no error; anything else that
/// keeps the text from being written throws Error(bad_usage).
void print(std::string_view text);

/// Whether what is printed is read as it comes, by a person.
bool is_terminal();

/// "ginlab: MESSAGE" and a line end on standard error.
void complain(std::string_view message);

/// Names in a column of their own, what there is to say about them beside it. Later lines of an entry are
/// indented, so that a line that begins with a word begins with a name.
std::string two_columns(const std::vector<std::pair<std::string, std::string>>& entries);

}  // namespace gin::cli
