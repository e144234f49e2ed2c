// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/inputs/inputspec.h"
#include "app/cli/output/kernelprogress.h"
#include "app/cli/output/loadsummary.h"
#include "app/cli/output/outputs.h"
#include "app/cli/output/runoutputs.h"
#include "app/cli/output/runresult.h"
#include "app/cli/output/text.h"
#include "app/cli/output/valuetext.h"
#include "app/cli/session.h"
#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/inputs/tensorio.h"
#include "engine/inputs/valuefile.h"

#include <algorithm>
#include <numeric>

namespace weightless::cli {

namespace {

using InputSources = std::map<std::string, InputSource>;

struct RunArguments {
    InputSources inputs;
    std::vector<std::string> truths; // the names of inputs that 'true' or 'false' fills
    std::map<std::string, std::filesystem::path> outputs;
    int64_t repeatCount = 1;
    bool profile = false;
};

ImageRange imageRange(const std::string& text)
{
    const std::map<std::string, ImageRange> ranges {{"zero-one", ImageRange::ZeroToOne},
        {"minus-one-one", ImageRange::MinusOneToOne}, {"bytes", ImageRange::Bytes},
        {"imagenet", ImageRange::ImageNet}};
    const auto range = ranges.find(text);
    if (range == ranges.end()) {
        throw UsageError(
            "option '--image-range' takes zero-one, minus-one-one, bytes or imagenet, not '" + text + "'");
    }
    return range->second;
}

// Names of tensors and of files may contain a '=': then only the model knows where the first ends.
bool needsNames(const Arguments& arguments)
{
    for (const char* option : {"--input", "--output"}) {
        for (const std::string& text : arguments.values(option)) {
            if (std::ranges::count(text, '=') > 1) {
                return true;
            }
        }
    }
    return false;
}

// Behind the longest of the names that the text begins with; the first '=' where it is none of them.
Arguments::NameEnd endOfNames(std::vector<std::string> names)
{
    return [names = std::move(names)](std::string_view text) {
        size_t end = 0;
        for (const std::string& name : names) {
            if (text.starts_with(name + "=")) {
                end = std::max(end, name.size());
            }
        }
        return end > 0 ? end : Arguments::firstEquals(text);
    };
}

struct KnownNames {
    std::vector<std::string> inputs, outputs;
};

KnownNames namesOf(const ModelGraph& graph)
{
    KnownNames names;
    for (const ValueInfo& input : graph.inputs) {
        names.inputs.push_back(input.name);
    }
    for (const auto& constant : graph.constants) {
        names.inputs.push_back(constant->name);
    }
    for (const ValueInfo& output : graph.outputs) {
        names.outputs.push_back(output.name);
    }
    return names;
}

RunArguments runArguments(const Arguments& arguments, const KnownNames& known)
{
    RunArguments options;
    const ImageRange range = imageRange(arguments.value("--image-range").value_or("zero-one"));
    for (const auto& [name, spec] : arguments.pairs("--input", endOfNames(known.inputs))) {
        options.inputs.emplace(name, parseInputSpec(spec, range));
        if (isTruthWord(spec)) {
            options.truths.push_back(name);
        }
    }
    const bool hasPicture = std::ranges::any_of(
        options.inputs, [](const auto& input) { return input.second.kind == InputKind::Image; });
    if (arguments.has("--image-range") && !hasPicture) {
        throw UsageError("option '--image-range' is for pictures, and no '--input' names one");
    }
    for (const auto& [name, file] : arguments.pairs("--output", endOfNames(known.outputs))) {
        const std::filesystem::path path = pathFromUtf8(file);
        if (!isTensorFileName(path)) {
            throw UsageError("option '--output' writes .npy and .pb files, not '" + file + "'");
        }
        options.outputs.emplace(name, path);
    }
    options.repeatCount = arguments.integer("--repeat", 1, 1'000'000).value_or(1);
    options.profile = arguments.has("--profile");
    return options;
}

template <typename Value>
void checkNames(
    const std::map<std::string, Value>& given, const std::vector<ValueInfo>& known, const char* what)
{
    for (const auto& [name, value] : given) {
        if (std::ranges::find(known, name, &ValueInfo::name) != known.end()) {
            continue;
        }
        std::string names;
        for (const ValueInfo& each : known) {
            names += (names.empty() ? "'" : ", '") + each.name + "'";
        }
        throw Error(ErrorKind::InvalidArgument,
            std::string("The model has no ") + what + " '" + name + "'; its " + what + "s are "
                + (names.empty() ? "none" : names));
    }
}

// Of inputs that the model has.
void checkSources(const RunArguments& wanted, const std::vector<ValueInfo>& inputs)
{
    for (const auto& [name, source] : wanted.inputs) {
        checkMeansSomething(name, source);
    }
    for (const std::string& name : wanted.truths) {
        checkTakesTruth(name, std::ranges::find(inputs, name, &ValueInfo::name)->type);
    }
}

// As far as the model tells what the outputs are: after minutes of loading it would be late.
void checkFormats(
    const std::map<std::string, std::filesystem::path>& files, const std::vector<ValueInfo>& outputs)
{
    for (const ValueInfo& output : outputs) {
        if (const auto file = files.find(output.name); file != files.end()) {
            checkValueFile(file->second, output);
        }
    }
}

// The model's, and those of its constants that are given values.
std::vector<ValueInfo> inputsOf(const ModelGraph& graph, const InputSources& given)
{
    std::vector<ValueInfo> inputs = graph.inputs;
    for (const auto& constant : graph.constants) {
        if (given.contains(constant->name)) {
            inputs.push_back({constant->name, constant->descriptor.type, std::nullopt});
        }
    }
    return inputs;
}

// What decides shapes before the graph is built: tensors that are there, and constants that others replace.
std::map<std::string, TensorDescriptor> descriptorsOf(const Feeds& feeds, const ModelGraph& graph)
{
    std::map<std::string, TensorDescriptor> descriptors;
    for (const auto& [name, tensor] : feeds.values) {
        descriptors[name] = tensor.descriptor;
    }
    for (const auto& constant : graph.constants) {
        if (feeds.sources.contains(constant->name)) {
            descriptors[constant->name] = constant->descriptor;
        }
    }
    return descriptors;
}

void checkIsValueFile(const ValueInfo& input, const InputSource& source)
{
    const bool isFile = source.kind == InputKind::File;
    if (!isFile || lowerCase(displayPath(source.path.extension())) != ".pb") {
        throw Error(ErrorKind::InvalidArgument,
            "Input '" + input.name + "' is " + (input.kind == "optional" ? "an " : "a ") + input.kind
                + ": it takes a .pb file, as ONNX's test data have them, not "
                + (isFile ? "'" + displayPath(source.path) + "'" : std::string("what fills a tensor")));
    }
}

// Tensors from files are read before the graph is built: they decide its free dimensions.
Feeds feedsOf(const InputSources& given, const std::vector<ValueInfo>& inputs)
{
    Feeds feeds;
    for (const auto& [name, source] : given) {
        const auto input = std::ranges::find(inputs, name, &ValueInfo::name);
        if (input != inputs.end() && input->kind != "tensor") {
            checkIsValueFile(*input, source);
            feeds.opaque.emplace(name, readValueFile(source.path, *input));
        } else if (source.kind == InputKind::File) {
            HostTensor tensor = readTensor(source.path);
            DataType& type = tensor.descriptor.type;
            type = input != inputs.end() ? typeAsDeclared(type, input->type) : type;
            feeds.values.emplace(name, std::move(tensor));
        } else {
            feeds.sources.emplace(name, source);
        }
    }
    return feeds;
}

RunReport dispatchAll(Session& session, const RunArguments& wanted, const Environment& environment)
{
    RunOptions options;
    options.repeatCount = static_cast<int>(wanted.repeatCount);
    options.profiles = wanted.profile;
    options.stop = environment.stop;
    double fraction = 0;
    const auto tellRunning = [&] { environment.console.progress("running", fraction); };
    options.onKernels = [&, tell = kernelProgress(environment.console)](const KernelProgress& kernels) {
        tell(kernels);
        if (kernels.isDone()) {
            tellRunning();
        }
    };
    options.onRepetition = [&](int done, int total) {
        fraction = static_cast<double>(done) / total;
        tellRunning();
    };
    RunReport report = session.run(options);
    environment.console.clearProgress();
    return report;
}

Json resultJson(const TimedSession& session, const RunArguments& options, const RunReport& result)
{
    Json json = loadJson(session);
    json["run_seconds"] = timesJson(result.seconds);
    json["compile_seconds"] = std::reduce(result.compileSeconds.begin(), result.compileSeconds.end());
    if (result.weights.broughtCount > 0) {
        json["weights"] = {{"brought_bytes", result.weights.broughtBytes},
            {"brought_count", result.weights.broughtCount}, {"waited_seconds", result.weights.waitedSeconds}};
    }
    json["outputs"] = outputsJson(result.outputs);
    if (options.profile) {
        json["profile"] = profileJson(result.steps, result.lacksTimestamps);
    }
    return json;
}

std::string resultText(const TimedSession& session, const RunArguments& options, const RunReport& result)
{
    std::string text = loadText(session) + "\n" + outputsText(result.outputs) + "\n"
        + timesText(result.seconds, result.compileSeconds.front());
    if (result.weights.broughtCount > 0) {
        text += "Weights brought while it ran (the last time): " + formatBytes(result.weights.broughtBytes)
            + " in " + std::to_string(result.weights.broughtCount) + " pieces; steps waited "
            + formatSeconds(result.weights.waitedSeconds) + " for them\n";
    }
    return options.profile ? text + "\n" + profileText(result.steps, result.lacksTimestamps) : text;
}

using OutputFiles = std::map<std::string, OutputFile*>;

OutputFiles openOutputs(const RunArguments& options, Outputs& outputs)
{
    OutputFiles files;
    for (const auto& [name, path] : options.outputs) {
        files.emplace(name, &outputs.open("--output " + name, path));
    }
    for (const auto& [name, source] : options.inputs) {
        if (source.kind == InputKind::File || source.kind == InputKind::Image) {
            outputs.checkAgainst("--input " + name, source.path);
        }
    }
    return files;
}

void writeOutputs(const OutputFiles& files, const RunReport& result, const std::vector<ValueInfo>& declared)
{
    for (const RunOutput& output : result.outputs) {
        const auto file = files.find(output.name);
        const auto info = std::ranges::find(declared, output.name, &ValueInfo::name);
        if (file != files.end() && info != declared.end()) {
            writeValue(*file->second, output.value, *info);
        }
    }
}

int run(const Arguments& arguments, const Environment& environment)
{
    const SessionOptions options = sessionOptions(arguments, environment.console);
    TimedSession session(options, environment);
    const bool asksModel = needsNames(arguments);
    if (asksModel) {
        session.openModel();
    }
    const RunArguments wanted =
        runArguments(arguments, asksModel ? namesOf(session.model().graph) : KnownNames {});
    Outputs outputs;
    const OutputFiles files = openOutputs(wanted, outputs);
    if (!asksModel) {
        session.openModel();
    }
    outputs.checkAgainst(session.model());
    const ModelGraph& graph = session.model().graph;
    const std::vector<ValueInfo> inputs = inputsOf(graph, wanted.inputs);
    checkNames(wanted.inputs, inputs, "input");
    checkNames(wanted.outputs, graph.outputs, "output");
    checkSources(wanted, inputs);
    checkFormats(wanted.outputs, graph.outputs);
    Feeds feeds = feedsOf(wanted.inputs, inputs);
    feeds.stop = environment.stop;
    session.build(descriptorsOf(feeds, graph), feeds.sources);
    session.session().feed(feeds); // bad inputs fail before the weights load
    feeds = {};
    static_cast<void>(session.session().compileKernels()); // while the weights load
    session.load();
    const RunReport result = dispatchAll(session.session(), wanted, environment);
    session.tellClamped(result.clamped);
    checkValidation(session.context());
    writeOutputs(files, result, graph.outputs);
    outputs.commit();
    print(arguments.has("--json") ? jsonText(resultJson(session, wanted, result))
                                  : resultText(session, wanted, result));
    return exitDone;
}

constexpr const char* timesHelp =
    "A run's time includes the wait for the driver to compile kernels, which the first run may have to do; "
    "how much that was is told beside it. With --json: run_seconds, and of them compile_seconds, of all "
    "runs together.";

} // namespace

Verb runVerb()
{
    VerbSpec spec {"run", "Loads a model and runs it.", {"MODEL"}, sessionOptionSpecs(),
        inputHelp() + "\n" + dimensionHelp() + "\n" + sizeHelp() + "\n" + memoryHelp() + "\n" + urlHelp()
            + "\n" + timesHelp};
    spec.options.push_back({"--input", "NAME=SPEC", "what fills an input", true});
    spec.options.push_back({"--output", "NAME=FILE",
        "write an output to FILE.npy or FILE.pb; a sequence or an optional to FILE.pb, as --input reads it",
        true});
    spec.options.push_back({"--image-range", "RANGE",
        "what a picture's 0 … 255 become: zero-one (the default), minus-one-one, bytes or imagenet"});
    spec.options.push_back({"--repeat", "N",
        "run N times and print the shortest, the median and the longest time; from 10 on also the 90th and "
        "the 99th percentile"});
    spec.options.push_back(
        {"--profile", "", "measure every step on the device and print the time per operator"});
    spec.options.push_back(jsonOption());
    return {spec, run};
}

} // namespace weightless::cli
