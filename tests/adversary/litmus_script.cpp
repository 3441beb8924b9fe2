#include "tests/adversary/litmus_script.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace gin::adversary {
namespace {

constexpr const char* words[] = {"put",  "bput",  "putv",  "p",    "st",    "pack",   "psig",  "add",
                                 "cadd", "set",   "fadd",  "get",  "getn",  "read",   "readv", "take",
                                 "peek", "await", "spoil", "tick", "fence", "cfence", "quiet", "flush"};

Do word_of(const std::string& word) {
  const auto at = std::ranges::find(words, word);
  if (at == std::end(words)) throw std::invalid_argument("litmus: expected a step, got " + word);
  return static_cast<Do>(at - std::begin(words));
}

Variable variable_of(const std::string& word) {
  constexpr std::string_view names = "wxyzv";
  const std::size_t name = word.size() == 2 ? names.find(word[0]) : std::string_view::npos;
  if (name == std::string_view::npos || word[1] < '0' || word[1] > '9')
    throw std::invalid_argument("litmus: expected a variable, got " + word);
  return {static_cast<std::uint32_t>(name), static_cast<std::uint32_t>(word[1] - '0')};
}

bool leaves_a_digit(Do what) {
  return what == Do::fadd || what == Do::get || what == Do::getn || what == Do::read || what == Do::readv ||
         what == Do::take || what == Do::peek;
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, at);) parts.push_back(part);
  return parts;
}

Step step_of(const std::string& text) {
  std::istringstream in(text);
  std::string word;
  Step step;
  in >> word;
  step.what = word_of(word);
  if (in >> word) step.at = variable_of(word);
  if (step.what == Do::psig) {
    in >> word;
    step.signal = variable_of(word);
    step.value = 1;
  } else if (step.what == Do::tick) {
    step.value = 1;
  } else {
    in >> step.value;
  }
  return step;
}

}  // namespace

bool Script::uses(Do what) const {
  return std::ranges::any_of(agents, [&](const Agent& agent) {
    return std::ranges::any_of(agent.steps, [&](const Step& step) { return step.what == what; });
  });
}

Script script_of(const std::string& text) {
  Script script;
  for (const std::string& part : split(text, '|')) {
    const std::size_t colon = part.find(':');
    std::string who = part.substr(0, colon);
    std::erase(who, ' ');
    Script::Agent& agent = script.agents.emplace_back();
    agent.pe = static_cast<std::uint32_t>(who.at(0) - '0');
    agent.number = who.size() > 1 ? 1 : 0;
    script.pes = std::max(script.pes, agent.pe + 1);
    script.agents_of_pe = std::max(script.agents_of_pe, agent.number + 1);
    for (const std::string& step : split(part.substr(colon + 1), ';')) {
      agent.steps.push_back(step_of(step));
      if (leaves_a_digit(agent.steps.back().what)) agent.steps.back().digit = script.digits++;
    }
  }
  return script;
}

}  // namespace gin::adversary
