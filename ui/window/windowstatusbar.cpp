// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/windowstatusbar.h"

#include "ui/text/loadtext.h"
#include "ui/window/icons.h"
#include "widgets/formatbytes.h"
#include "widgets/plaintext.h"

#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

namespace weightless::ui {

WindowStatusBar::WindowStatusBar(EngineController& controller, QWidget* parent)
    : QStatusBar(parent)
    , m_controller(controller)
    , m_state(new QLabel(this))
    , m_progress(new QProgressBar(this))
    , m_cancel(new QToolButton(this))
    , m_memory(new QLabel(this))
    , m_problems(new QToolButton(this))
{
    m_state->setAccessibleName(tr("State"));
    m_state->setTextFormat(Qt::PlainText);
    // A long text must not widen the window.
    m_state->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_progress->setMaximumWidth(180);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress"));
    m_cancel->setIcon(icon(QStringLiteral("stop")));
    m_cancel->setToolTip(tr("Cancel"));
    m_cancel->setAccessibleName(tr("Cancel what is under way"));
    m_memory->setAccessibleName(tr("Memory in use"));
    m_problems->setAccessibleName(tr("Show the problems"));
    for (QToolButton* button : {m_cancel, m_problems}) {
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
    }
    addWidget(m_state, 1);
    // Not hidden by messages that pass: they would be drawn over it.
    for (QWidget* widget : {static_cast<QWidget*>(m_progress), static_cast<QWidget*>(m_cancel),
             static_cast<QWidget*>(m_memory), static_cast<QWidget*>(m_problems)})
        addPermanentWidget(widget);
    connect(m_problems, &QToolButton::clicked, this, &WindowStatusBar::problemsRequested);
    connect(m_cancel, &QToolButton::clicked, &m_controller, &EngineController::cancel);
    connect(&m_controller, &EngineController::stateChanged, this, &WindowStatusBar::showState);
    connect(&m_controller, &EngineController::progressed, this, &WindowStatusBar::showProgress);
    connect(&m_controller, &EngineController::memorySampled, this, &WindowStatusBar::showMemory);
    setProblems(0, 0);
    showState();
}

void WindowStatusBar::showState()
{
    const EngineState state = m_controller.state();
    const QString text = LoadText::state(m_controller);
    m_state->setText(text);
    m_state->setToolTip(widgets::plainToolTip(text));
    const bool isIndefinite =
        state == EngineState::Opening || state == EngineState::Building || state == EngineState::Running;
    m_progress->setVisible(m_controller.isBusy() || state == EngineState::Paused);
    m_progress->setRange(0, isIndefinite ? 0 : 1000);
    m_cancel->setVisible(state == EngineState::Opening || state == EngineState::Loading
        || state == EngineState::Paused || state == EngineState::Running);
}

void WindowStatusBar::showProgress()
{
    if (const LoadFeedPtr& feed = m_controller.feed())
        m_progress->setValue(static_cast<int>(LoadText::progress(m_controller, *feed).fraction * 1000));
}

void WindowStatusBar::showMemory(const widgets::MemorySample& sample)
{
    using widgets::formatBytes;
    const qint64 device =
        sample.deviceWeightsBytes + sample.deviceActivationsBytes + sample.deviceStagingBytes;
    m_memory->setText(tr("device %1 · CPU beyond the weights %2 · process %3")
                          .arg(formatBytes(device), formatBytes(sample.cpuOverheadBytes),
                              formatBytes(sample.processRssBytes)));
}

void WindowStatusBar::setProblems(int errors, int warnings)
{
    m_problems->setText(errors + warnings == 0 ? tr("No problems")
            : errors == 0                      ? tr("⚠ %Ln warning(s)", nullptr, warnings)
                                               : tr("✖ %Ln error(s)", nullptr, errors));
}

} // namespace weightless::ui
