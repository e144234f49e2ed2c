// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output/json.h"
#include "engine/runtime/context.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace weightless::cli {

struct RunTimes {
    double first = 0; // the first run, which also computes what is derived from constants
    double min = 0;
    double median = 0;
    double max = 0;
    // What nine of ten, and 99 of a hundred, do not exceed. Of fewer than ten they would be the longest.
    std::optional<double> p90, p99;
};

// At least one value.
[[nodiscard]] RunTimes timesOf(std::span<const double> seconds);
[[nodiscard]] Json timesJson(std::span<const double> seconds);
// A line. `compileSeconds`: of the first run, which waited so long for kernels.
[[nodiscard]] std::string timesText(std::span<const double> seconds, double compileSeconds = 0);

// The steps of a profile summed up by operator, the longest first.
struct OperatorTime {
    std::string opType;
    uint64_t stepCount = 0;
    double milliseconds = 0;
};
[[nodiscard]] std::vector<OperatorTime> timesByOperator(std::span<const StepTime> steps);

// Without timestamps (`lacksTimestamps`) there are no steps, and both say why.
[[nodiscard]] Json profileJson(std::span<const StepTime> steps, bool lacksTimestamps = false);
// A table by operator, and the ten longest steps.
[[nodiscard]] std::string profileText(std::span<const StepTime> steps, bool lacksTimestamps = false);

} // namespace weightless::cli
