// The subcommands, one file each. They return the exit code and throw Error for whatever a person can mend.
#pragma once

#include "cli/options.hpp"
#include "core/run/execute.hpp"

namespace gin::cli {

int run(const RunOptions& options, const Programs& programs);
int sweep(const SweepOptions& options, const Programs& programs);
int what_if(const WhatIfOptions& options, const Programs& programs);
int compare(const CompareOptions& options);
int validate(const ValidateOptions& options, const Programs& programs);
int list(const ListOptions& options, const Programs& programs);
int doctor();
int explain(const ExplainOptions& options, const Programs& programs);
int accuracy(const AccuracyOptions& options, const Programs& programs);
int cost(const CostOptions& options);
int report(const ReportOptions& options);
int schema(const SchemaOptions& options, const Programs& programs);

}  // namespace gin::cli
