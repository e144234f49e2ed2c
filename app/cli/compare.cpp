// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/json.h"
#include "app/cli/session.h"
#include "app/cli/system.h"
#include "app/cli/text.h"
#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/base/file.h"

#include <array>

namespace weightless::cli {

namespace {

constexpr std::array comparedModes {LoadMode::ZeroCopy, LoadMode::Streamed, LoadMode::Conventional};

uint64_t constantBytes(const Json& load)
{
    return load.at("constants").at("bytes").toUnsigned();
}

uint64_t overheadBytes(const Json& load)
{
    return load.at("host_overhead_peak_bytes").toUnsigned();
}

uint64_t deviceBytes(const Json& load)
{
    const Json& device = load.at("device_bytes");
    return device.at("weights").toUnsigned() + device.at("activations").toUnsigned()
        + device.at("staging").toUnsigned();
}

double timesModel(const Json& load)
{
    const uint64_t model = constantBytes(load);
    return model == 0 ? 0 : static_cast<double>(overheadBytes(load)) / static_cast<double>(model);
}

double totalSeconds(const Json& load)
{
    double total = 0;
    for (const auto& [step, seconds] : load.at("seconds").members()) {
        total += seconds.toDouble();
    }
    return total;
}

// The child's own message, without its prefix; it is told once, by us.
std::string childMessage(const ChildResult& child)
{
    constexpr std::string_view prefix = "weightless-cli: error: ";
    const size_t begin = child.errorOutput.rfind(prefix);
    if (begin == std::string::npos) {
        return "it ended with exit code " + std::to_string(child.exitCode);
    }
    const size_t end = child.errorOutput.find('\n', begin);
    return child.errorOutput.substr(begin + prefix.size(), end - begin - prefix.size());
}

// The modes are compared with each other: what forces or suits one of them is not taken.
bool isCompared(const OptionSpec& option)
{
    return option.name != "--mode" && option.name != "--path" && option.name != "--cache";
}

Json loadInChild(const Arguments& arguments, LoadMode mode, const Environment& environment, bool showsNotes)
{
    std::vector<std::string> words {"load", "--json", "--mode", std::string(toString(mode))};
    for (const OptionSpec& option : sessionOptionSpecs()) {
        for (const std::string& value :
            isCompared(option) ? arguments.values(option.name) : std::vector<std::string> {}) {
            words.push_back(option.name);
            words.push_back(value);
        }
    }
    words.push_back("--");
    words.push_back(arguments.positionals().front());

    const ChildResult child = runChild(executablePath(), words, environment.stop);
    if (environment.stop.stop_requested()) {
        throw Error(ErrorKind::Cancelled, "Comparing was cancelled");
    }
    if (child.exitCode != exitDone) {
        throw Error(ErrorKind::Io,
            "Loading in " + std::string(toString(mode)) + " mode failed: " + childMessage(child));
    }
    constexpr std::string_view notePrefix = "weightless-cli: note: ";
    for (size_t at = 0; showsNotes && (at = child.errorOutput.find(notePrefix, at)) != std::string::npos;) {
        at += notePrefix.size();
        environment.console.note(child.errorOutput.substr(at, child.errorOutput.find('\n', at) - at));
    }
    return Json::parse(child.output);
}

std::string pathsText(const Json& load)
{
    std::string text;
    for (const auto& [path, bytes] : load.at("bytes_by_path").members()) {
        if (bytes.toUnsigned() > 0) {
            text += (text.empty() ? "" : ", ") + path + " " + formatBytes(bytes.toUnsigned());
        }
    }
    return text.empty() ? "none" : text;
}

// What the numbers say, from the numbers.
std::string conclusion(const std::vector<Json>& loads)
{
    const uint64_t zeroCopy = overheadBytes(loads[0]);
    const uint64_t streamed = overheadBytes(loads[1]);
    const uint64_t conventional = overheadBytes(loads[2]);
    std::string text = "For " + formatBytes(constantBytes(loads[0]))
        + " of weights the conventional load needs " + formatBytes(conventional)
        + " of CPU memory beyond them, the streamed one " + formatBytes(streamed) + " and the zero-copy one "
        + formatBytes(zeroCopy);
    if (streamed > 0 && conventional > streamed) {
        text += ": streaming takes "
            + formatFixed(static_cast<double>(conventional) / static_cast<double>(streamed), 1)
            + " times less";
    }
    return text + ".";
}

std::string comparisonText(const std::vector<Json>& loads)
{
    TextTable table({{"mode"}, {"peak CPU", Align::Right}, {"overhead beyond the weights", Align::Right},
        {"× model", Align::Right}, {"device bytes", Align::Right}, {"seconds", Align::Right},
        {"bytes by path"}});
    for (const Json& load : loads) {
        table.addRow(
            {load.at("mode").toString(), formatBytes(load.at("process").at("peak_bytes").toUnsigned()),
                formatBytes(overheadBytes(load)), formatFixed(timesModel(load), 2),
                formatBytes(deviceBytes(load)), formatFixed(totalSeconds(load), 3), pathsText(load)});
    }
    return table.toString() + "\n" + conclusion(loads) + "\n";
}

Json comparisonJson(const std::string& model, const std::vector<Json>& loads)
{
    Json::Array rows;
    for (const Json& load : loads) {
        Json row = load;
        row.set("times_model", timesModel(load));
        row.set("device_total_bytes", deviceBytes(load));
        row.set("total_seconds", totalSeconds(load));
        rows.push_back(row);
    }
    return {{"model", model}, {"device", loads.front().at("device")},
        {"constant_bytes", constantBytes(loads.front())}, {"modes", rows}, {"conclusion", conclusion(loads)}};
}

int compare(const Arguments& arguments, const Environment& environment)
{
    const SessionOptions options =
        sessionOptions(arguments); // wrong values are refused before a child sees them
    std::vector<Json> loads;
    for (const LoadMode mode : comparedModes) {
        environment.console.progress("loading, " + std::string(toString(mode)),
            static_cast<double>(loads.size()) / static_cast<double>(comparedModes.size()));
        loads.push_back(loadInChild(arguments, mode, environment, loads.empty()));
    }
    environment.console.clearProgress();
    print(arguments.has("--json") ? comparisonJson(displayPath(options.model), loads).dump() + "\n"
                                  : comparisonText(loads));
    return exitDone;
}

} // namespace

Verb compareVerb()
{
    VerbSpec spec {"compare",
        "Loads a model in each mode, each in a process of its own, and compares what that took.", {"MODEL"},
        {jsonOption()},
        "'peak CPU' is the process's highest resident memory: on a software or integrated device, whose "
        "memory is part "
        "of the process, the weights are in it. 'overhead beyond the weights' is exact and leaves them out; "
        "'× model' is that "
        "in sizes of the weights. 'device bytes' are weights, activations and the highest staging. 'seconds' "
        "are opening, "
        "building and loading together. With --json each entry of 'modes' is what 'load --json' prints, with "
        "three more "
        "members."};
    for (const OptionSpec& option : sessionOptionSpecs()) {
        if (isCompared(option)) {
            spec.options.push_back(option);
        }
    }
    return {spec, compare};
}

} // namespace weightless::cli
