// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/json.h"
#include "app/cli/output/text.h"
#include "app/cli/session.h"
#include "engine/base/bytes.h"
#include "engine/base/error.h"

#include <algorithm>

namespace weightless::cli {

namespace {

// A device budget, what is predicted of it, and what came of that where it was tried.
struct Position {
    uint64_t budgetBytes = 0;
    LoadPrediction predicted;
    std::optional<double> runSeconds;
    uint64_t weightsPeakBytes = 0;
};

// From the least that can run to everything, in equal steps.
std::vector<Position> positionsOf(const Graph& graph, LoadOptions options, int64_t count)
{
    options.deviceBudget = 1;
    const uint64_t least = graph.predict(options).leastBudgetBytes;
    options.deviceBudget = 0;
    const uint64_t most = graph.predict(options).deviceWeightsBytes;
    if (least == 0 || least >= most) {
        throw Error(ErrorKind::InvalidArgument,
            "There is nothing to budget: "
                + std::string(least == 0 ? "the device uses the files' own pages; --mode streamed copies them"
                                         : "one step needs all weights at once"));
    }
    std::vector<Position> positions;
    for (int64_t i = 0; i < count; ++i) {
        Position position;
        position.budgetBytes =
            least + (most - least) / static_cast<uint64_t>(count - 1) * static_cast<uint64_t>(i);
        options.deviceBudget = i + 1 == count ? most : position.budgetBytes;
        position.budgetBytes = options.deviceBudget;
        position.predicted = graph.predict(options);
        positions.push_back(std::move(position));
    }
    return positions;
}

// Between steps that take a while and hear of nothing themselves.
void checkStop(const std::stop_token& stop)
{
    if (stop.stop_requested()) {
        throw Error(ErrorKind::Cancelled, "Trying budgets was cancelled");
    }
}

// Loads with the budget and runs; the faster of two runs, as the first records the commands.
void tryOut(TimedSession& session, Position& position, const Environment& environment)
{
    LoadOptions options = session.options().load;
    options.deviceBudget = position.budgetBytes;
    checkStop(environment.stop);
    session.graph().unload();
    session.context().meter()->resetPeaks();
    session.session().load(options)->run(environment.stop);
    checkStop(environment.stop);
    RunOptions run;
    run.repeatCount = 2;
    run.stop = environment.stop;
    const RunReport report = session.session().run(run);
    position.runSeconds = *std::ranges::min_element(report.seconds);
    position.weightsPeakBytes = session.context().meter()->peak(MemoryPurpose::Weights);
}

Json positionsJson(const TimedSession& session, const std::vector<Position>& positions)
{
    Json list = Json::array();
    for (const Position& position : positions) {
        Json entry {{"budget_bytes", position.budgetBytes},
            {"device_weights_bytes", position.predicted.deviceWeightsBytes},
            {"resident_bytes", position.predicted.residentBytes},
            {"brought_bytes_per_run", position.predicted.broughtBytesPerRun},
            {"predicted_run_seconds", position.predicted.runSeconds}};
        if (position.runSeconds) {
            entry["run_seconds"] = *position.runSeconds;
            entry["device_weights_peak_bytes"] = position.weightsPeakBytes;
        }
        list.push_back(std::move(entry));
    }
    return {{"model", displayPath(session.model().path)}, {"device", session.context().device().traits.name},
        {"dimensions", jsonObject(session.dimensions())}, {"positions", list}};
}

std::string positionsText(const std::vector<Position>& positions)
{
    const bool isTried = positions.front().runSeconds.has_value();
    std::vector<TextTable::Column> columns {{"Budget", Align::Right}, {"device memory", Align::Right},
        {"stays", Align::Right}, {"comes per run", Align::Right}, {"predicted run", Align::Right}};
    if (isTried) {
        columns.push_back({"run", Align::Right});
        columns.push_back({"highest", Align::Right});
    }
    TextTable table(std::move(columns));
    for (const Position& position : positions) {
        const LoadPrediction& predicted = position.predicted;
        const bool isAll = predicted.broughtBytesPerRun == 0;
        std::vector<std::string> row {formatBytes(position.budgetBytes),
            formatBytes(predicted.deviceWeightsBytes), isAll ? "all" : formatBytes(predicted.residentBytes),
            formatBytes(predicted.broughtBytesPerRun), formatSeconds(predicted.runSeconds)};
        if (isTried) {
            row.push_back(formatSeconds(*position.runSeconds));
            row.push_back(formatBytes(position.weightsPeakBytes));
        }
        table.addRow(std::move(row));
    }
    return table.toString();
}

int budget(const Arguments& arguments, const Environment& environment)
{
    const SessionOptions options = sessionOptions(arguments);
    if (options.load.deviceBudget > 0 || options.budgetShare > 0) {
        throw UsageError("'budget' shows several budgets; '--device-budget' belongs to load and run");
    }
    const int64_t count = arguments.integer("--positions", 2, 100).value_or(5);
    TimedSession session(options, environment);
    session.openModel();
    session.build();
    session.session().feed({});
    environment.console.progress("measuring", 0);
    if (!session.graph().measureRun(options.load, environment.stop)) {
        environment.console.note("this device has no timestamps: times are guesses");
    }
    environment.console.clearProgress();
    std::vector<Position> positions = positionsOf(session.graph(), options.load, count);
    if (arguments.has("--run")) {
        for (size_t i = 0; i < positions.size(); ++i) {
            environment.console.progress(
                "running", static_cast<double>(i) / static_cast<double>(positions.size()));
            tryOut(session, positions[i], environment);
        }
        environment.console.clearProgress();
    }
    checkValidation(session.context());
    print(arguments.has("--json") ? jsonText(positionsJson(session, positions)) : positionsText(positions));
    return exitDone;
}

} // namespace

Verb budgetVerb()
{
    VerbSpec spec {"budget",
        "Shows memory and time of a run under several device budgets, before the weights are loaded.",
        {"MODEL"}, sessionOptionSpecs(),
        "Computing is measured with one buffer in place of all weights, and reading with a part of one "
        "weight. "
        "On a device that binds the files' own pages nothing needs a budget: --mode streamed shows what "
        "copies "
        "take.\n"
            + dimensionHelp() + "\n" + urlHelp()};
    spec.options.push_back(jsonOption());
    spec.options.push_back(
        {"--positions", "N", "how many budgets, from the least that can run to everything; 5 by default"});
    spec.options.push_back({"--run", "", "load and run with each of them, and show what that took"});
    return {spec, budget};
}

} // namespace weightless::cli
