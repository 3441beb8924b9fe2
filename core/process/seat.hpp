// How the processes of a job meet, whoever started them.
#pragma once

#include <string>

#include "core/bootstrap/identity.hpp"
#include "core/bootstrap/member.hpp"
#include "core/bootstrap/rendezvous.hpp"

namespace gin {

/// How this process sits in the job that `who` says.
bootstrap::Member::Options seat_of(const bootstrap::Identity& who);
bootstrap::Rendezvous::Options meeting_of(const bootstrap::Identity& who);

/// Says why this PE fails, unless the job has failed already or does so at once: a death breaks things elsewhere.
void give_up(bootstrap::Member& member, const std::string& why);

}  // namespace gin
