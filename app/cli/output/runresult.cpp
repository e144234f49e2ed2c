// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/runresult.h"

#include "app/cli/output/text.h"
#include "engine/session/requests.h"

#include <algorithm>
#include <map>

namespace weightless::cli {

namespace {

constexpr size_t longestStepCount = 10;
constexpr const char* noTimestamps = "this device has no timestamps";

constexpr size_t leastForPercentiles = 10;

// The least time that so many percent do not exceed.
double percentile(std::span<const double> sorted, size_t percent)
{
    return sorted[(sorted.size() * percent + 99) / 100 - 1];
}

double totalOf(std::span<const StepTime> steps)
{
    double total = 0;
    for (const StepTime& step : steps) {
        total += step.milliseconds;
    }
    return total;
}

std::string shareText(double part, double whole)
{
    return formatFixed(whole > 0 ? 100 * part / whole : 0, 1) + " %";
}

// Those that waited longest for weights; empty when none did.
std::string waitedText(std::span<const StepTime> steps)
{
    std::vector<StepTime> waited(steps.begin(), steps.end());
    std::erase_if(waited, [](const StepTime& step) { return step.waitedMilliseconds < 0.01; });
    if (waited.empty()) {
        return {};
    }
    std::ranges::stable_sort(waited, std::ranges::greater {}, &StepTime::waitedMilliseconds);
    waited.resize(std::min(waited.size(), longestStepCount));
    TextTable table({{"Waited for weights"}, {"operator"}, {"ms", Align::Right}});
    for (const StepTime& step : waited) {
        table.addRow({step.node.empty() ? "(unnamed)" : step.node, step.opType,
            formatFixed(step.waitedMilliseconds, 3)});
    }
    return "\n" + table.toString();
}

} // namespace

RunTimes timesOf(std::span<const double> seconds)
{
    std::vector<double> sorted(seconds.begin(), seconds.end());
    std::ranges::sort(sorted);
    const size_t middle = sorted.size() / 2;
    const double median = sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    RunTimes times {seconds.front(), sorted.front(), median, sorted.back(), std::nullopt, std::nullopt};
    if (sorted.size() >= leastForPercentiles) {
        times.p90 = percentile(sorted, 90);
        times.p99 = percentile(sorted, 99);
    }
    return times;
}

Json timesJson(std::span<const double> seconds)
{
    const RunTimes times = timesOf(seconds);
    Json json {{"count", uint64_t {seconds.size()}}, {"first", times.first}, {"min", times.min},
        {"median", times.median}};
    if (times.p90) {
        json["p90"] = *times.p90;
        json["p99"] = *times.p99;
    }
    json["max"] = times.max;
    return json;
}

std::string timesText(std::span<const double> seconds, double compileSeconds)
{
    const RunTimes times = timesOf(seconds);
    const std::string first = formatSeconds(times.first)
        + (tellsCompiling(compileSeconds, times.first)
                ? ", " + formatSeconds(compileSeconds) + " of it compiling kernels"
                : "");
    if (seconds.size() == 1) {
        return "Ran in " + first + "\n";
    }
    return "Ran " + std::to_string(seconds.size()) + " times: min " + formatSeconds(times.min) + ", median "
        + formatSeconds(times.median)
        + (times.p90 ? ", p90 " + formatSeconds(*times.p90) + ", p99 " + formatSeconds(*times.p99) : "")
        + ", max " + formatSeconds(times.max) + " (the first " + first + ")\n";
}

std::vector<OperatorTime> timesByOperator(std::span<const StepTime> steps)
{
    std::map<std::string, OperatorTime> byName;
    for (const StepTime& step : steps) {
        OperatorTime& entry = byName[step.opType];
        entry.opType = step.opType;
        ++entry.stepCount;
        entry.milliseconds += step.milliseconds;
    }
    std::vector<OperatorTime> result;
    for (auto& [name, entry] : byName) {
        result.push_back(std::move(entry));
    }
    std::ranges::stable_sort(result, std::ranges::greater {}, &OperatorTime::milliseconds);
    return result;
}

Json profileJson(std::span<const StepTime> steps, bool lacksTimestamps)
{
    Json::array_t operators;
    for (const OperatorTime& entry : timesByOperator(steps)) {
        operators.push_back(Json {
            {"operator", entry.opType}, {"steps", entry.stepCount}, {"milliseconds", entry.milliseconds}});
    }
    Json::array_t list;
    for (const StepTime& step : steps) {
        list.push_back(Json {{"node", step.node}, {"operator", step.opType}, {"kernel", step.kernel},
            {"milliseconds", step.milliseconds}, {"begin_milliseconds", step.beginMilliseconds},
            {"waited_milliseconds", step.waitedMilliseconds}});
    }
    Json profile {{"operators", operators}, {"steps", list}};
    if (lacksTimestamps) {
        profile["problem"] = noTimestamps;
    }
    return profile;
}

std::string profileText(std::span<const StepTime> steps, bool lacksTimestamps)
{
    if (lacksTimestamps) {
        return std::string("Not profiled: ") + noTimestamps + "\n";
    }
    const double total = totalOf(steps);
    TextTable operators(
        {{"Operator"}, {"steps", Align::Right}, {"ms", Align::Right}, {"share", Align::Right}});
    for (const OperatorTime& entry : timesByOperator(steps)) {
        operators.addRow({entry.opType, std::to_string(entry.stepCount), formatFixed(entry.milliseconds, 3),
            shareText(entry.milliseconds, total)});
    }
    operators.addRow({"all", std::to_string(steps.size()), formatFixed(total, 3), ""});

    std::vector<StepTime> longest(steps.begin(), steps.end());
    std::ranges::stable_sort(longest, std::ranges::greater {}, &StepTime::milliseconds);
    longest.resize(std::min(longest.size(), longestStepCount));
    TextTable table(
        {{"Longest steps"}, {"operator"}, {"kernel"}, {"ms", Align::Right}, {"share", Align::Right}});
    for (const StepTime& step : longest) {
        table.addRow({step.node.empty() ? "(unnamed)" : step.node, step.opType, step.kernel,
            formatFixed(step.milliseconds, 3), shareText(step.milliseconds, total)});
    }
    return operators.toString() + "\n" + table.toString() + waitedText(steps);
}

} // namespace weightless::cli
