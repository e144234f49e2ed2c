// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/loadsummary.h"

#include "app/cli/output/text.h"
#include "engine/base/bytes.h"
#include "engine/base/file.h"

#include <algorithm>
#include <optional>

namespace weightless::cli {

namespace {

struct ConstantTotals {
    uint64_t count = 0;
    uint64_t bytes = 0;
    uint64_t largestBytes = 0;
};

ConstantTotals hollowTotals(const Graph& graph)
{
    ConstantTotals totals;
    totals.count = graph.constantCount();
    for (size_t i = 0; i < graph.constantCount(); ++i) {
        totals.bytes += graph.constant(i).sizeBytes;
        totals.largestBytes = std::max(totals.largestBytes, graph.constant(i).sizeBytes);
    }
    return totals;
}

// Held for activations: what a run takes, allocated or not yet.
uint64_t activationBytes(const TimedSession& session)
{
    return std::max(
        session.context().memory().of(MemoryPurpose::Activations), session.graph().memoryPlan().runBytes());
}

std::string pathsText(const LoadReport& report)
{
    std::string text;
    for (size_t i = 0; i < loadPathCount; ++i) {
        if (report.bytesByPath[i] > 0) {
            text += (text.empty() ? "" : ", ") + formatBytes(report.bytesByPath[i]) + " "
                + std::string(toString(static_cast<LoadPath>(i)));
        }
    }
    for (const auto& [name, bytes] : report.bytesByLoader) {
        text += "; " + formatBytes(bytes) + " by the " + name + " loader";
    }
    if (text.empty() && report.onDemandBytes > 0) {
        return "none before a run: all come while the model runs";
    }
    return text.empty() ? "nothing to load" : text;
}

// A model on a server has no pages on this machine, and a driver may refuse those that there are.
std::string modeText(const LoadReport& report)
{
    const bool isCopied = std::ranges::any_of(report.bytesByPath, [](uint64_t bytes) { return bytes > 0; })
        && report.bytesOf(LoadPath::Imported) == 0 && report.bytesOf(LoadPath::Shared) == 0;
    return std::string(toString(report.mode))
        + (report.mode == LoadMode::ZeroCopy && isCopied ? ", though nothing could be bound in place" : "");
}

// Of a load under a device budget that does not take all weights at once; nullopt otherwise.
std::optional<LoadPrediction> budgetOf(const TimedSession& session)
{
    LoadPrediction prediction = session.graph().predict(session.options().load);
    const bool isBudgeted = session.options().load.deviceBudget > 0 && prediction.leastBudgetBytes > 0;
    return isBudgeted ? std::optional(std::move(prediction)) : std::nullopt;
}

} // namespace

Json loadJson(const TimedSession& session)
{
    const ConstantTotals totals = hollowTotals(session.graph());
    const ModelTotals all = totalsOf(session.model());
    const LoadReport& report = session.loadReport();
    const MemorySnapshot memory = session.context().memory();
    const MemoryPlan plan = session.graph().memoryPlan();
    const ProcessMemory process = processMemory();

    Json paths = Json::object();
    for (size_t i = 0; i < loadPathCount; ++i) {
        paths[std::string(toString(static_cast<LoadPath>(i)))] = report.bytesByPath[i];
    }
    Json::array_t clamped;
    for (const ClampedConstant& constant : report.clamped) {
        clamped.push_back(
            {{"name", constant.name}, {"type", toString(constant.type)}, {"values", constant.values}});
    }
    Json summary {
        {"model", displayPath(session.model().path)},
        {"device", session.context().device().traits.name},
        {"mode", toString(report.mode)},
        {"dimensions", jsonObject(session.dimensions())},
        {"constants",
            {{"count", totals.count}, {"bytes", totals.bytes}, {"largest_bytes", totals.largestBytes},
                {"known", all.knownCount}, {"known_bytes", all.knownBytes}}},
        {"seconds",
            {{"open", session.seconds().open}, {"build", session.seconds().build},
                {"load", session.seconds().load}}},
        {"bytes_by_path", paths},
        {"bytes_by_loader", jsonObject(report.bytesByLoader)},
        {"refused_bytes", report.refusedBytes},
        {"clamped", clamped},
        {"staging",
            {{"copies", report.stagedCopies}, {"waits", report.stagingWaits},
                {"pools", report.stagingPools}}},
        {"host_overhead_peak_bytes", report.hostOverheadPeakBytes},
        {"process",
            {{"baseline_bytes", session.baselineBytes()}, {"peak_bytes", process.peakResidentBytes},
                {"anonymous_bytes", process.anonymousBytes}}},
        {"device_bytes",
            {{"weights", memory.of(MemoryPurpose::Weights)}, {"imported", memory.importedBytes},
                {"activations", activationBytes(session)}, {"staging", session.stagingPeakBytes()}}},
        {"plan",
            {{"constant_bytes", plan.constantBytes}, {"activation_bytes", plan.activationBytes},
                {"peak_step", plan.peakStep}, {"peak_bytes", plan.peakBytes},
                {"derived_bytes", plan.derivedBytes}, {"port_bytes", plan.portBytes},
                {"steps", uint64_t {plan.stepCount}}, {"once_steps", uint64_t {plan.onceStepCount}},
                {"complete", plan.isComplete}}},
    };
    if (const auto budget = budgetOf(session)) {
        summary["device_budget"] = {{"budget_bytes", session.options().load.deviceBudget},
            {"least_bytes", budget->leastBudgetBytes}, {"resident_bytes", budget->residentBytes},
            {"brought_bytes_per_run", budget->broughtBytesPerRun},
            {"predicted_run_seconds", budget->runSeconds}};
    }
    return summary;
}

std::string loadText(const TimedSession& session)
{
    const ConstantTotals totals = hollowTotals(session.graph());
    const LoadReport& report = session.loadReport();
    const MemorySnapshot memory = session.context().memory();
    const SessionSeconds& seconds = session.seconds();

    TextTable table({{displayPath(session.model().path)}, {""}});
    table.addRow({"  device", session.context().device().traits.name});
    table.addRow({"  mode", modeText(report)});
    table.addRow({"  constants",
        std::to_string(totals.count) + ", " + formatBytes(totals.bytes) + "; the largest "
            + formatBytes(totals.largestBytes)});
    if (const ModelTotals all = totalsOf(session.model()); all.knownCount > 0) {
        table.addRow({"  known on the CPU before",
            std::to_string(all.knownCount) + " more, " + formatBytes(all.knownBytes)});
    }
    table.addRow({"  opened, built, loaded in",
        formatSeconds(seconds.open) + ", " + formatSeconds(seconds.build) + ", "
            + formatSeconds(seconds.load)});
    table.addRow({"  bytes by path", pathsText(report)});
    if (report.refusedBytes > 0) {
        table.addRow({"  refused by the driver",
            formatBytes(report.refusedBytes) + ", copied instead of bound in place"});
    }
    if (const auto budget = budgetOf(session)) {
        table.addRow({"  device budget",
            formatBytes(session.options().load.deviceBudget) + ": " + formatBytes(budget->residentBytes)
                + " stay, " + formatBytes(budget->broughtBytesPerRun) + " come while it runs; the least is "
                + formatBytes(budget->leastBudgetBytes)});
    } else if (session.options().load.deviceBudget > 0) {
        // A share of what is copied, which may be nothing, is no size that anybody asked for.
        table.addRow({"  device budget",
            memory.importedBytes > 0 ? "what the device reads are the files' own pages, which take none of it"
                                     : "more than the weights take"});
    }
    table.addRow(
        {"  CPU memory beyond the weights", formatBytes(report.hostOverheadPeakBytes) + " at its peak"});
    table.addRow({"  device memory",
        formatBytes(memory.of(MemoryPurpose::Weights)) + " weights, "
            + (session.graph().memoryPlan().isComplete ? "" : "at least ")
            + formatBytes(activationBytes(session)) + " activations, "
            + formatBytes(session.stagingPeakBytes()) + " staging at its peak"});
    if (const MemoryPlan plan = session.graph().memoryPlan(); plan.peakBytes > 0) {
        table.addRow({"  most activations", formatBytes(plan.peakBytes) + " in " + plan.peakStep});
    }
    table.addRow({"  process",
        formatBytes(session.baselineBytes()) + " before, " + formatBytes(processMemory().peakResidentBytes)
            + " at its peak"});
    return table.toString();
}

std::string memoryHelp()
{
    return "In the output of --json host_overhead_peak_bytes is exact: staging and every buffer of the "
           "engine's own "
           "on the CPU, "
           "beyond the "
           "weights themselves, and beyond constants.known_bytes of small constants that opening reads "
           "(--threshold). process.baseline_bytes is the resident memory of this process with the "
           "device "
           "created and nothing opened, process.peak_bytes its highest resident memory, "
           "process.anonymous_bytes what no file backs of it now. On a software or "
           "integrated "
           "device the device's memory, mapped file pages included, is part of the process: there the peak "
           "contains "
           "the weights. device_bytes.weights counts imported file pages too; device_bytes.staging is the "
           "peak "
           "while loading.";
}

} // namespace weightless::cli
