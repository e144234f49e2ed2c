// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/windowstatusbar.h"

#include "ui/text/loadtext.h"
#include "ui/window/icons.h"
#include "widgets/elidinglabel.h"
#include "widgets/formatbytes.h"

#include <QProgressBar>
#include <QToolButton>

#include <utility>

namespace weightless::ui {

namespace {

qint64 onDevice(const widgets::MemorySample& sample)
{
    return sample.deviceWeightsBytes + sample.deviceActivationsBytes;
}

} // namespace

WindowStatusBar::WindowStatusBar(EngineController& controller, QWidget* parent)
    : QStatusBar(parent)
    , m_controller(controller)
    , m_state(new widgets::ElidingLabel(Qt::ElideRight, this))
    , m_progress(new QProgressBar(this))
    , m_memory(new widgets::ElidingLabel(Qt::ElideRight, this))
    , m_problems(new QToolButton(this))
{
    m_state->setAccessibleName(tr("State"));
    m_state->setContentsMargins(8, 0, 0, 0);
    m_progress->setFixedSize(160, 6);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress"));
    m_memory->setAccessibleName(tr("Memory in use"));
    m_problems->setAccessibleName(tr("Show the problems"));
    // No wider than its text: a message that passes has the room left of it.
    m_memory->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_memory->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_problems->setAutoRaise(true);
    m_problems->setFocusPolicy(Qt::TabFocus);
    m_problems->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setSizeGripEnabled(false);
    addWidget(m_state, 1);
    // Not hidden by messages that pass: they would be drawn over it.
    for (QWidget* widget : {static_cast<QWidget*>(m_progress), static_cast<QWidget*>(m_problems)})
        addPermanentWidget(widget);
    insertPermanentWidget(1, m_memory);
    connect(m_problems, &QToolButton::clicked, this, &WindowStatusBar::problemsRequested);
    connect(&m_controller, &EngineController::stateChanged, this, &WindowStatusBar::showState);
    connect(&m_controller, &EngineController::progressed, this, &WindowStatusBar::showProgress);
    connect(&m_controller, &EngineController::memorySampled, this, &WindowStatusBar::showMemory);
    connect(&widgets::byteUnitsNotifier(), &widgets::ByteUnitsNotifier::changed, this, [this] {
        showState();
        showMemory(m_controller.sampleNow());
    });
    m_telling.setSingleShot(true);
    connect(&m_telling, &QTimer::timeout, this, &WindowStatusBar::showState);
    setProblems(0, 0);
    setProblemsShown(false);
    showState();
}

void WindowStatusBar::tell(const QString& message, int ms)
{
    m_state->setText(message);
    m_telling.start(ms);
}

void WindowStatusBar::showState()
{
    m_telling.stop();
    const EngineState state = m_controller.state();
    m_state->setText(LoadText::state(m_controller));
    const bool isIndefinite = state == EngineState::Opening || state == EngineState::Building
        || state == EngineState::Running || state == EngineState::Unloading;
    m_progress->setVisible(m_controller.isBusy() || state == EngineState::Paused);
    m_progress->setRange(0, isIndefinite ? 0 : 1000);
}

void WindowStatusBar::showProgress()
{
    if (const LoadFeedPtr& feed = m_controller.feed())
        m_progress->setValue(static_cast<int>(LoadText::progress(m_controller, *feed).fraction * 1000));
}

void WindowStatusBar::showMemory(const widgets::MemorySample& sample)
{
    using widgets::formatBytes;
    const widgets::MemorySample beside = m_heldBeside ? m_heldBeside() : widgets::MemorySample();
    m_memory->setText(tr("Device %1 · CPU beyond the weights %2 · Process %3")
                          .arg(formatBytes(onDevice(sample) + onDevice(beside)),
                              formatBytes(sample.cpuOverheadBytes + beside.cpuOverheadBytes),
                              formatBytes(sample.processRssBytes)));
}

void WindowStatusBar::countBeside(std::function<widgets::MemorySample()> held)
{
    m_heldBeside = std::move(held);
}

void WindowStatusBar::setProblemsShown(bool isShown)
{
    m_problems->setVisible(isShown);
    // What comes last keeps clear of the window's border.
    m_memory->setContentsMargins(0, 0, isShown ? 0 : m_state->contentsMargins().left(), 0);
}

void WindowStatusBar::setProblems(int errors, int warnings)
{
    m_problems->setIcon(icon(errors > 0 ? QStringLiteral("error")
            : warnings > 0              ? QStringLiteral("warning")
                                        : QStringLiteral("done")));
    m_problems->setText(errors > 0 ? tr("%Ln error(s)", nullptr, errors)
            : warnings > 0         ? tr("%Ln warning(s)", nullptr, warnings)
                                   : tr("No problems"));
}

} // namespace weightless::ui
