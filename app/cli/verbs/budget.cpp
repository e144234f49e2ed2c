// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/loadarguments.h"
#include "app/cli/output/json.h"
#include "app/cli/output/text.h"
#include "app/cli/session.h"
#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/constants/loadplan.h"
#include "engine/session/budgetchoices.h"

#include <algorithm>
#include <iterator>

namespace weightless::cli {

namespace {

// A device budget, what is predicted of it, and what came of that where it was tried.
struct Position {
    uint64_t budgetBytes = 0;
    LoadPrediction predicted;
    std::optional<double> runSeconds;
    uint64_t weightsPeakBytes = 0;
};

[[noreturn]] void refuse(NothingToBudget reason)
{
    const auto text = [reason] {
        switch (reason) {
        case NothingToBudget::NoWeights:
            return "the model has no weights to be loaded";
        case NothingToBudget::OwnPages:
            return "the device uses the file's own pages; --mode streamed copies them";
        case NothingToBudget::ModeKeepsAll:
            return "the conventional mode keeps every weight on the device; choose the streamed mode for a "
                   "device budget";
        case NothingToBudget::OtherGraphs:
            return "other graphs on this device share a budget";
        case NothingToBudget::WholeFiles:
            return "the server sends no parts of files, so that no weight can come while the model runs; "
                   "--http-cache keeps what is received";
        case NothingToBudget::OneStep:
            break;
        }
        return "one step needs all weights at once";
    };
    throw Error(ErrorKind::InvalidArgument, std::string("There is nothing to budget: ") + text());
}

std::vector<Position> positionsOf(
    const Graph& graph, const LoadOptions& options, int64_t count, const std::stop_token& stop)
{
    const BudgetChoices predicted = budgetChoices(graph, options, static_cast<size_t>(count), {}, stop);
    std::vector<Position> positions;
    for (const BudgetChoice& choice : predicted.choices) {
        const bool isAll = choice.budgetBytes == 0;
        Position position;
        position.budgetBytes = isAll ? predicted.all.deviceWeightsBytes : choice.budgetBytes;
        position.predicted = choice.prediction;
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

// Loads with the budget and runs; the faster of two runs, as the first records the commands. Returns which
// weights did not fit their type.
std::vector<ClampedConstant> tryOut(TimedSession& session, Position& position, const Environment& environment)
{
    LoadOptions options = session.options().load;
    options.deviceBudget = position.budgetBytes;
    checkStop(environment.stop);
    session.graph().unload();
    session.context().meter()->resetPeaks();
    const auto job = session.session().load(options);
    job->run(environment.stop);
    checkStop(environment.stop);
    RunOptions run;
    run.repeatCount = 2;
    run.stop = environment.stop;
    const RunReport report = session.session().run(run);
    position.runSeconds = *std::ranges::min_element(report.seconds);
    position.weightsPeakBytes = session.context().meter()->peak(MemoryPurpose::Weights);
    std::vector<ClampedConstant> clamped = job->report().clamped;
    std::ranges::copy(report.clamped, std::back_inserter(clamped));
    return clamped;
}

// What stays is told apart only where something does not.
uint64_t residentBytes(const LoadPrediction& predicted)
{
    return predicted.broughtBytesPerRun == 0 ? predicted.deviceWeightsBytes : predicted.residentBytes;
}

Json positionsJson(const TimedSession& session, const std::vector<Position>& positions)
{
    Json list = Json::array();
    for (const Position& position : positions) {
        Json entry {{"budget_bytes", position.budgetBytes},
            {"device_weights_bytes", position.predicted.deviceWeightsBytes},
            {"resident_bytes", residentBytes(position.predicted)},
            {"brought_bytes_per_run", position.predicted.broughtBytesPerRun},
            {"predicted_run_seconds", position.predicted.runSeconds}};
        if (position.runSeconds) {
            entry["run_seconds"] = *position.runSeconds;
            entry["device_weights_peak_bytes"] = position.weightsPeakBytes;
        }
        list.push_back(std::move(entry));
    }
    const vulkan::DeviceTraits& traits = session.context().device().traits;
    return {{"model", displayPath(session.model().path)}, {"device", traits.name},
        {"mode", toString(resolveMode(session.options().load.mode, traits))},
        {"dimensions", jsonObject(session.dimensions())},
        {"predicts_whole_run", positions.front().predicted.isRunWhole}, {"positions", list}};
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
    SessionOptions options = sessionOptions(arguments, environment.console);
    if (!choosesMode(arguments)) {
        options.load.mode = modeOfBudgets; // as what is shown here is loaded with --device-budget
    }
    const int64_t count = arguments.integer("--positions", 2, 100).value_or(5);
    TimedSession session(options, environment);
    session.openModel();
    session.build();
    const BudgetChoices ends = budgetChoices(session.graph(), options.load, 2);
    if (!ends.all.refusal.empty()) {
        throw Error(ErrorKind::Unsupported, ends.all.refusal); // as each of these loads would
    }
    if (ends.nothing) {
        refuse(*ends.nothing);
    }
    session.session().feed({});
    environment.console.progress("measuring", 0);
    if (!session.graph().measureRun(options.load, environment.stop)) {
        environment.console.note("this device has no timestamps: times are guesses");
    }
    environment.console.clearProgress();
    std::vector<Position> positions = positionsOf(session.graph(), options.load, count, environment.stop);
    if (arguments.has("--run")) {
        std::vector<ClampedConstant> clamped; // the same with every budget
        for (size_t i = 0; i < positions.size(); ++i) {
            environment.console.progress(
                "running", static_cast<double>(i) / static_cast<double>(positions.size()));
            clamped = tryOut(session, positions[i], environment);
        }
        environment.console.clearProgress();
        session.tellClamped(std::move(clamped));
    }
    if (!positions.front().predicted.isRunWhole) {
        environment.console.note(
            "what branches and loops take, and what waits for values that come back to the "
            "CPU, is not in the predicted times");
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
        {"MODEL"}, {},
        "Computing is measured with one buffer in place of all weights, and reading with a part of one "
        "weight. "
        "Weights are streamed where no mode is given, as under --device-budget; on a device that binds the "
        "files' own pages nothing of another mode may need a budget.\n"
            + dimensionHelp() + "\n" + sizeHelp() + "\n" + urlHelp()};
    spec.options = sessionOptionSpecs();
    // Several are shown.
    std::erase_if(spec.options, [](const OptionSpec& option) { return option.name == "--device-budget"; });
    std::ranges::find(spec.options, "--mode", &OptionSpec::name)->help =
        "how weights travel: streamed (the default, as under a device budget), auto, zero-copy or "
        "conventional";
    spec.options.push_back(jsonOption());
    spec.options.push_back(
        {"--positions", "N", "how many budgets, from the least that can run to everything; 5 by default"});
    spec.options.push_back({"--run", "", "load and run with each of them, and show what that took"});
    return {spec, budget};
}

} // namespace weightless::cli
