// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/zoo/zoorunner.h"

#include "app/cli/inputs/valuefile.h"
#include "app/cli/output/text.h"
#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/onnx/tensorfile.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace weightless::cli {

namespace {

[[noreturn]] void fail(const std::string& message)
{
    throw Error(ErrorKind::InvalidArgument, message);
}

void checkCount(size_t files, size_t values, const char* what, const std::filesystem::path& dataSet)
{
    if (files != values) {
        fail(displayPath(dataSet.filename()) + " has " + std::to_string(files) + " " + what + " "
            + plural(files, "file") + ", the model " + std::to_string(values) + " " + plural(values, what));
    }
}

// For files that are more than inputs: each says what it is for, an input or an initializer, which is an
// input with a default. The graph's inputs where one does not.
std::vector<ValueInfo> namedInputs(const ModelGraph& graph, const std::vector<std::filesystem::path>& files)
{
    std::vector<ValueInfo> values;
    for (const std::filesystem::path& file : files) {
        const std::string name = onnx_io::readTensorName(file);
        const auto input = std::ranges::find(graph.inputs, name, &ValueInfo::name);
        const auto constant =
            std::ranges::find_if(graph.constants, [&](const auto& each) { return each->name == name; });
        if (input != graph.inputs.end()) {
            values.push_back(*input);
        } else if (constant != graph.constants.end()) {
            values.push_back({name, (*constant)->descriptor.type, std::nullopt});
        } else {
            return graph.inputs;
        }
    }
    return values;
}

std::string textOfError(double error)
{
    return error > 0 ? ", relative rms " + formatDigits(error, 3) : std::string();
}

// How much it is in all that differs by more than is tolerated; and where it is little, and nothing else is
// wrong, that more can be.
std::string sizeOfError(const HostValue& actual, const HostValue& expected)
{
    constexpr double littleError = 1e-5; // float32 summed in another order
    const double error = relativeError(actual, expected);
    const GivenTolerance any {.relative = {}, .absolute = std::numeric_limits<double>::infinity()};
    const bool isLittle = error > 0 && error < littleError && !difference(actual, expected, any);
    return textOfError(error)
        + (isLittle ? "; that is little: a larger --atol or --rtol lets it pass" : std::string());
}

} // namespace

ZooRunner::ZooRunner(std::shared_ptr<Context> context, const ZooModel& model, const Environment& environment,
    const GivenTolerance& tolerance)
    : m_zooModel(model)
    , m_tolerance(tolerance)
    , m_environment(environment)
    , m_session(std::move(context))
{
}

CaseOutcome ZooRunner::run(const std::filesystem::path& dataSet)
{
    const auto start = std::chrono::steady_clock::now();
    CaseOutcome outcome;
    try {
        open();
        if (const auto reason = skipReason()) {
            outcome = {CaseResult::Skipped, *reason};
        } else {
            const Feeds feeds = readInputs(dataSet);
            build(feeds.values);
            m_session.feed(feeds);
            RunOptions options;
            options.stop = m_environment.stop;
            outcome = {CaseResult::Passed, compare(dataSet, m_session.run(options).outputs)};
        }
    } catch (...) {
        const Error error = currentError();
        if (error.kind() == ErrorKind::Cancelled || error.kind() == ErrorKind::DeviceLost) {
            throw;
        }
        outcome = {CaseResult::Failed, error.message()};
    }
    outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (outcome.result == CaseResult::Passed) {
        outcome.reason += ", " + formatSeconds(outcome.seconds);
    }
    return outcome;
}

void ZooRunner::open()
{
    if (m_session.model()) {
        return;
    }
    if (m_zooModel.model.empty()) {
        fail("there is no model.onnx, nor a single other .onnx file, beside the test data");
    }
    onnx_io::ReadOptions options;
    options.stopToken = m_environment.stop;
    m_session.open(openModel(displayPath(m_zooModel.model), options));
}

std::optional<std::string> ZooRunner::skipReason() const
{
    try {
        for (const auto* values : {&m_session.model()->graph.inputs, &m_session.model()->graph.outputs}) {
            for (const ValueInfo& value : *values) {
                static_cast<void>(onnx_io::kindOf(value));
            }
        }
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Unsupported) {
            throw;
        }
        return error.message();
    }
    return std::nullopt;
}

Feeds ZooRunner::readInputs(const std::filesystem::path& dataSet) const
{
    const ModelGraph& graph = m_session.model()->graph;
    const std::vector<std::filesystem::path> files = tensorFiles(dataSet, "input");
    const std::vector<ValueInfo> values =
        files.size() > graph.inputs.size() ? namedInputs(graph, files) : graph.inputs;
    checkCount(files.size(), values.size(), "input", dataSet);
    Feeds feeds;
    for (size_t i = 0; i < files.size(); ++i) {
        HostValue value = readValueFile(files[i], values[i]);
        if (values[i].kind == "tensor" && value.tensor->descriptor.type != DataType::String) {
            feeds.values.emplace(values[i].name, *value.tensor);
        } else {
            feeds.opaque.emplace(values[i].name, std::move(value));
        }
    }
    return feeds;
}

void ZooRunner::build(const std::map<std::string, HostTensor>& inputs)
{
    Descriptors descriptors;
    for (const auto& [name, tensor] : inputs) {
        descriptors[name] = tensor.descriptor;
    }
    if (descriptors == m_builtFor) {
        return;
    }
    m_builtFor.reset(); // what fails now is tried again with the next data set, and fails for the same reason
    GraphRequest request;
    request.fed = descriptors;
    request.stop = m_environment.stop;
    m_session.build(request);
    m_session.load()->run(m_environment.stop);
    m_builtFor = std::move(descriptors);
}

std::string ZooRunner::compare(
    const std::filesystem::path& dataSet, const std::vector<RunOutput>& outputs) const
{
    const std::vector<ValueInfo>& values = m_session.model()->graph.outputs;
    const std::vector<std::filesystem::path> files = tensorFiles(dataSet, "output");
    checkCount(files.size(), values.size(), "output", dataSet);
    if (files.empty()) {
        fail(displayPath(dataSet.filename()) + " has no output_0.pb to compare with");
    }
    double error = 0;
    for (size_t i = 0; i < files.size(); ++i) {
        const HostValue expected = readValueFile(files[i], values[i]);
        // By name: what the model names twice is one output.
        const auto output = std::ranges::find(outputs, values[i].name, &RunOutput::name);
        if (output == outputs.end()) {
            fail("output '" + values[i].name + "' was not given by the run");
        }
        if (const auto mismatch = difference(output->value, expected, m_tolerance)) {
            fail("output '" + values[i].name + "': " + *mismatch + sizeOfError(output->value, expected));
        }
        error = std::max(error, relativeError(output->value, expected));
    }
    return std::to_string(files.size()) + " " + plural(files.size(), "output") + " as expected"
        + textOfError(error);
}

} // namespace weightless::cli
