// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/problemguide.h"

#include "ui/models/problemmodel.h"
#include "ui/pages/problemspage.h"
#include "ui/start/startpage.h"
#include "ui/window/docklayout.h"
#include "ui/window/windowpages.h"
#include "ui/window/windowstatusbar.h"

#include <QDockWidget>
#include <QLabel>

namespace weightless::ui {

namespace {

// Of this machine and of the program, whatever model is open.
bool isOfNoModel(const Problem& problem)
{
    return problem.task == Task::General || problem.task == Task::ListDevices;
}

} // namespace

ProblemGuide::ProblemGuide(EngineController& controller, DockLayout& layout, const WindowPages& pages,
    WindowStatusBar& status, QObject* parent)
    : QObject(parent)
    , m_controller(controller)
    , m_layout(layout)
    , m_pages(pages)
    , m_status(status)
{
    connect(m_pages.problems, &ProblemsPage::changed, this, &ProblemGuide::onChanged);
    connect(&m_status, &WindowStatusBar::problemsRequested, this, &ProblemGuide::showNewest);
    connect(&m_controller, &EngineController::modelOpened, this, &ProblemGuide::onModelOpened);
    connect(&m_controller, &EngineController::graphBuilt, this, [this] { settle(Task::Build); });
    connect(&m_controller, &EngineController::runFinished, this, [this] {
        settle(Task::Run);
        m_layout.release(Panel::Problems);
    });
    connect(&m_controller, &EngineController::loadEnded, this, [this](const LoadResult& result) {
        if (result.outcome != LoadOutcome::Finished)
            return;
        settle(Task::Load);
        m_layout.release(Panel::Problems);
    });
    connect(&m_controller, &EngineController::modelClosed, this, [this] {
        if (m_controller.state() != EngineState::Opening)
            m_pages.problems->keep(isOfNoModel);
    });
    connect(&m_layout, &DockLayout::entered, this, &ProblemGuide::updateStatus);
    connect(&m_layout, &DockLayout::left, this, &ProblemGuide::updateStatus);
    connect(m_pages.start, &StartPage::problemChanged, this, &ProblemGuide::updateStatus);
    updateStatus();
}

void ProblemGuide::noteOpening()
{
    m_opening = QDateTime::currentDateTime();
}

void ProblemGuide::onModelOpened()
{
    m_pages.problems->keep(
        [this](const Problem& problem) { return isOfNoModel(problem) || problem.when >= m_opening; });
}

void ProblemGuide::settle(Task task)
{
    m_pages.problems->keep([task](const Problem& problem) {
        return problem.task != task || problem.severity != Severity::Error;
    });
}

void ProblemGuide::report(const Problem& problem)
{
    m_pages.problems->add(problem);
    if (problem.severity == Severity::Error && !m_layout.isEntered())
        showNewest();
}

void ProblemGuide::onChanged(int errors, int warnings)
{
    const int count = errors + warnings;
    m_layout.dock(Panel::Problems)
        .setWindowTitle(count > 0 ? tr("Problems (%1)").arg(count) : WindowPages::title(Panel::Problems));
    m_status.setProblems(errors, warnings);
    if (errors > m_shownErrors)
        m_layout.hold(Panel::Problems);
    else if (errors == 0)
        m_layout.release(Panel::Problems);
    m_shownErrors = errors;
    updateStatus();
}

// Where the Problems page is, or on the start page, which has no panels.
void ProblemGuide::showNewest()
{
    const std::vector<Problem>& problems = m_pages.problems->model().problems();
    if (m_layout.isEntered()) {
        m_layout.show(Panel::Problems);
    } else if (!problems.empty()) {
        const Problem& newest = problems.back();
        m_pages.start->setProblem(
            newest.advice.isEmpty() ? newest.message : QString(newest.message + u'\n' + newest.advice));
    }
}

// On the start page there is nothing to lead to when nothing is wrong, or when it says so already.
void ProblemGuide::updateStatus()
{
    const bool isTold = !m_pages.start->problemLabel().text().isEmpty();
    m_status.setProblemsShown(
        m_layout.isEntered() || (!isTold && !m_pages.problems->model().problems().empty()));
}

} // namespace weightless::ui
