// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/session.h"

#include "app/cli/arguments/loadarguments.h"
#include "app/cli/output/text.h"
#include "app/cli/platform/system.h"
#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/base/sizetext.h"
#include "engine/runtime/weightstypename.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <limits>
#include <utility>

namespace weightless::cli {

namespace {

class Stopwatch {
public:
    [[nodiscard]] double seconds() const
    {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    }

private:
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

} // namespace

std::vector<OptionSpec> sessionOptionSpecs()
{
    std::vector<OptionSpec> specs {
        {"--mode", "MODE",
            "how weights travel: auto (the default, but streamed under a device budget), zero-copy, streamed "
            "or conventional"},
        deviceOption(),
        {"--dim", "NAME=SIZE", "the size of a free dimension of the model's inputs", true},
        {"--threshold", "N",
            "constants of at most N elements are read when the model is opened, larger ones stay hollow "
            "until they "
            "are loaded; 1000 by default"},
        {"--weights-type", "TYPE",
            "load float weights as fp16, bf16 or fp32 whatever the model has them in; they are converted "
            "slice by "
            "slice on their way, and what they are computed with follows"},
    };
    const std::vector<OptionSpec> load = loadOptionSpecs();
    specs.insert(specs.end(), load.begin(), load.end());
    const std::vector<OptionSpec> http = httpOptionSpecs();
    specs.insert(specs.end(), http.begin(), http.end());
    return specs;
}

std::string dimensionHelp()
{
    return "A free dimension that no --dim names takes the size that its name or place suggests, a batch 1 "
           "for example; a note on standard error says which.";
}

SessionOptions sessionOptions(const Arguments& arguments, Console& console)
{
    SessionOptions options;
    options.model = modelAddress(arguments.positionals().front());
    options.http = httpOptions(arguments, console);
    if (const auto device = arguments.integer("--device", 0, 1023)) {
        options.device = static_cast<int>(*device);
    }
    options.load = loadOptions(arguments);
    const BudgetSize budget = deviceBudget(arguments);
    options.load.deviceBudget = budget.bytes;
    options.budgetShare = budget.share;
    options.activationBudget = activationBudget(arguments);
    for (const auto& [name, text] : arguments.pairs("--dim", Arguments::lastEquals)) {
        const auto size = parseInteger(text);
        if (!size || *size < 0) {
            throw UsageError("option '--dim' takes NAME=SIZE with a whole number from 0, not '" + text + "'");
        }
        options.dimensions[name] = *size;
    }
    if (const auto type = arguments.value("--weights-type")) {
        options.weightsType = weightsTypeFromString(*type);
        if (!options.weightsType) {
            throw UsageError("option '--weights-type' takes fp16, bf16 or fp32, not '" + *type + "'");
        }
    }
    const auto threshold = arguments.integer("--threshold", 0, std::numeric_limits<int64_t>::max());
    if (threshold) {
        options.thresholdElements = static_cast<uint64_t>(*threshold);
    }
    return options;
}

std::shared_ptr<Context> createContext(std::optional<int> device, Console& console)
{
    ContextOptions options;
    options.device = device;
    options.log = console.logSink();
    options.pipelineCacheFolder = cacheFolder();
    return Context::create(std::move(options));
}

void checkValidation(const Context& context)
{
    if (const uint64_t count = context.validationMessages(); count > 0) {
        throw Error(ErrorKind::Internal,
            "The Vulkan validation layer reported " + std::to_string(count) + " " + plural(count, "message")
                + "; please report this as a bug");
    }
}

TimedSession::TimedSession(SessionOptions options, const Environment& environment)
    : m_options(std::move(options))
    , m_environment(environment)
    , m_session(createContext(m_options.device, environment.console))
    , m_baselineBytes(processMemory().residentBytes())
{
}

void TimedSession::openModel()
{
    const Stopwatch stopwatch;
    onnx_io::ReadOptions options;
    options.handOffThresholdElements = m_options.thresholdElements;
    options.stopToken = m_environment.stop;
    options.onProgress = [this](uint64_t done, uint64_t total) {
        m_environment.console.progress(
            "opening", total == 0 ? 1 : static_cast<double>(done) / static_cast<double>(total));
    };
    OpenedModel opened = weightless::openModel(m_options.model, options, m_options.http);
    for (const std::string& problem : opened.problems) {
        m_environment.console.warning(problem);
    }
    m_session.open(std::move(opened));
    m_seconds.open = stopwatch.seconds();
}

void TimedSession::build(
    const std::map<std::string, TensorDescriptor>& fed, const std::map<std::string, InputSource>& sources)
{
    checkDimensions();
    const Stopwatch stopwatch;
    GraphRequest request;
    request.freeDimensions = m_options.dimensions;
    request.fed = fed;
    request.sources = sources;
    request.weightsType = m_options.weightsType;
    request.activationBudget = m_options.activationBudget;
    request.stop = m_environment.stop;
    const auto note = [this](const FreeDimension& dimension, const std::string& origin) {
        m_environment.console.note("free dimension '" + dimension.symbol + "' (" + dimension.inputs.front()
            + ") taken as " + std::to_string(dimension.suggested) + origin + "; --dim "
            + shellWord(dimension.symbol + "=N") + " gives it another size");
    };
    request.onSuggestion = [note](const FreeDimension& dimension) { note(dimension, ""); };
    request.onPictureSize = [note](const FreeDimension& dimension) { note(dimension, " from the picture"); };
    request.onTextCount = [note](const FreeDimension& dimension) { note(dimension, " from the texts"); };
    request.sizeAdvice = "--dim NAME=SIZE gives another size";
    m_environment.console.progress("planning", 0);
    m_session.build(request);
    m_seconds.build = stopwatch.seconds();
    noteActivations();
}

void TimedSession::noteActivations()
{
    const uint64_t needed = graph().memoryPlan().activationBytes;
    if (m_options.activationBudget > 0 && needed > m_options.activationBudget) {
        const ComparedSizes sizes = compareSizes(needed, m_options.activationBudget);
        m_environment.console.note("activations take " + sizes.first + ", more than the " + sizes.second
            + " of --activation-budget: what operators need at once cannot be divided further");
    }
}

void TimedSession::checkDimensions() const
{
    const std::vector<FreeDimension> known = freeDimensionsOf(model());
    for (const auto& [name, size] : m_options.dimensions) {
        if (std::ranges::find(known, name, &FreeDimension::symbol) != known.end()) {
            continue;
        }
        std::string names;
        for (const FreeDimension& each : known) {
            names += (names.empty() ? "'" : ", '") + each.symbol + "'";
        }
        throw Error(ErrorKind::InvalidArgument,
            "The model has no free dimension '" + name + "'; its free dimensions are "
                + (names.empty() ? "none" : names));
    }
}

void TimedSession::warnWhereItDoesNotFit()
{
    const LoadPrediction needs = graph().predict(m_options.load);
    if (needs.fits || !needs.problem.empty()) {
        return; // a problem ends the load with its own message
    }
    const MemoryPlan plan = graph().memoryPlan();
    std::string text = "the device has " + formatBytes(needs.freeDeviceBytes) + " free; weights take "
        + formatBytes(needs.deviceWeightsBytes) + ", activations "
        + formatBytes(needs.deviceActivationsBytes);
    if (!plan.peakStep.empty()) {
        text += ", most in " + plan.peakStep;
    }
    m_environment.console.warning(text);
}

// People know no sizes when they give a share: of a small model it may be less than anything can run with.
void TimedSession::limitToShare()
{
    const uint64_t needed = graph().predict(m_options.load).deviceWeightsBytes;
    m_options.load.deviceBudget = BudgetSize {.share = m_options.budgetShare}.bytesOf(needed);
    const uint64_t least = graph().predict(m_options.load).leastBudgetBytes;
    if (least > m_options.load.deviceBudget) {
        const ComparedSizes sizes = compareSizes(m_options.load.deviceBudget, least);
        m_environment.console.note("--device-budget: that share of what the weights need is " + sizes.first
            + ", less than some step reads at once; taken as the least that can run, " + sizes.second);
        m_options.load.deviceBudget = least;
    }
}

void TimedSession::load()
{
    const Stopwatch stopwatch;
    const auto showProgress = [&](const LoadProgress& progress) {
        const double seconds = std::max(stopwatch.seconds(), 1e-9);
        const auto bytesPerSecond = static_cast<uint64_t>(static_cast<double>(progress.bytesSet) / seconds);
        m_environment.console.progress(progress.phase, progress.fraction,
            std::to_string(progress.constantsSet) + " of " + std::to_string(progress.constantCount)
                + " constants, " + formatBytes(progress.bytesSet) + ", " + formatBytes(bytesPerSecond)
                + "/s");
    };
    if (m_options.budgetShare > 0) {
        limitToShare();
    }
    warnWhereItDoesNotFit();
    const auto job = m_session.load(m_options.load);
    job->run(m_environment.stop, showProgress);
    m_environment.console.clearProgress();
    m_loadReport = job->report();
    tellClamped(std::exchange(m_loadReport.clamped, {}));
    tellUnread();
    m_stagingPeakBytes = context().meter()->peak(MemoryPurpose::Staging);
    m_seconds.load = stopwatch.seconds();
}

// What was asked of readers where pages are bound in place and nobody reads.
void TimedSession::tellUnread()
{
    if (m_options.load.dropsPageCache && m_loadReport.bytesOf(LoadPath::Imported) > 0) {
        m_environment.console.note("--cache drop had no effect on the "
            + formatBytes(m_loadReport.bytesOf(LoadPath::Imported))
            + " that are bound in place: their pages are what the device reads; --mode streamed copies them");
    }
    uint64_t copiedBytes = m_loadReport.onDemandBytes;
    for (const LoadPath path :
        {LoadPath::Direct, LoadPath::Staged, LoadPath::Converted, LoadPath::Conventional}) {
        copiedBytes += m_loadReport.bytesOf(path);
    }
    const LoadOptions& load = m_options.load;
    if (copiedBytes > 0 || m_loadReport.bytesOf(LoadPath::Imported) == 0) {
        return;
    }
    for (const auto& [option, isGiven] : {std::pair("--readers", load.readerCount > 0),
             std::pair("--slice", load.sliceBytes > 0), std::pair("--slices", load.sliceCount > 0)}) {
        if (isGiven) {
            m_environment.console.note(std::string(option)
                + " had no effect: all weights are bound in place, and nothing is read; --mode streamed "
                  "copies "
                  "them");
        }
    }
}

void TimedSession::tellClamped(std::vector<ClampedConstant> clamped)
{
    if (clamped.empty()) {
        return;
    }
    const bool isHalf = clamped.front().type == DataType::Float16;
    m_environment.console.warning(describe(clamped) + "; without --weights-type"
        + (isHalf ? ", or with bf16," : "") + " the model computes with what it has");
    std::ranges::move(clamped, std::back_inserter(m_loadReport.clamped));
}

} // namespace weightless::cli
