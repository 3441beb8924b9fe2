// The subcommands, one file each, told apart by what was asked for. They return the exit code and throw Error for
// whatever a person can mend.
#pragma once

#include "cli/options.hpp"
#include "core/run/execute.hpp"

namespace gin::cli {

int carry_out(const RunOptions& options, const Programs& programs);
int carry_out(const SweepOptions& options, const Programs& programs);
int carry_out(const WhatIfOptions& options, const Programs& programs);
int carry_out(const CompareOptions& options, const Programs& programs);
int carry_out(const ValidateOptions& options, const Programs& programs);
int carry_out(const ListOptions& options, const Programs& programs);
int carry_out(const DoctorOptions& options, const Programs& programs);
int carry_out(const CalibrateOptions& options, const Programs& programs);
int carry_out(const ExplainOptions& options, const Programs& programs);
int carry_out(const AccuracyOptions& options, const Programs& programs);
int carry_out(const CostOptions& options, const Programs& programs);
int carry_out(const ReportOptions& options, const Programs& programs);
int carry_out(const SchemaOptions& options, const Programs& programs);
int carry_out(const TextOptions& options, const Programs& programs);

}  // namespace gin::cli
