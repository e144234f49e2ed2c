// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/compare/comparison.h"
#include "app/cli/compare/comparisonreport.h"
#include "app/cli/compare/onnxruntime.h"
#include "app/cli/output/outputs.h"
#include "app/cli/platform/system.h"
#include "app/cli/session.h"
#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/programpath.h"
#include "engine/base/text.h"
#include "engine/http/url.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <random>

namespace weightless::cli {

namespace {

constexpr std::array comparedModes {LoadMode::ZeroCopy, LoadMode::Streamed, LoadMode::Conventional};

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

// What frameworks do, which the conventional mode shows, knows no budget.
bool isTakenBy(LoadMode mode, const OptionSpec& option)
{
    return isCompared(option) && (mode != LoadMode::Conventional || option.name != "--device-budget");
}

// The children's samples, removed with their folder.
class SampleFolder {
public:
    SampleFolder()
    {
        std::random_device random;
        std::error_code error;
        m_path = std::filesystem::temp_directory_path(error);
        if (!error) {
            m_path /= "weightless-compare-" + std::to_string(random()) + "-" + std::to_string(random());
            std::filesystem::create_directory(m_path, error);
        }
        if (error) {
            const char* const given = std::getenv("TMPDIR");
            throw Error(ErrorKind::Io,
                "A folder for the samples cannot be made where temporary files belong"
                    + (given ? " (TMPDIR is " + quotedName(given) + ")" : std::string()) + ": "
                    + error.message() + "; set TMPDIR to a folder that can be written to");
        }
    }
    ~SampleFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    SampleFolder(const SampleFolder&) = delete;
    SampleFolder& operator=(const SampleFolder&) = delete;

    [[nodiscard]] std::filesystem::path file(LoadMode mode) const
    {
        return m_path / (std::string(toString(mode)) + ".csv");
    }

private:
    std::filesystem::path m_path;
};

std::vector<std::string> childWords(
    const Arguments& arguments, LoadMode mode, const std::filesystem::path& samples)
{
    std::vector<std::string> words {
        "load", "--json", "--mode", std::string(toString(mode)), "--samples", displayPath(samples)};
    for (const OptionSpec& option : sessionOptionSpecs()) {
        if (!isTakenBy(mode, option)) {
            continue;
        }
        for (const std::string& value : arguments.values(option.name)) {
            words.push_back(option.name);
            if (!option.value.empty()) {
                words.push_back(value);
            }
        }
    }
    words.insert(words.end(), {"--", arguments.positionals().front()});
    return words;
}

// The lines of a program's errors that are for whoever started this one.
void passOn(std::string_view errors, Console& console)
{
    constexpr std::string_view note = "weightless-cli: note: ";
    constexpr std::string_view warning = "weightless-cli: warning: ";
    while (!errors.empty()) {
        const std::string_view line = errors.substr(0, errors.find('\n'));
        if (line.starts_with(note)) {
            console.note(std::string(line.substr(note.size())));
        } else if (line.starts_with(warning)) {
            console.warning(std::string(line.substr(warning.size())));
        }
        errors.remove_prefix(std::min(line.size() + 1, errors.size()));
    }
}

ComparedLoad loadInChild(
    const Arguments& arguments, LoadMode mode, const SampleFolder& folder, const Environment& environment)
{
    if (mode == LoadMode::Conventional && arguments.value("--device-budget")) {
        environment.console.note("the conventional mode knows no device budget and is loaded without");
    }
    const ChildResult child =
        runChild(programPath(), childWords(arguments, mode, folder.file(mode)), environment.stop);
    if (environment.stop.stop_requested()) {
        throw Error(ErrorKind::Cancelled, "Comparing was cancelled");
    }
    if (child.exitCode != exitDone) {
        throw Error(ErrorKind::Io,
            "Loading in " + std::string(toString(mode)) + " mode failed: " + childMessage(child));
    }
    // Notes and warnings are the same for every mode: the first child's are passed on.
    if (mode == comparedModes.front()) {
        passOn(child.errorOutput, environment.console);
    }
    ComparedLoad load;
    load.label = std::string(toString(mode));
    load.figures = parseJson(child.output);
    load.peakBytes = valueAt(load.figures, "/process/peak_bytes", uint64_t {0});
    load.baselineBytes = valueAt(load.figures, "/process/baseline_bytes", uint64_t {0});
    load.anonymousBytes = valueAt(load.figures, "/process/anonymous_bytes", uint64_t {0});
    for (const auto& [step, seconds] : valueAt(load.figures, "/seconds", std::map<std::string, double> {})) {
        load.seconds += seconds;
    }
    load.curve = readCurve(folder.file(mode));
    return load;
}

// "auto" takes it when it is there, "always" demands it.
bool wantsOnnxRuntime(const Arguments& arguments)
{
    const std::string when = arguments.value("--onnxruntime").value_or("never");
    if (when != "never" && when != "auto" && when != "always") {
        throw UsageError("--onnxruntime is 'never', 'auto' or 'always', not '" + when + "'");
    }
    return when != "never";
}

// By default the CPU, which every ONNX Runtime has.
std::vector<const OnnxProvider*> wantedProviders(const Arguments& arguments)
{
    std::vector<const OnnxProvider*> wanted;
    for (const std::string& name : arguments.values("--onnxruntime-provider")) {
        const auto found = std::ranges::find(onnxProviders(), name, &OnnxProvider::name);
        if (found == onnxProviders().end()) {
            std::string known;
            for (const OnnxProvider& provider : onnxProviders()) {
                known.append(known.empty() ? "'" : ", '").append(provider.name).append("'");
            }
            throw UsageError("--onnxruntime-provider is one of " + known + ", not '" + name + "'");
        }
        wanted.push_back(&*found);
    }
    if (wanted.empty()) {
        wanted.push_back(&onnxProviders().front());
    }
    return wanted;
}

void addOnnxRuntime(const Arguments& arguments, const std::vector<const OnnxProvider*>& providers,
    Comparison& comparison, const Environment& environment)
{
    if (http::isHttpUrl(arguments.positionals().front())) {
        environment.console.note("ONNX Runtime reads files of this machine only and is left out");
        return;
    }
    const bool isDemanded = arguments.value("--onnxruntime") == "always";
    const auto runtime = findOnnxRuntime(environment.stop);
    if (!runtime) {
        const std::string message = "ONNX Runtime was not found: neither Node.js with its module "
                                    "onnxruntime-node nor Python with its package onnxruntime";
        if (isDemanded) {
            throw Error(ErrorKind::Unsupported, message + "; install one, or leave --onnxruntime away");
        }
        environment.console.note(message);
        return;
    }
    const std::filesystem::path model = pathFromUtf8(arguments.positionals().front());
    for (const OnnxProvider* provider : providers) {
        for (const auto optimization : {GraphOptimization::Default, GraphOptimization::Off}) {
            try {
                comparison.loads.push_back(
                    loadWithOnnxRuntime(*runtime, model, *provider, optimization, environment.stop));
            } catch (const Error& error) {
                // Some models it loads only with its optimisation on.
                if (error.kind() == ErrorKind::Cancelled
                    || (isDemanded && optimization == GraphOptimization::Default)) {
                    throw;
                }
                environment.console.note(error.message());
                break;
            }
        }
    }
}

// The model is read by children. Only what is there can be one of its files.
void checkReports(const Outputs& reports, const SessionOptions& options, const Environment& environment)
{
    if (reports.replaceFiles()) {
        onnx_io::ReadOptions reading;
        reading.stopToken = environment.stop;
        reports.checkAgainst(*openModel(options.model, reading, options.http).model);
    }
}

// The samples' folder is gone before anything is printed: a reader that closes its pipe ends this program.
Comparison compareLoads(const Arguments& arguments, const SessionOptions& options,
    const std::vector<const OnnxProvider*>& providers, const Environment& environment)
{
    const SampleFolder folder;
    const double steps = static_cast<double>(comparedModes.size() + (providers.empty() ? 0 : 1));
    Comparison comparison;
    comparison.model = http::shownLocation(options.model);
    for (const LoadMode mode : comparedModes) {
        environment.console.progress(
            "loading, " + std::string(toString(mode)), static_cast<double>(comparison.loads.size()) / steps);
        comparison.loads.push_back(loadInChild(arguments, mode, folder, environment));
    }
    comparison.device = valueAt(comparison.loads.front().figures, "/device", std::string());
    comparison.weightBytes = valueAt(comparison.loads.front().figures, "/constants/bytes", uint64_t {0});
    if (!providers.empty()) {
        environment.console.progress(
            "loading, ONNX Runtime", static_cast<double>(comparison.loads.size()) / steps);
        addOnnxRuntime(arguments, providers, comparison, environment);
    }
    return comparison;
}

int compare(const Arguments& arguments, const Environment& environment)
{
    const SessionOptions options =
        sessionOptions(arguments, environment.console); // wrong values are refused before a child sees them
    const bool withReference = wantsOnnxRuntime(arguments);
    if (!withReference && arguments.has("--onnxruntime-provider")) {
        throw UsageError(
            "option '--onnxruntime-provider' is for '--onnxruntime auto' and '--onnxruntime always'");
    }
    if (arguments.has("--curves") && !arguments.has("--json")) {
        throw UsageError("option '--curves' is for '--json'; --csv and --html write the curves as well");
    }
    const std::vector<const OnnxProvider*> providers = wantedProviders(arguments);
    Outputs reports;
    OutputFile* const html = reports.openGiven(arguments, "--html");
    OutputFile* const csv = reports.openGiven(arguments, "--csv");
    checkReports(reports, options, environment);
    const Comparison comparison = compareLoads(
        arguments, options, withReference ? providers : std::vector<const OnnxProvider*>(), environment);
    environment.console.clearProgress();
    if (html != nullptr) {
        html->write(comparisonHtml(comparison));
    }
    if (csv != nullptr) {
        csv->write(comparisonCsv(comparison));
    }
    reports.commit();
    print(arguments.has("--json") ? jsonText(comparison.toJson(arguments.has("--curves")))
                                  : comparison.toText());
    return exitDone;
}

} // namespace

Verb compareVerb()
{
    VerbSpec spec {"compare",
        "Loads a model in each mode, each in a process of its own, and compares what that took.", {"MODEL"},
        {jsonOption(), {"--curves", "", "with --json: the memory over time of every mode"},
            {"--html", "FILE.html", "write a page with the curves and the table"},
            {"--csv", "FILE.csv", "write every sample of every mode"},
            {"--onnxruntime", "WHEN",
                "also load the model with ONNX Runtime, in processes of its own with its default options and "
                "with its graph optimisation off, if its Node.js module or Python package is installed: "
                "'never' (default), 'auto' or 'always'"},
            {"--onnxruntime-provider", "NAME",
                "what ONNX Runtime runs on: 'cpu' (default), 'cuda', 'webgpu', 'dml', 'migraphx' or "
                "'openvino', where its "
                "build has that; given again: another one beside it",
                true}},
        "'peak CPU' is the process's highest resident memory: on a software or integrated device, whose "
        "memory is part of the process, the weights are in it. 'anonymous' is what of it no file backs once "
        "all is "
        "loaded: pages of a mapped file are the system's to take back. 'overhead beyond the weights' is "
        "exact and "
        "leaves them out; '× model' is that in sizes of the weights. 'device bytes' are weights, activations "
        "and the highest staging. 'seconds' are opening, building and loading together. With --json each "
        "entry "
        "of 'modes' is what 'load --json' prints, with three more members, and 'curve' with --curves: "
        "[seconds, CPU memory beyond the weights, device weights, activations, staging].\n"
            + dimensionHelp() + "\n" + sizeHelp() + "\n" + urlHelp()};
    for (const OptionSpec& option : sessionOptionSpecs()) {
        if (isCompared(option)) {
            spec.options.push_back(option);
        }
    }
    return {spec, compare};
}

} // namespace weightless::cli
