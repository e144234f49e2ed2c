// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/httparguments.h"
#include "app/cli/output/json.h"
#include "app/cli/output/text.h"
#include "app/cli/verbs/verbs.h"
#include "engine/base/bytes.h"
#include "engine/base/file.h"
#include "engine/compare/modeldiff.h"
#include "engine/session/openedmodel.h"

namespace weightless::cli {

namespace {

std::string kindName(DifferenceKind kind)
{
    switch (kind) {
    case DifferenceKind::Added:
        return "added";
    case DifferenceKind::Removed:
        return "removed";
    case DifferenceKind::Changed:
        return "changed";
    case DifferenceKind::Renamed:
        return "renamed";
    case DifferenceKind::Unread:
        return "unread";
    }
    return {};
}

std::string byteDifference(uint64_t before, uint64_t after)
{
    if (before == after) {
        return {};
    }
    return after > before ? std::string("+").append(formatBytes(after - before))
                          : std::string("−").append(formatBytes(before - after));
}

Json descriptorJson(const TensorDescriptor& descriptor)
{
    return descriptor.type == DataType::Undefined
        ? Json()
        : Json {{"type", toString(descriptor.type)}, {"shape", Json(descriptor.shape)}};
}

Json differenceJson(const ConstantDifference& difference)
{
    Json json {{"kind", kindName(difference.kind)}, {"name", difference.name}};
    if (!difference.otherName.empty()) {
        json["other_name"] = difference.otherName;
    }
    json["before"] = descriptorJson(difference.before);
    json["after"] = descriptorJson(difference.after);
    json["bytes_before"] = difference.bytesBefore;
    json["bytes_after"] = difference.bytesAfter;
    json["changed_elements"] = difference.changedElements;
    json["largest_difference"] = difference.largestDifference ? Json(*difference.largestDifference) : Json();
    json["non_finite_elements"] = difference.nonFiniteElements;
    json["zero_sign_elements"] = difference.zeroSigns;
    if (difference.kind == DifferenceKind::Changed && difference.before != difference.after) {
        json["same_values"] = difference.hasSameValues;
    }
    if (!difference.details.empty()) {
        json["details"] = difference.details;
    }
    return json;
}

Json diffJson(const ModelDiff& diff, const Model& before, const Model& after)
{
    Json::array_t facts, constants, nodes;
    for (const FactDifference& fact : diff.facts) {
        facts.emplace_back(fact);
    }
    for (const ConstantDifference& difference : diff.constants) {
        constants.push_back(differenceJson(difference));
    }
    for (const NodeDifference& difference : diff.nodes) {
        Json::array_t details;
        for (const std::string& detail : difference.details) {
            details.emplace_back(detail);
        }
        Json json {{"kind", kindName(difference.kind)}, {"name", difference.name},
            {"operator", difference.opType}, {"details", details}};
        if (!difference.otherName.empty()) {
            json["other_name"] = difference.otherName;
        }
        nodes.push_back(std::move(json));
    }
    return {{"before", displayPath(before.path)}, {"after", displayPath(after.path)},
        {"equal", diff.isEqual()}, {"bytes_before", diff.bytesBefore}, {"bytes_after", diff.bytesAfter},
        {"equal_constants", diff.equalConstants}, {"equal_bytes", diff.equalBytes},
        {"equal_nodes", diff.equalNodes}, {"facts", facts}, {"constants", constants}, {"nodes", nodes}};
}

std::string valuesText(const ConstantDifference& difference)
{
    std::string text = std::to_string(difference.changedElements)
        + (difference.changedElements == 1 ? " value differs" : " values differ");
    if (difference.zeroSigns == difference.changedElements) {
        return text + ", only in the sign of zero";
    }
    if (difference.largestDifference) {
        text += ", by at most " + formatNumber(*difference.largestDifference);
    }
    if (difference.nonFiniteElements > 0) {
        text +=
            ", " + std::to_string(difference.nonFiniteElements) + " became or ceased to be NaN or infinite";
    }
    return text;
}

std::string changeText(const ConstantDifference& difference)
{
    std::string text = toString(difference.before);
    if (difference.before != difference.after) {
        text += " → " + toString(difference.after);
    }
    if (difference.changedElements > 0) {
        text += ", " + valuesText(difference);
    }
    return difference.hasSameValues ? text + ", the same values" : text;
}

std::string constantDifferences(const ModelDiff& diff)
{
    TextTable table({{"Constants"}, {""}, {""}, {"", Align::Right}});
    for (const ConstantDifference& difference : diff.constants) {
        std::string what;
        if (difference.kind == DifferenceKind::Unread) {
            what = difference.details;
        } else if (difference.kind == DifferenceKind::Renamed) {
            what = "now " + difference.otherName;
        } else if (difference.kind == DifferenceKind::Changed) {
            what = changeText(difference);
        } else {
            what = toString(difference.kind == DifferenceKind::Added ? difference.after : difference.before);
        }
        table.addRow({std::string("  ").append(kindName(difference.kind)), difference.name, what,
            byteDifference(difference.bytesBefore, difference.bytesAfter)});
    }
    return table.toString();
}

std::string nodesText(const ModelDiff& diff)
{
    TextTable table({{"Nodes"}, {""}, {""}, {""}});
    for (const NodeDifference& difference : diff.nodes) {
        std::string what = difference.otherName.empty() ? "" : "now " + difference.otherName;
        for (const std::string& detail : difference.details) {
            what += (what.empty() ? "" : "; ") + detail;
        }
        table.addRow(
            {std::string("  ").append(kindName(difference.kind)), difference.name, difference.opType, what});
    }
    return table.toString();
}

std::string bytesText(const ModelDiff& diff)
{
    if (diff.isEqual()) {
        return formatBytes(diff.bytesBefore) + " of constants";
    }
    return formatBytes(diff.equalBytes) + " of " + formatBytes(diff.bytesBefore) + " of constants"
        + (diff.bytesBefore == diff.bytesAfter ? "" : ", now " + formatBytes(diff.bytesAfter));
}

std::string diffText(const ModelDiff& diff)
{
    std::string text;
    for (const FactDifference& fact : diff.facts) {
        text += printable(fact) + "\n";
    }
    if (!diff.constants.empty()) {
        text += text.empty() ? "" : "\n";
        text += constantDifferences(diff);
    }
    if (!diff.nodes.empty()) {
        text += text.empty() ? "" : "\n";
        text += nodesText(diff);
    }
    return text + (text.empty() ? "" : "\n") + (diff.isEqual() ? "Equal: " : "Equal besides: ")
        + std::to_string(diff.equalConstants) + " " + plural(diff.equalConstants, "constant") + ", "
        + std::to_string(diff.equalNodes) + " " + plural(diff.equalNodes, "node") + "; " + bytesText(diff)
        + "\n";
}

int diff(const Arguments& arguments, const Environment& environment)
{
    onnx_io::ReadOptions reading;
    reading.stopToken = environment.stop;
    const OpenedModel before = openModel(
        modelAddress(arguments.positionals()[0]), reading, httpOptions(arguments, environment.console));
    const OpenedModel after = openModel(
        modelAddress(arguments.positionals()[1]), reading, httpOptions(arguments, environment.console));
    DiffOptions options;
    options.comparesValues = !arguments.has("--structure");
    options.stop = environment.stop;
    options.onProgress = [&](uint64_t done, uint64_t total) {
        environment.console.progress("comparing", static_cast<double>(done) / static_cast<double>(total));
    };
    const ModelDiff result = diffModels(*before.model, *after.model, options);
    environment.console.clearProgress();
    print(
        arguments.has("--json") ? jsonText(diffJson(result, *before.model, *after.model)) : diffText(result));
    return result.isEqual() ? exitDone : exitFailed;
}

} // namespace

Verb diffVerb()
{
    Verb verb {
        {"diff", "Tells what differs between two models.", {"A", "B"},
            {jsonOption(),
                {"--structure", "", "read no weight: constants of one name, type and shape count as equal"}},
            "Constants are matched by name, then by content: what has the same values under another name is "
            "'renamed'. Nodes are matched by name, then by what they make, then by operator and attributes, "
            "in "
            "order; bodies of branches and loops are compared node by node, and have paths: "
            "NODE/then_branch/NAME, for constants where the name is not the only one. Floats of different "
            "types are "
            "compared as numbers. They differ 'by at most' the "
            "largest absolute difference of those that are finite in both; how many became or ceased to be "
            "NaN "
            "or infinite is told beside it. Metadata, which hold class names, and versions count; who made a "
            "model and what is written about it and its parts (producer, doc strings) do not. What cannot be "
            "read is 'unread', "
            "and never equal. Weights are read in a few MiB of memory; those that are the same range of the "
            "same file are not read at all. Exit code 0: equal; 1: they differ, or could not be compared. No "
            "Vulkan device is needed.\n"
                + urlHelp(ServerUse::Compare)},
        diff};
    const std::vector<OptionSpec> http = httpOptionSpecs(ServerUse::Compare);
    verb.spec.options.insert(verb.spec.options.end(), http.begin(), http.end());
    return verb;
}

} // namespace weightless::cli
