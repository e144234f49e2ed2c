// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/inputs/inputshapes.h"
#include "app/cli/inputs/inputspec.h"
#include "app/cli/output/loadsummary.h"
#include "app/cli/output/runresult.h"
#include "app/cli/output/text.h"
#include "app/cli/session.h"
#include "engine/base/error.h"
#include "engine/inputs/tensorio.h"

#include <algorithm>

namespace weightless::cli {

namespace {

struct RunOptions {
    std::map<std::string, InputSpec> inputs;
    std::map<std::string, std::filesystem::path> outputs;
    ImageRange imageRange = ImageRange::ZeroToOne;
    int64_t repeatCount = 1;
    bool profile = false;
};

struct RunResult {
    std::vector<double> seconds;
    std::vector<StepTime> steps; // of the last run
    std::vector<HostTensor> outputs; // in the graph's order
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

RunOptions runOptions(const Arguments& arguments)
{
    RunOptions options;
    for (const auto& [name, spec] : arguments.pairs("--input")) {
        options.inputs.emplace(name, parseInputSpec(spec));
    }
    for (const auto& [name, file] : arguments.pairs("--output")) {
        const std::filesystem::path path = pathFromUtf8(file);
        if (!isTensorFileName(path)) {
            throw UsageError("option '--output' writes .npy and .pb files, not '" + file + "'");
        }
        options.outputs.emplace(name, path);
    }
    options.imageRange = imageRange(arguments.value("--image-range").value_or("zero-one"));
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

// Tensors from files are read before the graph is built: they decide its free dimensions.
std::map<std::string, HostTensor> readTensorInputs(const RunOptions& options)
{
    std::map<std::string, HostTensor> tensors;
    for (const auto& [name, spec] : options.inputs) {
        if (const auto* file = std::get_if<TensorFileInput>(&spec)) {
            tensors.emplace(name, readTensor(file->path));
        }
    }
    return tensors;
}

NamedTensors createInputs(
    Session& session, const RunOptions& options, const std::map<std::string, HostTensor>& fromFiles)
{
    NamedTensors tensors;
    for (const GraphPort& port : session.graph().inputs()) {
        const auto file = fromFiles.find(port.name);
        const auto spec = options.inputs.find(port.name);
        const HostTensor values = file != fromFiles.end()
            ? file->second
            : makeInput(port.name, spec == options.inputs.end() ? InputSpec(RandomInput {}) : spec->second,
                port.descriptor, options.imageRange);
        tensors[port.name] = session.context().createTensor(port.descriptor);
        session.context().writeTensor(*tensors[port.name], values.bytes);
    }
    return tensors;
}

RunResult dispatchAll(
    Session& session, const RunOptions& options, const NamedTensors& inputs, const Environment& environment)
{
    NamedTensors outputs;
    std::vector<std::shared_ptr<Tensor>> ordered;
    for (const GraphPort& port : session.graph().outputs()) {
        ordered.push_back(session.context().createTensor(port.descriptor));
        outputs[port.name] = ordered.back();
    }
    RunResult result;
    for (int64_t i = 0; i < options.repeatCount; ++i) {
        environment.console.progress(
            "running", static_cast<double>(i) / static_cast<double>(options.repeatCount));
        DispatchReport report =
            session.context().dispatch(session.graph(), inputs, outputs, {options.profile, environment.stop});
        result.seconds.push_back(report.seconds);
        result.steps = std::move(report.steps);
    }
    environment.console.clearProgress();
    result.outputs = session.context().readTensors(ordered);
    return result;
}

Json resultJson(const Session& session, const RunOptions& options, const RunResult& result)
{
    Json json = loadJson(session);
    const RunTimes times = timesOf(result.seconds);
    json["run_seconds"] = {{"count", uint64_t {result.seconds.size()}}, {"first", times.first},
        {"min", times.min}, {"median", times.median}, {"max", times.max}};
    Json::array_t outputs;
    for (size_t i = 0; i < result.outputs.size(); ++i) {
        const HostTensor& tensor = result.outputs[i];
        const TensorStatistics statistics = statisticsOf(tensor);
        Json::array_t shape;
        for (const int64_t dimension : tensor.descriptor.shape) {
            shape.emplace_back(dimension);
        }
        outputs.push_back(
            Json {{"name", session.graph().outputs()[i].name}, {"type", toString(tensor.descriptor.type)},
                {"shape", shape}, {"min", statistics.min}, {"max", statistics.max}, {"mean", statistics.mean},
                {"nan_count", statistics.nanCount}, {"infinity_count", statistics.infinityCount}});
    }
    json["outputs"] = outputs;
    if (options.profile) {
        json["profile"] = profileJson(result.steps);
    }
    return json;
}

std::string resultText(const Session& session, const RunOptions& options, const RunResult& result)
{
    TextTable outputs({{"Output"}, {"type and shape"}, {"min", Align::Right}, {"max", Align::Right},
        {"mean", Align::Right}, {"NaN", Align::Right}, {"infinite", Align::Right}});
    for (size_t i = 0; i < result.outputs.size(); ++i) {
        const TensorStatistics statistics = statisticsOf(result.outputs[i]);
        outputs.addRow({session.graph().outputs()[i].name, toString(result.outputs[i].descriptor),
            formatFixed(statistics.min, 5), formatFixed(statistics.max, 5), formatFixed(statistics.mean, 5),
            std::to_string(statistics.nanCount), std::to_string(statistics.infinityCount)});
    }
    const RunTimes times = timesOf(result.seconds);
    std::string text = loadText(session) + "\n" + outputs.toString() + "\n";
    if (result.seconds.size() == 1) {
        text += "Ran in " + formatSeconds(times.first) + "\n";
    } else {
        text += "Ran " + std::to_string(result.seconds.size()) + " times: min " + formatSeconds(times.min)
            + ", median " + formatSeconds(times.median) + ", max " + formatSeconds(times.max) + " (the first "
            + formatSeconds(times.first) + ")\n";
    }
    return options.profile ? text + "\n" + profileText(result.steps) : text;
}

void writeOutputs(const Session& session, const RunOptions& options, const RunResult& result)
{
    for (size_t i = 0; i < result.outputs.size(); ++i) {
        const std::string& name = session.graph().outputs()[i].name;
        if (const auto output = options.outputs.find(name); output != options.outputs.end()) {
            writeTensor(output->second, result.outputs[i], name);
        }
    }
}

int run(const Arguments& arguments, const Environment& environment)
{
    const SessionOptions options = sessionOptions(arguments);
    const RunOptions wanted = runOptions(arguments);
    Session session(options, environment);
    session.openModel();
    checkNames(wanted.inputs, session.model().graph.inputs, "input");
    checkNames(wanted.outputs, session.model().graph.outputs, "output");
    const std::map<std::string, HostTensor> fromFiles = readTensorInputs(wanted);
    std::map<std::string, TensorDescriptor> descriptors;
    for (const auto& [name, tensor] : fromFiles) {
        descriptors[name] = tensor.descriptor;
    }
    session.build(descriptors);
    const NamedTensors inputs =
        createInputs(session, wanted, fromFiles); // bad inputs fail before the weights load
    session.load();
    const RunResult result = dispatchAll(session, wanted, inputs, environment);
    checkValidation(session.context());
    writeOutputs(session, wanted, result);
    print(arguments.has("--json") ? jsonText(resultJson(session, wanted, result))
                                  : resultText(session, wanted, result));
    return exitDone;
}

} // namespace

Verb runVerb()
{
    VerbSpec spec {"run", "Loads a model and runs it.", {"MODEL"}, sessionOptionSpecs(),
        inputHelp() + "\n" + dimensionHelp() + "\n" + memoryHelp() + "\n" + urlHelp()};
    spec.options.push_back({"--input", "NAME=SPEC", "what fills an input", true});
    spec.options.push_back({"--output", "NAME=FILE", "write an output to FILE.npy or FILE.pb", true});
    spec.options.push_back({"--image-range", "RANGE",
        "what a picture's 0 … 255 become: zero-one (the default), minus-one-one, bytes or imagenet"});
    spec.options.push_back(
        {"--repeat", "N", "run N times and print the shortest, the median and the longest time"});
    spec.options.push_back(
        {"--profile", "", "measure every step on the device and print the time per operator"});
    spec.options.push_back(jsonOption());
    return {spec, run};
}

} // namespace weightless::cli
