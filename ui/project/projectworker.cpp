// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/project/projectworker.h"

#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/diffusion/folder/pipelinefolder.h"
#include "ui/engine/contextoptions.h"
#include "ui/text/projecttext.h"
#include "ui/text/text.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>
#include <system_error>

namespace weightless::ui {

namespace {

// Why a part cannot be loaded; empty: its bytes are there.
std::string lackOf(const Graph& graph)
{
    for (const size_t i : graph.unsetConstants()) {
        if (const std::string& problem = graph.constant(i).problem; !problem.empty())
            return problem;
    }
    return {};
}

// What is made with a folder's parts often lies in it, and is none of them.
bool isPicture(const std::filesystem::path& file)
{
    constexpr std::array<std::string_view, 4> suffixes {".png", ".jpg", ".jpeg", ".webp"};
    return std::ranges::find(suffixes, lowerCase(displayPath(file.extension()))) != suffixes.end();
}

// Their places among all parts. What is refused as a whole is told when a picture is asked for.
std::vector<size_t> pipelinePartsOf(const Project& project)
{
    std::vector<size_t> places;
    try {
        for (const ProjectPart* part : diffusion::pipelineParts(project))
            places.push_back(static_cast<size_t>(part - project.parts.data()));
    } catch (const Error&) {
        places.clear();
    }
    return places;
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

void ProjectWorker::guarded(Task task, const std::function<void()>& work)
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
        else if (task != Task::Open && problem.kind == ErrorKind::Io)
            adviseReading(problem);
        holdClock();
        emit failed(problem);
    }
}

// A file may be another one though its size and its time are the same, and is read again too.
void ProjectWorker::adviseReading(Problem& problem)
{
    m_stamp.clear();
    problem.advice = isHeld() ? tr("Unload all, then try again: files that were changed are read anew then.")
                              : tr("Try again: files that were changed are read anew then.");
}

bool ProjectWorker::isHeld() const
{
    return std::ranges::any_of(m_parts, [](const Part& part) { return part.info.isOnDevice; });
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
        if (entry->is_regular_file(none) && !isPicture(entry->path()))
            stamp[entry->path()] = {entry->file_size(none), entry->last_write_time(none)};
    }
    return stamp;
}

void ProjectWorker::open(const QString& folder, const std::stop_token& stop)
{
    guarded(Task::Open, [&] { read(folder, stop); });
}

void ProjectWorker::read(const QString& folder, const std::stop_token& stop)
{
    m_isLookingForModels = true;
    const Stamp stamp = stampOf(toPath(folder)); // before they are read
    const auto project = recogniseProject(toPath(folder));
    if (!project)
        throw Error(ErrorKind::InvalidArgument,
            "The folder " + displayPath(toPath(folder)) + " holds no .onnx model");
    m_isLookingForModels = false;
    readParts(*project, folder, stop);
    m_stamp = stamp;
}

bool ProjectWorker::readIfChanged(const std::stop_token& stop)
{
    if (!m_context || isHeld() || stampOf(toPath(m_info.folder)) == m_stamp)
        return false;
    read(m_info.folder, stop);
    return true;
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
    info->pipelineParts = pipelinePartsOf(project);
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
    part.info.isReadable = true;
    GraphRequest graphRequest;
    graphRequest.stop = stop;
    session->build(graphRequest);
    if (const std::string lack = lackOf(session->graph()); !lack.empty()) { // told before a load fails
        part.info.lacksBytes = true;
        throw Error(ErrorKind::Io, lack);
    }
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

} // namespace weightless::ui
