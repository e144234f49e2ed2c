// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/httparguments.h"
#include "app/cli/output/constanttable.h"
#include "app/cli/output/json.h"
#include "app/cli/output/outputs.h"
#include "app/cli/output/text.h"
#include "app/cli/verbs/verbs.h"
#include "engine/base/bytes.h"
#include "engine/base/file.h"
#include "engine/model/parametercount.h"
#include "engine/runtime/importer.h"
#include "engine/session/inputshapes.h"
#include "engine/session/openedmodel.h"

namespace weightless::cli {

namespace {

Json valueJson(const ValueInfo& value)
{
    Json shape;
    if (value.shape) {
        Json::array_t dimensions;
        for (const Dimension& dimension : *value.shape) {
            dimensions.push_back(dimension.isFree()
                    ? (dimension.symbol.empty() ? Json() : Json(dimension.symbol))
                    : Json(dimension.value));
        }
        shape = dimensions;
    }
    return {{"name", value.name}, {"kind", value.kind}, {"type", toString(value.type)}, {"shape", shape}};
}

Json valuesJson(const std::vector<ValueInfo>& values)
{
    Json::array_t list;
    for (const ValueInfo& value : values) {
        list.push_back(valueJson(value));
    }
    return list;
}

Json unsupportedJson(const Model& model)
{
    Json::array_t list;
    for (const UnsupportedOperator& each : unsupportedOperators(model)) {
        list.push_back(
            Json {{"operator", each.name}, {"count", uint64_t {each.count}}, {"first_node", each.firstNode},
                {"since_opset", each.sinceOpset > 0 ? Json(each.sinceOpset) : Json()}});
    }
    return list;
}

Json freeDimensionsJson(const Model& model)
{
    Json::array_t list;
    for (const FreeDimension& dimension : freeDimensionsOf(model)) {
        Json::array_t inputs;
        for (const std::string& input : dimension.inputs) {
            inputs.emplace_back(input);
        }
        list.push_back(
            Json {{"name", dimension.symbol}, {"inputs", inputs}, {"suggested", dimension.suggested}});
    }
    return list;
}

Json modelJson(const OpenedModel& opened)
{
    const Model& model = *opened.model;
    const ModelTotals totals = totalsOf(model);
    std::vector<std::pair<std::string, int64_t>> opsets;
    for (const auto& [domain, version] : model.opsets) {
        opsets.emplace_back(domain.empty() ? "ai.onnx" : domain, version);
    }
    Json::array_t problems;
    for (const std::string& problem : opened.problems) {
        problems.emplace_back(problem);
    }
    return {
        {"model", displayPath(model.path)},
        {"ir_version", model.irVersion},
        {"producer", model.producer},
        {"opsets", jsonObject(opsets)},
        {"metadata", jsonObject(model.metadata)},
        {"totals",
            {{"constants", totals.constantCount}, {"bytes", totals.constantBytes},
                {"largest_bytes", totals.largestConstantBytes}, {"known", totals.knownCount},
                {"known_bytes", totals.knownBytes}, {"parameters", countParameters(model)},
                {"nodes", totals.nodeCount}}},
        {"operators", jsonObject(operatorCounts(model))},
        {"unsupported_operators", unsupportedJson(model)},
        {"inputs", valuesJson(model.graph.inputs)},
        {"outputs", valuesJson(model.graph.outputs)},
        {"free_dimensions", freeDimensionsJson(model)},
        {"constants", constantsJson(model)},
        {"problems", problems},
    };
}

std::string valuesText(std::string_view title, const std::vector<ValueInfo>& values)
{
    TextTable table({{std::string(title)}, {""}});
    for (const ValueInfo& value : values) {
        table.addRow({"  " + value.name, describe(value)});
    }
    return table.toString();
}

// As many as a model has, with a line end behind; nothing where it has none.
std::string metadataText(const Model& model)
{
    if (model.metadata.empty()) {
        return {};
    }
    TextTable table({{"Metadata"}, {""}});
    for (const auto& [key, value] : model.metadata) {
        table.addRow({"  " + key, value});
    }
    return table.toString() + "\n";
}

std::string operatorsText(const Model& model)
{
    TextTable table({{"Operators"}, {"", Align::Right}});
    for (const auto& [name, count] : operatorCounts(model)) {
        table.addRow({"  " + name, std::to_string(count)});
    }
    std::string text = table.toString();
    const std::vector<UnsupportedOperator> unsupported = unsupportedOperators(model);
    for (const UnsupportedOperator& each : unsupported) {
        text += "  Not supported: " + printable(each.name) + ", " + std::to_string(each.count) + " "
            + plural(each.count, "node") + ", the first '" + printable(each.firstNode) + "'"
            + (each.sinceOpset > 0 ? "; known from opset " + std::to_string(each.sinceOpset) + " on" : "")
            + "\n";
    }
    const std::string advice = adviceAbout(unsupported);
    return advice.empty() ? text : text + "  " + advice + "\n";
}

std::string modelText(const Model& model)
{
    const ModelTotals totals = totalsOf(model);
    std::string opsets;
    for (const auto& [domain, version] : model.opsets) {
        opsets += (opsets.empty() ? "" : ", ") + (domain.empty() ? "ai.onnx" : domain) + " "
            + std::to_string(version);
    }
    TextTable facts({{displayPath(model.path)}, {""}});
    facts.addRow({"  producer", model.producer.empty() ? "not named" : model.producer});
    facts.addRow({"  IR version", std::to_string(model.irVersion)});
    facts.addRow({"  opset", opsets});
    facts.addRow({"  nodes", std::to_string(totals.nodeCount)});
    facts.addRow({"  constants",
        std::to_string(totals.constantCount) + ", " + formatBytes(totals.constantBytes) + " ("
            + std::to_string(totals.constantBytes) + " bytes), " + std::to_string(countParameters(model))
            + " parameters; the largest " + formatBytes(totals.largestConstantBytes)});
    if (totals.knownCount > 0) {
        facts.addRow({"  known on the CPU",
            std::to_string(totals.knownCount) + " of them, " + formatBytes(totals.knownBytes)});
    }
    return facts.toString() + "\n" + metadataText(model) + valuesText("Inputs", model.graph.inputs) + "\n"
        + valuesText("Outputs", model.graph.outputs) + "\n" + operatorsText(model) + "\n"
        + constantsText(model);
}

int inspect(const Arguments& arguments, const Environment& environment)
{
    Outputs outputs;
    OutputFile* const csv = outputs.openGiven(arguments, "--csv");
    onnx_io::ReadOptions options;
    options.stopToken = environment.stop;
    options.onProgress = [&](uint64_t done, uint64_t total) {
        environment.console.progress(
            "opening", total == 0 ? 1 : static_cast<double>(done) / static_cast<double>(total));
    };
    const OpenedModel opened = openModel(
        modelAddress(arguments.positionals().front()), options, httpOptions(arguments, environment.console));
    environment.console.clearProgress();
    for (const std::string& problem : opened.problems) {
        environment.console.warning(problem);
    }
    if (csv != nullptr) {
        outputs.checkAgainst(*opened.model);
        writeConstantsCsv(*csv, *opened.model);
        outputs.commit();
    }
    print(arguments.has("--json") ? jsonText(modelJson(opened)) : modelText(*opened.model));
    return exitDone;
}

} // namespace

Verb inspectVerb()
{
    Verb verb {
        {"inspect", "Shows what a model contains, without reading a weight.", {"MODEL"},
            {jsonOption(),
                {"--csv", "FILE", "write the table of constants as comma-separated values, one row each"}},
            "Every constant is listed with its name, type, shape, bytes, share of all bytes, and the file "
            "and offset "
            "at which its bytes lie. 'known' constants were read when the model was opened: they decide "
            "shapes. The "
            "others are 'hollow', or 'broken' where their bytes cannot be had, as a warning says. What is "
            "wrong with parts of a model (missing external data, say) is a "
            "warning: the "
            "rest can be inspected. Constants of one name, which bodies of control flow may have, are listed "
            "by their path, as 'extract' takes it: NODE/then_branch/NAME; --json and --csv have the path of "
            "all. Parameters are the elements of floats, and of integers those which quantised operators read "
            "as weights, unpacked. No Vulkan device is needed.\n"
                + urlHelp(ServerUse::Structure)},
        inspect};
    const std::vector<OptionSpec> http = httpOptionSpecs(ServerUse::Structure);
    verb.spec.options.insert(verb.spec.options.end(), http.begin(), http.end());
    return verb;
}

} // namespace weightless::cli
