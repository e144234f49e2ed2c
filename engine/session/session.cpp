// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/session.h"

#include "engine/base/error.h"
#include "engine/memory/processmemory.h"
#include "engine/model/sourcefiles.h"
#include "engine/onnx/datalocations.h"
#include "engine/session/followingside.h"
#include "engine/session/inputshapes.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <system_error>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace weightless {

namespace {

// The free dimensions of a model as it was opened, with what is suggested for those that are still free where
// the tensors at hand have decided others: sums may be of both.
std::vector<FreeDimension> declaredDimensions(const Model& opened, const Model& model)
{
    std::vector<FreeDimension> dimensions = freeDimensionsOf(opened);
    if (&opened == &model) {
        return dimensions;
    }
    std::unordered_map<std::string, int64_t> suggested;
    for (const FreeDimension& dimension : freeDimensionsOf(model)) {
        suggested.emplace(dimension.symbol, dimension.suggested);
    }
    for (FreeDimension& dimension : dimensions) {
        const auto found = suggested.find(dimension.symbol);
        dimension.suggested = found != suggested.end() ? found->second : dimension.suggested;
    }
    return dimensions;
}

// The sizes of all free dimensions: what the tensors at hand say, which are fixed in `model`, what was given,
// what follows texts and pictures, and what is suggested, which `guessed` takes down.
std::map<std::string, int64_t> chosenDimensions(const Model& opened, const Model& model,
    const GraphRequest& request, const std::map<std::string, FedDimension>& fed, GuessedSizes& guessed)
{
    std::map<std::string, int64_t> sizes = request.freeDimensions;
    for (const auto& [symbol, dimension] : fed) {
        const auto [known, isNew] = sizes.emplace(symbol, dimension.size);
        if (!isNew && known->second != dimension.size) {
            throw Error(ErrorKind::InvalidArgument,
                "Dimension '" + symbol + "' is " + std::to_string(dimension.size)
                    + " in the tensor for input '" + dimension.input + "', but was given as "
                    + std::to_string(known->second));
        }
    }
    const auto ofTexts = sizesOfTexts(model.graph.inputs, request.sources, sizes);
    std::map<std::string, int64_t> known = sizes;
    known.insert(ofTexts.begin(), ofTexts.end());
    const auto ofPictures = sizesOfPictures(model, request.sources, known, request.stop);
    known.insert(ofPictures.begin(), ofPictures.end());
    std::vector<FreeDimension> dimensions = declaredDimensions(opened, model);
    followSizes(dimensions, known);
    for (FreeDimension& dimension : dimensions) {
        const bool isOfText = ofTexts.contains(dimension.symbol);
        const bool isOfPicture = !isOfText && ofPictures.contains(dimension.symbol);
        if (isOfText || isOfPicture) {
            dimension.suggested = known.at(dimension.symbol);
        }
        if (!sizes.emplace(dimension.symbol, dimension.suggested).second) {
            continue;
        }
        guessed.dimensions.push_back(dimension);
        const auto& tell = isOfText ? request.onTextCount
            : isOfPicture           ? request.onPictureSize
                                    : request.onSuggestion;
        if (tell) {
            tell(dimension);
        }
    }
    return sizes;
}

} // namespace

Session::Session(std::shared_ptr<Context> context)
    : m_context(std::move(context))
{
}

Session::~Session() = default;

void Session::open(OpenedModel model) noexcept
{
    close();
    m_opened = std::move(model);
}

void Session::close() noexcept
{
    dropGraph();
    m_opened = {};
}

void Session::setContext(std::shared_ptr<Context> context) noexcept
{
    dropGraph();
    m_context = std::move(context);
}

void Session::dropGraph() noexcept
{
    clearTensors();
    m_graph.reset();
    m_dimensions.clear();
    m_tables.clear();
}

void Session::clearTensors() noexcept
{
    m_isFed = false;
    m_hasRun = false;
    m_inputValues = InputValues::None;
    m_inputs.clear();
    m_outputs.clear();
}

Context& Session::device() const
{
    if (!m_context) {
        throw Error(ErrorKind::InvalidState, "No device is open");
    }
    return *m_context;
}

Graph& Session::graph() const
{
    if (!m_graph) {
        throw Error(ErrorKind::InvalidState, "The graph is not planned yet");
    }
    return *m_graph;
}

void Session::build(const GraphRequest& request)
{
    dropGraph();
    if (!m_opened.model) {
        throw Error(ErrorKind::InvalidState, "No model is open");
    }
    static_cast<void>(device());
    Model ranked; // only where tensors decide the shapes of inputs
    const Model* model = m_opened.model.get();
    std::map<std::string, FedDimension> fedSizes;
    if (!request.fed.empty()) {
        ranked = *model;
        fedSizes = fixInputShapes(ranked, request.fed);
        model = &ranked;
    }
    GuessedSizes guessed {{}, request.sizeAdvice};
    std::map<std::string, int64_t> dimensions =
        chosenDimensions(*m_opened.model, *model, request, fedSizes, guessed);
    BuildOptions options;
    options.freeDimensions = dimensions;
    for (const auto& [symbol, dimension] : fedSizes) {
        options.freeDimensions.erase(symbol); // fixed in `ranked`
    }
    options.weightsType = request.weightsType;
    options.activationBudget = request.activationBudget;
    options.onValue = request.onValue;
    options.stopToken = request.stop;
    try {
        m_graph = buildGraph(m_context, *model, options);
    } catch (const Error& error) {
        throw withGuessedSizes(error, guessed);
    }
    m_dimensions = std::move(dimensions);
    m_guessed = std::move(guessed);
    m_tables = tablesIndexedByInputs(*model);
    m_weightsType = request.weightsType;
    returnFreedMemory(); // the plan's draft
}

std::unique_ptr<LoadingJob> Session::load(const LoadOptions& options)
{
    m_toldClamped.reset(); // what it has loaded it tells
    return graph().load(options);
}

void Session::unload()
{
    clearTensors();
    graph().unload();
}

std::vector<GraphPort> Session::outputPorts() const
{
    std::map<std::string, Shape> shapes;
    for (const auto& [name, tensor] : m_inputs.tensors()) {
        shapes.emplace(name, tensor->descriptor().shape);
    }
    return graph().outputsFor(shapes);
}

std::map<std::string, Shape> Session::fedShapes() const
{
    std::map<std::string, Shape> shapes;
    for (const GraphPort& port : graph().inputs()) {
        const auto tensor = m_inputs.find(port.name);
        shapes.emplace(port.name, tensor ? tensor->descriptor().shape : port.descriptor.shape);
    }
    return shapes;
}

std::shared_ptr<const KernelCompilation> Session::compileKernels()
{
    return graph().compileKernels(fedShapes());
}

RunReport Session::run(const RunOptions& options)
{
    if (!m_isFed) {
        throw Error(ErrorKind::InvalidState, "The inputs of the graph have no values yet");
    }
    try {
        return runFed(options);
    } catch (const Error& error) {
        throw withGuessedSizes(error, m_guessed.keptBy(*m_opened.model, fedShapes()));
    }
}

// What came for a run that ended early is told by the next one.
std::vector<ClampedConstant> Session::untoldClamped()
{
    if (!m_toldClamped) {
        m_toldClamped.emplace();
    }
    std::vector<ClampedConstant> clamped = graph().clampedConstants();
    std::erase_if(clamped,
        [this](const ClampedConstant& constant) { return !m_toldClamped->insert(constant.name).second; });
    return clamped;
}

RunReport Session::runFed(const RunOptions& options)
{
    const std::vector<GraphPort> ports = outputPorts();
    m_hasRun = false;
    m_outputs.fit(device(), ports);
    if (!m_toldClamped) {
        std::ignore = untoldClamped(); // which the load has told
    }
    RunReport report;
    std::map<std::string, HostValue> opaque;
    for (int i = 0; i < options.repeatCount; ++i) {
        if (options.onRepetition) {
            options.onRepetition(i, options.repeatCount);
        }
        const bool isLast = i + 1 == options.repeatCount;
        const auto begin = std::chrono::steady_clock::now();
        DispatchReport dispatched = device().dispatch(graph(), m_inputs.tensors(),
            [this](const std::string& name, const TensorDescriptor& descriptor) {
                return m_outputs.fit(device(), name, descriptor);
            },
            {.profile = options.profiles && isLast,
                .stopToken = options.stop,
                .values = m_values,
                .onKernels = options.onKernels});
        device().waitIdle();
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
        report.seconds.push_back(dispatched.seconds > 0 ? dispatched.seconds : elapsed.count());
        report.compileSeconds.push_back(dispatched.compileSeconds);
        report.steps = std::move(dispatched.steps);
        report.weights = std::move(dispatched.weights);
        report.lacksTimestamps = dispatched.lacksTimestamps;
        opaque = std::move(dispatched.values);
    }
    report.outputs = readOutputs(opaque, options.deviceOutputs);
    report.clamped = untoldClamped(); // last: what a run that fails does not tell, the next one does
    m_hasRun = true;
    m_inputValues = InputValues::OfRun;
    return report;
}

std::vector<RunOutput> Session::readOutputs(
    const std::map<std::string, HostValue>& opaque, const std::set<std::string>& deviceOutputs)
{
    const auto isRead = [&](const GraphPort& port) {
        return !opaque.contains(port.name) && !deviceOutputs.contains(port.name);
    };
    std::vector<std::shared_ptr<Tensor>> toRead;
    for (const GraphPort& port : graph().outputs()) {
        if (isRead(port)) {
            toRead.push_back(m_outputs.find(port.name));
        }
    }
    std::vector<HostTensor> values = device().readTensors(toRead);
    std::vector<RunOutput> outputs;
    size_t next = 0;
    for (const GraphPort& port : graph().outputs()) {
        RunOutput output {port.name, {}, nullptr, {}};
        if (const auto found = opaque.find(port.name); found != opaque.end()) {
            output.value = found->second;
            output.values = found->second.tensor;
            output.descriptor = output.values ? output.values->descriptor : TensorDescriptor {};
        } else {
            output.descriptor = m_outputs.find(port.name)->descriptor();
        }
        if (isRead(port)) {
            output.values = std::make_shared<const HostTensor>(std::move(values[next++]));
            output.value = HostValue {output.values, nullptr};
        }
        outputs.push_back(std::move(output));
    }
    return outputs;
}

std::shared_ptr<const HostTensor> Session::readOutput(const std::string& name)
{
    const std::shared_ptr<Tensor> tensor = m_outputs.find(name);
    if (!m_hasRun || !tensor) {
        throw Error(ErrorKind::InvalidState, "Output '" + name + "' is not on the device: run the model");
    }
    return std::make_shared<const HostTensor>(device().readTensor(*tensor));
}

TransferCounts Session::transfers() const
{
    const TransferCounts& now = device().transferCounts();
    TransferCounts counts = now;
    counts.writes -= m_transfersBefore.writes;
    counts.reads -= m_transfersBefore.reads;
    counts.readBackCopies -= m_transfersBefore.readBackCopies;
    counts.recordings -= m_transfersBefore.recordings;
    return counts;
}

onnx_io::ConstantBytes Session::restorer() const
{
    if (!m_graph) {
        return {};
    }
    return [graph = m_graph](const ConstantInfo& constant) { return graph->constantBytes(constant); };
}

onnx_io::SaveReport Session::save(const std::filesystem::path& path, onnx_io::SaveOptions options) const
{
    if (!m_opened.model) {
        throw Error(ErrorKind::InvalidState, "No model is open");
    }
    options.origin = m_opened.origin;
    options.restore = restorer();
    return onnx_io::saveModel(path, *m_opened.model, options);
}

void Session::extract(
    const std::filesystem::path& path, const ConstantInfo& constant, onnx_io::ExtractOptions options) const
{
    std::error_code error;
    if (m_opened.model != nullptr && std::filesystem::is_regular_file(path, error)) {
        checkNoSource(path, sourceFilesOf(*m_opened.model));
        // A constant whose data cannot be read does not tell of the file that it lies in.
        checkNoSource(path, onnx_io::dataFilesNamedBy(m_opened.model->path, options.stopToken));
    }
    options.restore = restorer();
    onnx_io::extractTensor(path, constant, options);
}

} // namespace weightless
