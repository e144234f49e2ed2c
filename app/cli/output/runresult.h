// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output/json.h"
#include "engine/model/hosttensor.h"
#include "engine/runtime/context.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace weightless::cli {

// What an output's values look like: enough to see a NaN or a constant picture at a glance.
struct TensorStatistics {
    uint64_t count = 0;
    uint64_t nanCount = 0;
    uint64_t infinityCount = 0;
    double min = 0; // of the finite values, as max and mean
    double max = 0;
    double mean = 0;
};

// Zeros for element types without a number (strings, complex).
[[nodiscard]] TensorStatistics statisticsOf(const HostTensor& tensor);

struct RunTimes {
    double first = 0; // the first run, which also computes what is derived from constants
    double min = 0;
    double median = 0;
    double max = 0;
};

// At least one value.
[[nodiscard]] RunTimes timesOf(std::span<const double> seconds);

// The steps of a profile summed up by operator, the longest first.
struct OperatorTime {
    std::string opType;
    uint64_t stepCount = 0;
    double milliseconds = 0;
};
[[nodiscard]] std::vector<OperatorTime> timesByOperator(std::span<const StepTime> steps);

[[nodiscard]] Json profileJson(std::span<const StepTime> steps);
// A table by operator, and the ten longest steps.
[[nodiscard]] std::string profileText(std::span<const StepTime> steps);

} // namespace weightless::cli
