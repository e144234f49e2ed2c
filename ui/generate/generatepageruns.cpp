// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of a GeneratePage, one after the other, and their curves.
#include "ui/generate/generateform.h"
#include "ui/generate/generatepage.h"
#include "ui/generate/generateworker.h"
#include "ui/generate/rememberedforms.h"
#include "ui/generate/waysarea.h"
#include "ui/text/modetext.h"
#include "widgets/plot/memoryplot.h"

#include <QLabel>

#include <algorithm>

namespace weightless::ui {

QString GeneratePage::durationText(double seconds)
{
    const auto whole = qRound64(seconds);
    return whole < 60 ? tr("%1 s").arg(whole) : tr("%1 min %2 s").arg(whole / 60).arg(whole % 60);
}

QString GeneratePage::doneText() const
{
    if (!m_summary)
        return tr("Ready.");
    return m_made.ways > 1 ? tr("Done: %1 ways in %2.").arg(m_made.ways).arg(durationText(m_made.seconds))
                           : tr("Done in %1.").arg(durationText(m_summary->seconds));
}

void GeneratePage::generate()
{
    if (!m_info || m_job.isBusy())
        return;
    m_request = m_form->request();
    m_made = {};
    rememberForm();
    start(tr("Beginning…"), false);
}

// As it stands: what is sent to the engine may have another mode.
void GeneratePage::rememberForm()
{
    m_kept = m_form->choices();
    if (m_remembered)
        m_remembered->remember(m_place, m_kept);
}

void GeneratePage::keepChoices()
{
    if (m_info && m_form->choices() != m_kept)
        rememberForm();
}

void GeneratePage::start(const QString& what, bool fromNothing)
{
    m_isGenerating = true;
    m_isDrawing = false;
    m_isApart = m_isApart || !m_ways.isSameWork(m_request);
    if (m_isApart)
        hideEarlierCurves();
    m_pictures->beginRun();
    m_plot->show();
    m_plot->beginRun(
        GenerationWays::nameOf(m_request), m_request.inTurn ? 0 : ModeText::look(m_request.parts.load.mode));
    m_plot->resetZoom();
    request(what, [wanted = m_request, fromNothing](GenerateWorker& worker, const std::stop_token& stop) {
        worker.generate(wanted, fromNothing, stop);
    });
}

void GeneratePage::compareWays()
{
    if (!m_info || m_job.isBusy())
        return;
    m_made = {};
    m_isApart = true;
    rememberForm();
    const diffusion::GenerationRequest wanted = m_form->request();
    for (const LoadMode mode : {LoadMode::Conventional, LoadMode::Streamed, LoadMode::ZeroCopy}) {
        m_queue.push_back(wanted);
        m_queue.back().parts.load.mode = mode;
        m_queue.back().inTurn = false;
        if (mode != LoadMode::Streamed)
            m_queue.back().parts.load.deviceBudget = 0; // a limit is for what is copied bit by bit
    }
    m_queue.push_back(wanted);
    m_queue.back().parts.load.mode = LoadMode::Streamed;
    m_queue.back().inTurn = true;
    startNext();
}

void GeneratePage::startNext()
{
    if (m_queue.empty() || m_job.isBusy())
        return;
    m_request = m_queue.front();
    m_queue.pop_front();
    start(tr("Beginning: %1").arg(GenerationWays::nameOf(m_request)), true);
}

void GeneratePage::cancel()
{
    m_queue.clear();
    if (m_job.isBusy()) {
        m_message->setText(tr("Cancelling…"));
        m_job.requestStop();
    }
}

void GeneratePage::keepRun(const std::shared_ptr<const GenerationSummary>& summary)
{
    m_summary = summary;
    m_summaryRun = m_pictures->run();
    ++m_made.ways;
    m_made.seconds += summary->seconds;
    sample();
    if (!m_ways.isSameWork(summary->request))
        m_plot->forgetEarlierRuns();
    m_isApart = false;
    m_ways.add(*summary);
    m_plot->endRun(m_job.seconds());
    m_waysArea->setWays(m_ways);
}

// What failed or was cancelled is not compared with what was made.
void GeneratePage::forgetCurve()
{
    m_isGenerating = false; // nothing is drawn of it any more
    m_plot->forgetNewestRun();
    if (m_isApart)
        showEarlierCurves();
    m_isApart = false;
    m_plot->setVisible(hasCurves());
}

// A long one leaves no width to what is made now. Once that is made those of other work go; of a comparison
// they stay where they are, to be shown in the legend.
void GeneratePage::hideEarlierCurves()
{
    m_wereVisible.clear();
    for (int run = 0; hasCurves() && run < static_cast<int>(m_plot->runNames().size()); ++run) {
        m_wereVisible.push_back(m_plot->isRunVisible(run));
        m_plot->setRunVisible(run, false);
    }
}

// Those that were: the others the user has hidden. Of many the chart may have given up the oldest meanwhile.
void GeneratePage::showEarlierCurves()
{
    const auto left = hasCurves() ? static_cast<size_t>(m_plot->runNames().size()) : 0;
    const size_t gone = m_wereVisible.size() - std::min(m_wereVisible.size(), left);
    for (size_t run = gone; run < m_wereVisible.size(); ++run)
        m_plot->setRunVisible(static_cast<int>(run - gone), m_wereVisible[run]);
    m_wereVisible.clear();
}

// An empty chart has one run, without a name.
bool GeneratePage::hasCurves() const
{
    return m_plot->runNames() != QStringList {QString()};
}

} // namespace weightless::ui
