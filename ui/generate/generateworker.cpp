// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/generateworker.h"

#include "engine/base/error.h"
#include "engine/diffusion/folder/remotefolder.h"
#include "ui/engine/contextoptions.h"
#include "ui/generate/pipelinenotetext.h"
#include "ui/text/projecttext.h"
#include "ui/text/text.h"

#include <cstring>

namespace weightless::ui {

QImage imageOf(const diffusion::RgbPicture& picture)
{
    QImage image(static_cast<int>(picture.width), static_cast<int>(picture.height), QImage::Format_RGB888);
    const auto rowBytes = static_cast<size_t>(picture.width) * 3;
    for (int row = 0; row < image.height(); ++row)
        std::memcpy(
            image.scanLine(row), picture.pixels.data() + static_cast<size_t>(row) * rowBytes, rowBytes);
    return image;
}

GenerateWorker::GenerateWorker(std::optional<int> device, QObject* parent)
    : QObject(parent)
    , m_device(device)
{
}

GenerateWorker::~GenerateWorker() = default;

template <typename Work>
void GenerateWorker::guarded(Task task, Work&& work)
{
    try {
        work();
        emit finished();
    } catch (...) {
        m_clock->hold();
        emit failed(problemOf(task, currentError()));
    }
}

void GenerateWorker::open(const PipelinePlace& place, const std::stop_token& stop)
{
    guarded(Task::Open, [&] {
        const auto report = [this](const Problem& problem) { emit reported(problem); };
        m_context = Context::create(contextOptions(m_device, warningSink(Task::General, report)));
        http::HttpOptions http;
        http.log = warningSink(Task::Open, report);
        http.cacheFolder = toPath(place.keptDownloads);
        diffusion::PipelineFolder folder = isWebAddress(place.location)
            ? diffusion::readRemoteFolder(toUtf8(place.location), http, stop)
            : diffusion::readPipelineFolder(toPath(place.location));
        m_pipeline = std::make_unique<diffusion::Pipeline>(m_context, std::move(folder), http, stop);
        auto info = std::make_shared<PipelineInfo>();
        info->device = fromUtf8(m_context->device().traits.name);
        info->defaults = m_pipeline->defaults();
        if (const auto width = m_pipeline->fixedWidth())
            info->fixedWidth = static_cast<int>(*width);
        if (const auto height = m_pipeline->fixedHeight())
            info->fixedHeight = static_cast<int>(*height);
        info->sizeStep = static_cast<int>(m_pipeline->folder().pixelsPerLatent);
        info->modelBytes = static_cast<qint64>(m_pipeline->modelBytes());
        info->largestPartBytes = static_cast<qint64>(m_pipeline->largestPartBytes());
        info->leastBudgetBytes = m_pipeline->leastBudgetBytes(stop);
        QStringList notes;
        for (const diffusion::PipelineNote& note : m_pipeline->folder().notes)
            notes.append(PipelineNoteText::of(note));
        info->notes = notes.join(QLatin1Char('\n'));
        info->tokenizer = m_pipeline->tokenizer();
        info->tokenLength = m_pipeline->tokenize({}).ids.size();
        info->meter = m_context->meter();
        emit opened(info);
    });
}

QString GenerateWorker::phaseText(const diffusion::GenerationPhase& phase)
{
    switch (phase.kind) {
    case diffusion::GenerationPhase::Kind::Plan:
        return tr("plan %1").arg(ProjectText::roleNamed(phase.part));
    case diffusion::GenerationPhase::Kind::Load:
        return tr("load %1").arg(ProjectText::roleNamed(phase.part));
    case diffusion::GenerationPhase::Kind::Compile:
        return tr("compile %1").arg(ProjectText::roleNamed(phase.part));
    case diffusion::GenerationPhase::Kind::Text:
        return tr("text");
    case diffusion::GenerationPhase::Kind::Steps:
        return {}; // each step says so itself
    case diffusion::GenerationPhase::Kind::Decode:
        return tr("decode");
    }
    return {};
}

diffusion::GenerationObserver GenerateWorker::observer(int64_t steps)
{
    diffusion::GenerationObserver observer;
    observer.onPhase = [this](const diffusion::GenerationPhase& phase) {
        if (const QString text = phaseText(phase); !text.isEmpty())
            emit phaseBegun(text, m_clock->seconds());
    };
    observer.onKernels = [this](const KernelProgress& kernels) {
        emit kernelsAdvanced(static_cast<int>(kernels.done), static_cast<int>(kernels.count));
    };
    observer.onStep = [this, steps](int64_t picture, int64_t done, int64_t total) {
        const int64_t step = diffusion::stepOf(done, total, steps);
        if (done == 0 || (done < total && step != diffusion::stepOf(done - 1, total, steps)))
            emit phaseBegun(tr("step %1").arg(step), m_clock->seconds());
        emit stepBegun(picture, done, total);
    };
    observer.onPreview = [this](const diffusion::RgbPicture& preview) { emit previewMade(imageOf(preview)); };
    observer.onPicture = [this](const diffusion::GeneratedPicture& made) {
        emit pictureMade(imageOf(made.picture), made.seed);
    };
    observer.onWarning = [this](const std::string& message) {
        emit reported(warningOf(Task::Generate, fromUtf8(message)));
    };
    return observer;
}

void GenerateWorker::generate(
    const diffusion::GenerationRequest& request, bool fromNothing, const std::stop_token& stop)
{
    guarded(Task::Generate, [&] {
        if (!m_pipeline)
            throw Error(ErrorKind::InvalidState, "No folder is open that pictures can be made with");
        // What is loaded in another way is of no use to this one, and is not counted with it.
        if (fromNothing || request.inTurn || request.parts != m_parts)
            m_pipeline->release();
        m_parts = request.parts;
        static_cast<void>(m_context->meter()->takeHighest());
        m_clock = std::make_shared<LoadClock>();
        m_clock->run();
        emit begun(m_clock, m_context->meter()->snapshot());
        const diffusion::GenerationReport report =
            m_pipeline->generate(request, observer(request.steps), stop);
        m_clock->hold();
        auto summary = std::make_shared<GenerationSummary>();
        summary->request = request;
        summary->phases = report.phases;
        summary->deviceBytes = static_cast<qint64>(report.deviceBytes());
        summary->hostBytes = static_cast<qint64>(report.hostBytes());
        summary->seconds = report.seconds;
        summary->compileSeconds = report.compileSeconds();
        emit generated(summary);
    });
}

} // namespace weightless::ui
