// What the host's side costs: launching kernels one by one or as a graph, waiting for a stream, and copies that the
// copy engine makes for the CPU or for a kernel.
#pragma once

#include "models/cost/itemised.hpp"
#include "models/profile.hpp"

namespace gin::models::cost {

/// How the CPU hands `kernels` over: one launch each, or one for a graph that holds all of them.
enum class Submission { stream, graph };

/// From the first launch until the last of `kernels`, each running that long, has run on an idle stream.
Itemised kernels(const HostProfile& host, Submission submission, std::int64_t kernels, Duration each);

/// The same, and until a CPU that waits for the stream goes on.
Itemised synchronised(const HostProfile& host, Submission submission, std::int64_t kernels, Duration each);

/// A copy by the copy engine, enqueued by the CPU: at home, or over NVLink.
enum class CopyTo { own_memory, peer };
Itemised copy(const Profile& profile, CopyTo to, Bytes bytes);

/// A copy that waits in a stream for a kernel's word and whose end the kernel waits for.
Itemised triggered_copy(const Profile& profile, CopyTo to, Bytes bytes);

}  // namespace gin::models::cost
