# shellcheck shell=bash
# Sourced by test.sh: the parts of --nightly, whole, what the tests of every change only sample.

every_placing() {
  GINLAB_COVER=all side_by_side "$built/tests/differential/differential_tests" --gtest_filter='Covered/*' --gtest_brief=1
}
many_programs() {
  GINLAB_DIFFERENTIAL_PROGRAMS=300 side_by_side "$built/tests/differential/differential_tests" --gtest_brief=1
}
lane_orders() {
  GINLAB_LANE_SEEDS=50 side_by_side "$built/tests/conformance/conformance_tests" --gtest_brief=1 --gtest_filter='*/Lanes*'
}
late_by_the_rules() {
  GINLAB_LITMUS_SEEDS=1000 GINLAB_ADVERSARY_SEEDS=1000 side_by_side "$built/tests/adversary/adversary_tests" --gtest_brief=1
}
right_when_late() {
  GINLAB_ADVERSARY_SEEDS=50 side_by_side "$built/tests/conformance/conformance_tests" --gtest_brief=1 \
    --gtest_filter='*-*/Memory*:*/EmulatedWall*:*/Shm*:*/Tcp*:*/IbLoopback*:*/Efa*:*/Lanes*'
}
many_seeds() { side_by_side "$built/tests/fuzz/fuzz_tests" --gtest_brief=1 --gtest_shuffle --gtest_repeat=20; }
python_test() { (cd "$root/tests/$1" && python3 -B "${@:2}"); }

# Packets get lost in networks that only root may make; namespaces.sh says why not with status 77.
lost_packets() {
  GINLAB_DIFFERENTIAL_PROGRAMS=200 "$root/scripts/namespaces.sh" --pes 4 --loss 1 \
    "$built/tests/differential/differential_tests" --gtest_brief=1 \
    --gtest_filter='*/Tcp:*/TcpCounting:*/TcpShallow:*/TcpDegraded:*/TcpDegradedCounting'
}

nightly_parts() {
  count "every placing" every_placing
  count "many programs" many_programs
  count "lane orders" lane_orders
  count "late by the rules" late_by_the_rules
  count "right when late" right_when_late
  count "many seeds" many_seeds
  count "lost packets" lost_packets
  count "lossy machine 1" "$root/scripts/rxe-test.sh" --netem 1
  count "lossy machine 10" "$root/scripts/rxe-test.sh" --netem 10
  count "kills" python_test processes kill_test.py "$built/cli/ginlab" "$built/core/softverbs/libginlab_softverbs.so" --rounds 50
  count "sizes" python_test effects sizes.py "$built/cli/ginlab" --all
  count "mutants" python_test fuzz mutants.py "$built/cli/ginlab" --count 5000
}
