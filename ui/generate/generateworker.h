// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/diffusion/pipeline/pipeline.h"
#include "ui/engine/loadclock.h"
#include "ui/generate/generatetypes.h"
#include "ui/generate/pipelineplace.h"
#include "ui/text/problem.h"

#include <QObject>

#include <memory>
#include <optional>
#include <stop_token>

namespace weightless::ui {

// Lives on a thread of its own and owns a pipeline on one device. Slots are requests, called through the
// event queue; each ends with finished() or failed().
class GenerateWorker : public QObject {
    Q_OBJECT

public:
    explicit GenerateWorker(std::optional<int> device, QObject* parent = nullptr);
    ~GenerateWorker() override;

public slots:
    void open(const weightless::ui::PipelinePlace& place, const std::stop_token& stop);
    // `fromNothing`: what is loaded is given back first, so that the whole way is seen.
    void generate(const weightless::diffusion::GenerationRequest& request, bool fromNothing,
        const std::stop_token& stop);

signals:
    void opened(const std::shared_ptr<const weightless::ui::PipelineInfo>& info);
    // What is held from now on is of the picture: what was not to stay has been given back. With its clock,
    // which begins now and is held when the picture is made, and with what is held at this moment.
    void begun(const std::shared_ptr<const weightless::ui::LoadClock>& clock,
        const weightless::MemorySnapshot& held);
    void phaseBegun(const QString& label, double seconds); // of that clock
    void kernelsAdvanced(int done, int count); // compiled
    void stepBegun(qint64 picture, qint64 done, qint64 total);
    void previewMade(const QImage& preview);
    void pictureMade(const QImage& picture, quint64 seed);
    void generated(const std::shared_ptr<const weightless::ui::GenerationSummary>& summary);
    void finished();
    void failed(const weightless::ui::Problem& problem);
    void reported(const weightless::ui::Problem& problem); // a warning; from any thread

private:
    template <typename Work>
    void guarded(Task task, Work&& work);
    [[nodiscard]] diffusion::GenerationObserver observer(int64_t steps);
    [[nodiscard]] static QString phaseText(const diffusion::GenerationPhase& phase);

    std::optional<int> m_device;
    std::shared_ptr<Context> m_context;
    std::unique_ptr<diffusion::Pipeline> m_pipeline;
    diffusion::PartOptions m_parts; // of what is loaded
    std::shared_ptr<LoadClock> m_clock = std::make_shared<LoadClock>(); // of the last picture
};

} // namespace weightless::ui
