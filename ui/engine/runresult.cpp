// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine/runresult.h"

#include "ui/run/pictures.h"

namespace weightless::ui {

namespace {

void complete(OutputResult& output, std::shared_ptr<const HostTensor> values)
{
    output.statistics = statisticsOf(*values);
    output.picture = pictureOf(*values);
    output.values = std::move(values);
}

} // namespace

bool OutputResult::isOnDevice() const
{
    return !values && value.isEmpty() && descriptor.type != DataType::Undefined;
}

std::optional<double> RunResult::lastSeconds() const
{
    if (seconds.empty())
        return std::nullopt;
    return seconds.back() - (compileSeconds.empty() ? 0 : compileSeconds.back());
}

RunResultPtr makeRunResult(RunReport report, const TransferCounts& copies,
    std::vector<InputPicture> inputPictures, std::vector<int64_t> inputBatches)
{
    auto result = std::make_shared<RunResult>();
    for (RunOutput& output : report.outputs) {
        result->outputs.push_back({.name = std::move(output.name),
            .descriptor = std::move(output.descriptor),
            .values = {},
            .statistics = {},
            .picture = {},
            .value = std::move(output.value)});
        if (output.values)
            complete(result->outputs.back(), std::move(output.values));
    }
    result->seconds = std::move(report.seconds);
    result->compileSeconds = std::move(report.compileSeconds);
    result->steps = std::move(report.steps);
    result->lacksTimestamps = report.lacksTimestamps;
    result->weights = report.weights;
    result->copies = copies;
    result->inputPictures = std::move(inputPictures);
    result->inputBatches = std::move(inputBatches);
    return result;
}

RunResultPtr withValues(const RunResult& result, const std::string& output,
    std::shared_ptr<const HostTensor> values, const TransferCounts& copies)
{
    auto completed = std::make_shared<RunResult>(result);
    for (OutputResult& entry : completed->outputs) {
        if (entry.name == output)
            complete(entry, values);
    }
    completed->copies = copies;
    return completed;
}

} // namespace weightless::ui
