// The ginlab command with the programs that ship with it.
#include "cli/main.hpp"

int main(int argc, char** argv) {
  return gin::run_command_line(argc, argv, gin::shipped_programs());
}
