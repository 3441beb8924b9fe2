"""The bounds of kernels can fail: each finds what is planted for it, and leaves its lawful twin alone."""

import unittest
import unittest.mock

import kernels_test as kernels

entry = "_ZN3gin11run_programINS_8programs14SignalPipelineENS_12PathsByClassILNS_4PathE{}ELS4_{}EEEEEvNS_10CudaLaunchIT0_EENS_4ArgsIT_EE"


def kernel_of(near, far, body="", frame=0, spilled=0, registers=32):
    name = entry.format(near, far)
    measured = (f"ptxas info    : Compiling entry function '{name}' for 'sm_90'\n"
                f"ptxas info    : Function properties for {name}\n"
                f"    {frame} bytes stack frame, {spilled} bytes spill stores, 0 bytes spill loads\n"
                f"ptxas info    : Used {registers} registers, used 1 barriers\n"
                "ptxas info    : Function properties for _ZN3gin5otherEv\n"
                "    4096 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n")
    return kernels.kernels_of(f".visible .entry {name}(\n)\n{{\n{body}\n}}\n", measured)[0]


class Bounds(unittest.TestCase):
    def finds(self, fragment, kernel):
        found = kernels.check([kernel])
        self.assertEqual(len(found), 1, found)
        self.assertIn(fragment, found[0])

    def test_a_kernel_is_known_by_its_program_and_paths(self):
        self.assertEqual(kernel_of(0, 1).name, "signal_pipeline on pointer and gpu")
        self.assertEqual(kernel_of(0, 0).name, "signal_pipeline on pointer")

    def test_a_lawful_kernel_is_left_alone(self):
        self.assertEqual(kernels.check([kernel_of(0, 1, "fence.acq_rel.sys; atom.gpu.add;", 256, 0, 128)]), [])

    def test_each_bound_finds_what_exceeds_it(self):
        self.finds("bytes of stack", kernel_of(0, 1, frame=264))
        self.finds("registers", kernel_of(0, 1, registers=130))
        self.finds("spilled", kernel_of(0, 1, spilled=400))
        self.finds("fence.sc", kernel_of(0, 1, "fence.sc.sys;"))
        self.finds("membar", kernel_of(0, 1, "membar.sys;"))
        self.finds("path gpu", kernel_of(0, 0, "atom.max.release.gpu.u64 %rd1, [%rd2], 1;"))
        self.finds("path proxy", kernel_of(0, 0, "st.relaxed.sys.b128 [%rd1], pair;"))

    def test_loads_that_wait_for_stores_are_found(self):
        load, store = "ld.u32 %r1, [%rd1];\n", "st.u32 [%rd2], %r1;\n"
        with unittest.mock.patch.object(kernels, "load_ahead", {"signal_pipeline"}):
            self.finds("four loads of words", kernel_of(0, 0, 4 * (load + store)))
            self.assertEqual(kernels.check([kernel_of(0, 0, 4 * load + 4 * store)]), [])

    def test_a_program_may_spill_so_much(self):
        with unittest.mock.patch.dict(kernels.may_spill, {"signal_pipeline": (8, "planted")}):
            self.assertEqual(kernels.check([kernel_of(0, 1, spilled=8)]), [])
            self.finds("spilled", kernel_of(0, 1, spilled=12))

    def test_a_program_may_have_its_ring_on_every_path(self):
        with unittest.mock.patch.dict(kernels.may_push, {"signal_pipeline": "planted"}):
            self.assertEqual(kernels.check([kernel_of(0, 0, "st.relaxed.sys.b128 [%rd1], pair;")]), [])

    def test_more_kernels_than_may_exceed_a_bound_are_found(self):
        many = []
        for near in range(kernels.exceeding_max + 1):
            many.append(kernel_of(near, 3, frame=264))
        allowed = {("signal_pipeline", kernel.paths): (264, "planted") for kernel in many}
        with unittest.mock.patch.object(kernels, "may_exceed", allowed):
            self.assertIn(f"at most {kernels.exceeding_max} kernels", kernels.check(many)[0])
            self.assertEqual(kernels.check(many[1:]), [])


if __name__ == "__main__":
    unittest.main()
