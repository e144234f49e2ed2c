// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/zoo/zoorunner.h"

#include "app/cli/output/text.h"
#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/inputs/valuefile.h"
#include "engine/onnx/tensorfile.h"
#include "engine/reference/testdata.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace weightless::cli {

namespace {

[[noreturn]] void fail(const std::string& message)
{
    throw Error(ErrorKind::InvalidArgument, message);
}

std::string textOf(const Distance& distance)
{
    std::string text;
    if (distance.relative > 0 && std::isfinite(distance.relative)) {
        text += ", relative rms " + formatDigits(distance.relative, 3);
    }
    if (distance.besideZeros > 0) {
        text += ", greatest difference " + formatDigits(distance.besideZeros, 3) + " beside zeros";
    }
    return text;
}

// How much it is in all that differs by more than is tolerated; and where it is little, and nothing else is
// wrong, that more can be.
std::string sizeOfError(const HostValue& actual, const HostValue& expected, const std::stop_token& stop)
{
    constexpr double littleError = 1e-5; // float32 summed in another order
    const Distance distance = distanceBetween(actual, expected, stop).value_or(Distance {});
    const GivenTolerance any {.relative = {}, .absolute = std::numeric_limits<double>::infinity()};
    const bool isLittle = distance.relative > 0 && distance.relative < littleError
        && distance.besideZeros < littleError && compareValues(actual, expected, any, stop).isAsExpected();
    return textOf(distance)
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
    Feeds feeds;
    for (const auto& [input, file] : inputFilesOf(dataSet, m_session.model()->graph)) {
        HostValue value = readValueFile(file, input);
        if (input.kind == "tensor" && value.tensor->descriptor.type != DataType::String) {
            feeds.values.emplace(input.name, *value.tensor);
        } else {
            feeds.opaque.emplace(input.name, std::move(value));
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
    const std::vector<TestDataFile> files = outputFilesOf(dataSet, m_session.model()->graph);
    const std::stop_token& stop = m_environment.stop;
    const std::string text =
        std::to_string(files.size()) + " " + plural(files.size(), "output") + " as expected";
    Distance distance;
    bool hasNumbers = false;
    for (const auto& [declared, file] : files) {
        const HostValue expected = readValueFile(file, declared);
        // By name: what the model names twice is one output.
        const auto output = std::ranges::find(outputs, declared.name, &RunOutput::name);
        if (output == outputs.end()) {
            fail("output '" + declared.name + "' was not given by the run");
        }
        const Comparison comparison = compareValues(output->value, expected, m_tolerance, stop);
        if (!comparison.isAsExpected()) {
            fail("output '" + declared.name + "': " + describe(comparison)
                + sizeOfError(output->value, expected, stop));
        }
        const std::optional<Distance> ofOutput = distanceBetween(output->value, expected, stop);
        hasNumbers |= ofOutput.has_value();
        distance = farther(distance, ofOutput.value_or(Distance {}));
    }
    if (hasNumbers && distance == Distance {}) {
        return text + ", without any difference";
    }
    return text + textOf(distance);
}

} // namespace weightless::cli
