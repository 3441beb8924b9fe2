// The functions of agent.hpp by name.
#include "models/cost/agent.hpp"
#include "models/cost/function.hpp"
#include "models/cost/inputs.hpp"

namespace gin::models::cost {
namespace {

const std::vector<std::string> handings = {"gpu", "cpu_doorbell", "proxy"};  // in the order of Handing
const std::vector<std::string> fence_scopes = {"none", "device", "system"};  // of FenceScope
const std::vector<std::string> outstanding = {"nothing", "peer_stores", "posted_writes"};          // of Outstanding
const std::vector<std::string> accesses = {"load", "store", "release", "atomic", "fetch_atomic"};  // of Access
const std::vector<std::string> places = {"peer", "peer_hbm", "local", "local_hbm"};

Word word_of(const std::string& place) {
  return {place.starts_with("peer"), !place.ends_with("hbm")};
}

}  // namespace

std::vector<Function> agent_functions() {
  return {
      {"agent.issue", "A call on the device until it returns.",
       table_of({word_input("handing", "Who posts the work.", handings, Choice::required),
                 count_input("requests", "Work requests of the operation.", 1, 1)}),
       true,
       [](const Call& call) {
         return issue(call.profile, call.stack, chosen<Handing>(call.inputs, "handing", handings),
                      call.inputs.integer("requests"));
       }},
      {"agent.fence", "A fence by itself.",
       table_of({word_input("scope", "Whom the fence answers for.", fence_scopes, Choice::required),
                 word_input("outstanding", "What was stored before it.", outstanding, Choice::first)}),
       false,
       [](const Call& call) {
         return fence(call.profile, chosen<FenceScope>(call.inputs, "scope", fence_scopes),
                      chosen<Outstanding>(call.inputs, "outstanding", outstanding));
       }},
      {"agent.fenced_post", "A work request built, fenced and its doorbell rung.",
       table_of({word_input("scope", "Of the fences.", fence_scopes, Choice::required),
                 count_input("fences", "How many there are.", 0)}),
       true,
       [](const Call& call) {
         return fenced_post(call.profile, call.stack, chosen<FenceScope>(call.inputs, "scope", fence_scopes),
                            call.inputs.integer("fences"));
       }},
      {"agent.access", "One load, store or atomic of a word by itself.",
       table_of({word_input("access", "What is done.", accesses, Choice::required),
                 word_input("place", "Whose memory it is, and whether its L2 holds the word.", places,
                            Choice::required)}),
       false,
       [](const Call& call) {
         return access(call.profile, chosen<Access>(call.inputs, "access", accesses),
                       word_of(call.inputs.text("place")));
       }},
  };
}

}  // namespace gin::models::cost
