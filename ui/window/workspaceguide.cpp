// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/workspaceguide.h"

#include "ui/text/loadtext.h"
#include "ui/window/docklayout.h"
#include "ui/window/noticebar.h"

namespace weightless::ui {

namespace {

constexpr QLatin1String readyNotice("ready");

} // namespace

WorkspaceGuide::WorkspaceGuide(
    EngineController& controller, DockLayout& layout, NoticeBar& notices, QObject* parent)
    : QObject(parent)
    , m_controller(controller)
    , m_layout(layout)
    , m_notices(notices)
{
    connect(&m_controller, &EngineController::modelOpened, this, &WorkspaceGuide::onOpened);
    connect(&m_controller, &EngineController::modelClosed, this, [this] {
        m_notices.withdrawAll();
        if (m_controller.state() != EngineState::Opening) // else another one takes its place
            m_layout.leave();
    });
    connect(&m_controller, &EngineController::loadStarted, this, [this] { m_layout.enter(Purpose::Load); });
    connect(&m_controller, &EngineController::loadEnded, this, &WorkspaceGuide::onLoadEnded);
    connect(&m_controller, &EngineController::unloaded, this, [this] { m_notices.withdraw(readyNotice); });
    connect(&m_controller, &EngineController::graphBuilt, this, [this] { m_notices.withdraw(readyNotice); });
    connect(&m_controller, &EngineController::runStarted, this, [this] {
        m_notices.withdraw(readyNotice);
        m_layout.enter(Purpose::Run);
    });
    connect(&m_layout, &DockLayout::entered, this, [this](Purpose purpose) {
        if (purpose == Purpose::Run)
            m_notices.withdraw(readyNotice);
    });
}

// Another model, or this one again, leaves the user where he is.
void WorkspaceGuide::onOpened()
{
    m_notices.withdrawAll();
    if (m_layout.isEntered())
        return;
    m_layout.enter(Purpose::Explore);
    m_layout.focus(Panel::Graph); // the keyboard was on the start page, or is where that left it
}

// Running is offered, not forced: the chart of the load that has just ended is what one came for.
void WorkspaceGuide::onLoadEnded(const LoadResult& result)
{
    if (result.outcome != LoadOutcome::Finished || !m_controller.canRun()
        || m_layout.purpose() == Purpose::Run)
        return;
    m_notices.post({.id = readyNotice,
        .icon = QStringLiteral("done"),
        .text = LoadText::isLimited(m_controller)
            ? tr("Loaded: the model can run, and its other weights come meanwhile.")
            : tr("Every weight is loaded: the model can run."),
        .actionText = tr("Go to Run"),
        .run = [this] { m_layout.enter(Purpose::Run); }});
}

} // namespace weightless::ui
