"""How long a test waits for what might otherwise wait for ever. Nothing is timed: on a busy machine all of it takes long."""

patience = 1800  # seconds; CMakeLists.txt beside this lets a whole test take twice as long
