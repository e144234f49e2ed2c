// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine/engineworker.h"

#include "engine/base/error.h"
#include "engine/demo/demofolder.h"
#include "engine/memory/processmemory.h"
#include "engine/runtime/arenaofgraph.h"
#include "ui/engine/contextoptions.h"
#include "ui/engine/inputpictures.h"
#include "ui/engine/runresult.h"
#include "ui/text/problemgroups.h"
#include "ui/text/text.h"
#include "ui/text/textpool.h"

#include <unordered_map>
#include <utility>

namespace weightless::ui {

EngineWorker::EngineWorker(QObject* parent)
    : QObject(parent)
{
}

void EngineWorker::fail(Task task, const Error& error, quint64 generation)
{
    m_isContextStale |= error.kind() == ErrorKind::DeviceLost;
    Problem problem = problemOf(task, error);
    problem.losesOutputs = task == Task::Run && !(m_isRunTold && m_session.hasOutputs());
    problem.losesInputs = task == Task::Run && !(m_isRunTold && m_session.hasInputsOfRun());
    const bool isFixed = m_document && m_document->freeDimensions.empty();
    if (std::exchange(m_isOpeningContext, false))
        problem.advice = ProblemText::deviceAdvice(problem.kind);
    else if (task == Task::Build && problem.kind == ErrorKind::InvalidArgument && isFixed)
        problem.advice = ProblemText::fixedModelAdvice();
    else if (task == Task::Build && problem.kind == ErrorKind::Unsupported && m_hasOtherWeights)
        problem.advice = ProblemText::weightsTypeAdvice();
    if (task == Task::Run && problem.kind == ErrorKind::Unsupported && m_session.hasGraph()
        && m_session.graph().isOutdated()) {
        problem.needsPlan = true;
        problem.advice = ProblemText::advice(Task::Run, ErrorKind::InvalidState); // once it is planned
    }
    emit failed(problem, generation);
}

LogSink EngineWorker::logSink(Task task)
{
    return warningSink(task, [this](const Problem& problem) { emit reported(problem); });
}

void EngineWorker::listDevices()
{
    auto list = std::make_shared<DeviceList>();
    try {
        list->devices = weightless::listDevices();
        m_devices = list->devices;
    } catch (...) {
        const Problem problem = problemOf(Task::ListDevices, currentError());
        list->problem = problem.message;
        Problem warning = problem;
        warning.severity = Severity::Warning;
        emit reported(warning);
    }
    returnFreedMemory(); // drivers read much to say what they are
    emit devicesListed(list);
}

void EngineWorker::renewContext()
{
    m_isContextStale = true;
}

void EngineWorker::closeModel()
{
    endLoad(LoadOutcome::Cancelled);
    m_lastRun.reset();
    m_session.close();
    m_document.reset();
}

void EngineWorker::openModel(const OpenRequest& request)
{
    guarded(Task::Open, request.generation, [&] {
        QElapsedTimer timer;
        timer.start();
        onnx_io::ReadOptions options;
        options.stopToken = request.stop;
        http::HttpOptions httpOptions;
        httpOptions.cacheFolder = toPath(request.keptDownloads);
        httpOptions.log = logSink(Task::Open);
        OpenedModel opened = weightless::openModel(toUtf8(request.path), options, httpOptions);
        auto document = makeDocument(opened.model);
        returnFreedMemory();
        document->generation = request.generation;
        document->secretPath = request.path;
        document->openSeconds = static_cast<double>(timer.nsecsElapsed()) * 1e-9;
        // From here on nothing fails: until then the model that is open stays as it is.
        closeModel();
        m_generation = request.generation;
        m_document = document;
        const std::vector<std::string> problems = std::move(opened.problems);
        m_session.open(std::move(opened));
        for (const Problem& problem : ProblemGroups::ofOpening(problems))
            emit reported(problem);
        emit modelOpened(document);
    });
}

void EngineWorker::openContext(std::optional<int> device)
{
    m_isOpeningContext = true; // until it is there: what fails is the device's
    const auto& context = m_session.context();
    // The best one is not just any: another may have been chosen before.
    const bool isSame = context && !m_devices.empty()
        && vulkan::chooseDevice(m_devices, device).index == context->device().index;
    if (!isSame || m_isContextStale) {
        m_session.setContext(nullptr); // its memory first
        m_session.setContext(Context::create(contextOptions(device, logSink(Task::General))));
        m_isContextStale = false;
    }
    m_isOpeningContext = false;
}

void EngineWorker::buildGraph(const BuildRequest& request)
{
    guarded(Task::Build, request.generation, [&] {
        if (!m_document)
            throw Error(ErrorKind::InvalidState, "no model is open");
        endLoad(LoadOutcome::Cancelled);
        m_lastRun.reset();
        m_hasOtherWeights = request.weightsType.has_value();
        QElapsedTimer timer;
        timer.start();
        openContext(request.device);
        GraphRequest graphRequest;
        graphRequest.freeDimensions = request.freeDimensions;
        graphRequest.weightsType = request.weightsType;
        graphRequest.stop = request.stop;
        QHash<QString, QString> shapes;
        TextPool texts;
        graphRequest.onValue = [&](const std::string& name, const TensorDescriptor& descriptor) {
            const QString value = fromUtf8(name);
            const QString shape = texts.shared(fromUtf8(toString(descriptor)));
            if (m_document->valueShapes.value(value) == shape)
                return;
            const auto producer = m_document->producers.constFind(value);
            shapes.insert(producer == m_document->producers.cend() ? value : producer.key(), shape);
        };
        m_session.build(graphRequest);
        const auto built = describeBuilt(request);
        built->valueShapes = std::move(shapes);
        built->buildSeconds = static_cast<double>(timer.nsecsElapsed()) * 1e-9;
        emit graphBuilt(built);
    });
}

std::vector<int> EngineWorker::rowsOfConstants(const Graph& graph, const ModelDocument& document)
{
    std::unordered_map<const ConstantInfo*, int> rows;
    for (size_t i = 0; i < document.constants.size(); ++i)
        rows.emplace(document.constants[i].get(), static_cast<int>(i));
    std::vector<int> result(graph.constantCount(), -1);
    for (size_t i = 0; i < result.size(); ++i) {
        const ConstantInfo& info = graph.declaredConstant(i);
        if (const auto found = rows.find(&info); found != rows.end())
            result[i] = found->second;
        else
            result[i] = document.tensorByName.value(fromUtf8(info.name), -1);
    }
    return result;
}

std::shared_ptr<BuiltGraph> EngineWorker::describeBuilt(const BuildRequest& request) const
{
    const Graph& graph = m_session.graph();
    auto built = std::make_shared<BuiltGraph>();
    built->device = m_session.context()->device();
    built->meter = m_session.context()->meter();
    built->inputs = graph.inputs();
    built->outputs = graph.outputs();
    built->plan = graph.memoryPlan();
    built->arena = std::make_shared<const plan::ArenaMap>(arenaOf(graph));
    for (size_t i = 0; i < loadModes.size(); ++i) {
        LoadOptions options;
        options.mode = loadModes[i];
        built->predictions[i] = graph.predict(options);
    }
    built->tensorOfConstant = rowsOfConstants(graph, *m_document);
    built->freeDimensions = m_session.dimensions();
    built->chosenDimensions = request.freeDimensions;
    built->generation = request.generation;
    return built;
}

void EngineWorker::unload()
{
    guarded(Task::Unload, m_generation, [&] {
        endLoad(LoadOutcome::Cancelled);
        m_lastRun.reset();
        if (m_session.hasGraph())
            m_session.unload();
        emit unloaded();
    });
}

void EngineWorker::run(const RunRequest& request)
{
    guarded(Task::Run, m_generation, [&] {
        m_session.feed({.sources = request.inputs,
            .values = {},
            .opaque = {},
            .shapes = request.inputShapes,
            .stop = request.stop});
        RunReport report = m_session.run({.deviceOutputs = request.deviceOutputs,
            .repeatCount = request.repeatCount,
            .profiles = request.profiles,
            .stop = request.stop,
            .onKernels =
                [this](const KernelProgress& kernels) {
                    emit kernelsAdvanced(static_cast<int>(kernels.done), static_cast<int>(kernels.count));
                },
            .onRepetition = [this](int done, int total) { emit runAdvanced(done, total); }});
        m_isRunTold = false;
        if (!report.clamped.empty())
            emit reported(ProblemGroups::ofClamped(report.clamped));
        const TransferCounts copies = m_session.transfers(); // what is read to be looked at does not count
        std::vector<InputPicture> pictures = inputPictures(m_session, request, report);
        m_lastRun =
            makeRunResult(std::move(report), copies, std::move(pictures), inputBatches(m_session, request));
        m_isRunTold = true;
        emit runFinished(m_lastRun);
    });
}

void EngineWorker::readOutput(const QString& name)
{
    guarded(Task::Save, m_generation, [&] {
        const std::string output = toUtf8(name);
        auto values = m_session.readOutput(output);
        m_lastRun = withValues(*m_lastRun, output, std::move(values), m_session.transfers());
        emit outputRead(m_lastRun);
    });
}

void EngineWorker::writeDemo(const DemoRequest& request)
{
    guarded(Task::WriteDemo, m_generation, [&] {
        const auto& [model, options, path, stop] = request;
        QElapsedTimer sinceReport;
        const auto tell = [&](uint64_t done, uint64_t total) {
            if (sinceReport.isValid() && sinceReport.elapsed() < 50 && done != total)
                return;
            sinceReport.start();
            emit demoAdvanced(static_cast<qint64>(done), static_cast<qint64>(total));
        };
        if (const auto* chosen = std::get_if<DemoArchitecture>(&model))
            weightless::writeDemo(*chosen, architectureOptions(options), toPath(path), tell, stop);
        else if (const auto* part = std::get_if<DemoPart>(&model))
            weightless::writeDemo(*part, options, toPath(path), tell, stop);
        else
            writeDemoFolder(options, toPath(path), tell, stop);
        emit demoWritten(request.path);
    });
}

} // namespace weightless::ui
