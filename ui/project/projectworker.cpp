// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/project/projectworker.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/sizetext.h"
#include "ui/engine/contextoptions.h"
#include "ui/text/projecttext.h"
#include "ui/text/text.h"

#include <QElapsedTimer>

#include <algorithm>
#include <numeric>
#include <system_error>

namespace weightless::ui {

namespace {

double secondsOf(const QElapsedTimer& timer)
{
    return static_cast<double>(timer.nsecsElapsed()) * 1e-9;
}

// A part that is nothing in particular is told from its like by its place.
QString labelOf(const ProjectPartInfo& part)
{
    return part.role == ProjectText::role(ProjectRole::Other) ? part.name : part.role;
}

// A part that cannot be loaded is told before its load fails. Io.
void checkHasBytes(const Graph& graph)
{
    for (const size_t i : graph.unsetConstants()) {
        if (const std::string& problem = graph.constant(i).problem; !problem.empty())
            throw Error(ErrorKind::Io, problem);
    }
}

} // namespace

qint64 ProjectInfo::togetherBytes() const
{
    return std::accumulate(parts.begin(), parts.end(), qint64(0),
        [](qint64 sum, const ProjectPartInfo& part) { return sum + part.deviceBytes; });
}

qint64 ProjectInfo::oneByOneBytes() const
{
    qint64 largest = 0;
    for (const ProjectPartInfo& part : parts)
        largest = std::max(largest, part.deviceBytes);
    return largest;
}

uint64_t ProjectInfo::leastBudgetBytes() const
{
    uint64_t least = 0;
    for (const ProjectPartInfo& part : parts)
        least = std::max(least, part.leastBudgetBytes);
    return least;
}

ProjectWorker::ProjectWorker(std::optional<int> device, QObject* parent)
    : QObject(parent)
    , m_device(device)
{
}

ProjectWorker::~ProjectWorker() = default;

template <typename Work>
void ProjectWorker::guarded(Task task, Work&& work)
{
    try {
        work();
        holdClock();
        emit finished();
    } catch (...) {
        const Error error = currentError();
        for (size_t i = 0; i < m_parts.size(); ++i) {
            const PartState state = m_parts[i].info.state;
            if (state == PartState::Loading || state == PartState::Running)
                settle(i);
        }
        m_isDeviceLost |= error.kind() == ErrorKind::DeviceLost;
        Problem problem = problemOf(task, error);
        if (std::exchange(m_isLookingForModels, false) && problem.kind == ErrorKind::InvalidArgument)
            problem.advice = tr("Choose a folder that holds ONNX models.");
        holdClock();
        emit failed(problem);
    }
}

// A part that was being worked on is as loaded as its graph is.
void ProjectWorker::settle(size_t index)
{
    const Graph& graph = m_parts[index].session->graph();
    if (graph.unsetConstants().empty()) {
        setState(index, PartState::Loaded);
        return;
    }
    if (graph.setCount() == 0) {
        try {
            m_parts[index].session->unload(); // room that was made, and tensors
            m_parts[index].info.isOnDevice = false;
        } catch (const Error&) {
            // Of a lost device nothing is given back before it goes: it stays to be unloaded.
        }
    }
    setState(index, PartState::Hollow);
}

// A file that comes or goes between is of the next stamp.
ProjectWorker::Stamp ProjectWorker::stampOf(const std::filesystem::path& folder)
{
    constexpr int deepest = 2; // weights may lie in a folder of their part's
    constexpr auto options = std::filesystem::directory_options::follow_directory_symlink
        | std::filesystem::directory_options::skip_permission_denied;
    Stamp stamp;
    std::error_code error;
    for (std::filesystem::recursive_directory_iterator entry(folder, options, error), end;
         !error && entry != end; entry.increment(error)) {
        if (entry.depth() >= deepest)
            entry.disable_recursion_pending();
        std::error_code none;
        if (entry->is_regular_file(none))
            stamp[entry->path()] = {entry->file_size(none), entry->last_write_time(none)};
    }
    return stamp;
}

void ProjectWorker::open(const QString& folder, const std::stop_token& stop)
{
    guarded(Task::Open, [&] {
        m_isLookingForModels = true;
        const Stamp stamp = stampOf(toPath(folder)); // before they are read
        const auto project = recogniseProject(toPath(folder));
        if (!project)
            throw Error(ErrorKind::InvalidArgument,
                "The folder " + displayPath(toPath(folder)) + " holds no .onnx model");
        m_isLookingForModels = false;
        readParts(*project, folder, stop);
        m_stamp = stamp;
    });
}

void ProjectWorker::openAgain(const QString& folder, const std::stop_token& stop)
{
    const auto isUsable = [](const Part& part) { return part.session != nullptr; };
    // Where none can be used it may be the device, which is asked for anew.
    if (m_isDeviceLost || std::ranges::none_of(m_parts, isUsable) || stampOf(toPath(folder)) != m_stamp)
        open(folder, stop);
    else
        guarded(Task::Open, [&] { refresh(stop); });
}

void ProjectWorker::refresh(const std::stop_token& stop)
{
    for (Part& part : m_parts) {
        if (!part.session)
            part = makePart(part.source, m_context, stop);
        m_isDeviceLost |= part.hasLostDevice;
    }
    auto info = std::make_shared<ProjectInfo>(m_info);
    info->freeBytes = static_cast<qint64>(m_context->freeDeviceBytes());
    info->parts.clear();
    for (const Part& part : m_parts)
        info->parts.push_back(part.info);
    emit refreshed(info);
}

void ProjectWorker::readParts(const Project& project, const QString& folder, const std::stop_token& stop)
{
    const auto context = Context::create(contextOptions(
        m_device, warningSink(Task::General, [this](const Problem& problem) { emit reported(problem); })));
    auto info = std::make_shared<ProjectInfo>();
    info->folder = folder;
    info->layout = ProjectText::layout(project.layout);
    info->device = fromUtf8(context->device().traits.name);
    info->meter = context->meter();
    const auto has = [&](ProjectRole role) {
        return std::ranges::find(project.parts, role, &ProjectPart::role) != project.parts.end();
    };
    info->isPipeline =
        has(ProjectRole::TextEncoder) && has(ProjectRole::Denoiser) && has(ProjectRole::VaeDecoder);
    std::vector<Part> parts;
    for (const ProjectPart& part : project.parts) {
        parts.push_back(makePart(part, context, stop));
        info->parts.push_back(parts.back().info);
    }
    for (const Part& part : parts) {
        if (part.session)
            info->freeBytes = static_cast<qint64>(part.session->graph().predict().freeDeviceBytes);
    }
    m_parts = std::move(parts);
    m_context = context;
    m_isDeviceLost = std::ranges::any_of(m_parts, &Part::hasLostDevice);
    m_info = *info;
    emit opened(info);
}

ProjectWorker::Part ProjectWorker::makePart(
    const ProjectPart& part, const std::shared_ptr<Context>& context, const std::stop_token& stop)
{
    Part result;
    result.source = part;
    result.info.role = ProjectText::role(part.role);
    result.info.name = fromUtf8(part.name);
    result.info.path = fromPath(part.path);
    try {
        plan(result, context, stop);
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled)
            throw;
        result.hasLostDevice = error.kind() == ErrorKind::DeviceLost;
        result.info.state = PartState::Unusable;
        result.info.problem = fromUtf8(error.message());
    }
    return result;
}

void ProjectWorker::plan(Part& part, const std::shared_ptr<Context>& context, const std::stop_token& stop)
{
    onnx_io::ReadOptions readOptions;
    readOptions.stopToken = stop;
    auto session = std::make_unique<Session>(context);
    session->open(openModel(toUtf8(part.info.path), readOptions));
    GraphRequest graphRequest;
    graphRequest.stop = stop;
    session->build(graphRequest);
    checkHasBytes(session->graph());
    const LoadPrediction prediction = session->graph().predict();
    // Too little for any step: how much it needs is told.
    const LoadPrediction least =
        session->graph().predict({.mode = LoadMode::Streamed, .deviceBudget = 1, .sharesBudget = true});
    const MemoryPlan memory = session->graph().memoryPlan();
    part.session = std::move(session);
    part.info.weightBytes = static_cast<qint64>(memory.constantBytes);
    part.info.deviceBytes = static_cast<qint64>(
        prediction.deviceWeightsBytes + prediction.importedBytes + prediction.deviceActivationsBytes);
    part.info.cpuBytes = static_cast<qint64>(prediction.hostOverheadBytes);
    part.info.leastBudgetBytes = least.leastBudgetBytes;
}

void ProjectWorker::setState(size_t index, PartState state)
{
    m_parts[index].info.state = state;
    emit partChanged(static_cast<int>(index), m_parts[index].info);
}

// The GUI thread hears of it later, when more may be held.
void ProjectWorker::begin()
{
    if (!m_context)
        return; // there are no parts either
    static_cast<void>(m_context->meter()->takeHighest());
    m_clock = std::make_shared<LoadClock>();
    m_clock->run();
    emit begun(m_clock, m_context->meter()->snapshot());
}

void ProjectWorker::beginPhase(const QString& label, const QString& sentence)
{
    emit phaseBegun(label, sentence, momentOf(*m_clock, *m_context->meter()));
}

void ProjectWorker::holdClock()
{
    if (m_clock)
        m_clock->hold();
}

void ProjectWorker::load(size_t index, uint64_t budget, const std::stop_token& stop)
{
    Part& part = m_parts[index];
    const QString label = labelOf(part.info);
    beginPhase(tr("load %1").arg(label), tr("Loading %1…").arg(label));
    part.info.isOnDevice = true;
    part.info.budgetBytes = budget;
    part.info.loadSeconds = part.info.runSeconds = -1;
    setState(index, PartState::Loading);
    QElapsedTimer timer;
    timer.start();
    // A limit is for copies: pages of the file that the device uses in place would take none of it.
    const LoadOptions options {.mode = budget > 0 ? LoadMode::Streamed : LoadMode::Auto,
        .deviceBudget = budget,
        .sharesBudget = budget > 0};
    const auto job = part.session->load(options);
    static_cast<void>(part.session->compileKernels()); // meanwhile
    job->run(stop);
    part.info.loadSeconds = secondsOf(timer);
    setState(index, PartState::Loaded);
}

// One without weights, say, which has nothing to wait for.
void ProjectWorker::noteLoaded(size_t index, uint64_t budget)
{
    m_parts[index].info.budgetBytes = budget;
    setState(index, PartState::Loaded);
}

void ProjectWorker::run(size_t index, const std::stop_token& stop)
{
    Part& part = m_parts[index];
    const QString label = labelOf(part.info);
    beginPhase(tr("run %1").arg(label), tr("Running %1…").arg(label));
    setState(index, PartState::Running);
    RunOptions options;
    options.stop = stop;
    part.session->feed();
    const RunReport report = part.session->run(options);
    part.info.runSeconds = report.seconds.front();
    setState(index, PartState::Loaded);
}

void ProjectWorker::unload(size_t index)
{
    ProjectPartInfo& info = m_parts[index].info;
    m_parts[index].session->unload();
    info.isOnDevice = false;
    const bool hasRun = info.runSeconds >= 0;
    if (!hasRun)
        info.loadSeconds = -1;
    setState(index, hasRun ? PartState::Done : PartState::Hollow);
}

// What other parts hold is not given back for a limit that one of them cannot run with. OutOfMemory.
void ProjectWorker::checkBudget(uint64_t budget) const
{
    for (const Part& part : m_parts) {
        if (budget == 0 || budget >= part.info.leastBudgetBytes)
            continue;
        const ComparedSizes sizes = compareSizes(budget, part.info.leastBudgetBytes);
        throw Error(ErrorKind::OutOfMemory,
            "A device budget of " + sizes.first + " is too small for '" + part.source.name + "', which needs "
                + sizes.second + "; give " + std::to_string(ceilDivide(part.info.leastBudgetBytes, MiB))
                + " MiB or more, or no budget");
    }
}

void ProjectWorker::loadAll(uint64_t budget, const std::stop_token& stop)
{
    guarded(Task::Load, [&] {
        checkBudget(budget);
        // Parts share one limit, and what came with another one is planned anew: first all of it goes.
        for (size_t i = 0; i < m_parts.size(); ++i) {
            if (m_parts[i].info.isOnDevice && m_parts[i].info.budgetBytes != budget)
                unload(i);
        }
        begin();
        for (size_t i = 0; i < m_parts.size(); ++i) {
            if (m_parts[i].session && !m_parts[i].session->graph().unsetConstants().empty())
                load(i, budget, stop);
            else if (m_parts[i].info.isToLoad(budget))
                noteLoaded(i, budget);
        }
    });
}

void ProjectWorker::runInTurn(uint64_t budget, const std::stop_token& stop)
{
    guarded(Task::Run, [&] {
        checkBudget(budget);
        for (size_t i = 0; i < m_parts.size(); ++i) {
            if (m_parts[i].session)
                unload(i);
        }
        begin();
        for (size_t i = 0; i < m_parts.size(); ++i) {
            if (!m_parts[i].session)
                continue;
            load(i, budget, stop);
            run(i, stop);
            unload(i);
        }
    });
}

void ProjectWorker::unloadAll()
{
    guarded(Task::Unload, [&] {
        begin();
        for (size_t i = 0; i < m_parts.size(); ++i) {
            if (m_parts[i].session)
                unload(i);
        }
    });
}

} // namespace weightless::ui
