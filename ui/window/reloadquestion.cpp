// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/reloadquestion.h"

#include "ui/engine/enginecontroller.h"
#include "ui/text/text.h"

#include <QMessageBox>
#include <QPushButton>

namespace weightless::ui {

ReloadQuestion::ReloadQuestion(const EngineController& controller)
    : m_controller(controller)
{
}

bool ReloadQuestion::hasWeights() const
{
    const BuiltGraphPtr& graph = m_controller.graph();
    return graph && m_controller.hollowCount() < graph->tensorOfConstant.size();
}

bool ReloadQuestion::isUnderWay() const
{
    const EngineState state = m_controller.state();
    return state == EngineState::Loading || state == EngineState::Paused || state == EngineState::Running;
}

QString ReloadQuestion::text() const
{
    const ModelDocumentPtr& document = m_controller.document();
    if (!document)
        return {};
    const QString name = modelTitle(fromPath(document->model.path));
    const EngineState state = m_controller.state();
    if (state == EngineState::Loading || state == EngineState::Paused)
        return tr("Reload %1, stop its load and give up the weights that are loaded?").arg(name);
    if (state == EngineState::Running)
        return tr("Reload %1, stop its run and give up its loaded weights and results?").arg(name);
    if (m_controller.runResult())
        return hasWeights()
            ? tr("Reload %1, and give up its loaded weights and the results of the last run?").arg(name)
            : tr("Reload %1, and give up the results of the last run?").arg(name);
    return hasWeights() ? tr("Reload %1, and give up its loaded weights?").arg(name) : QString();
}

bool ReloadQuestion::mayReload(QWidget& window, ModelWatch::State files) const
{
    const ModelDocumentPtr document = m_controller.document();
    const QString question = text();
    if (question.isEmpty() || (files == ModelWatch::State::Changed && !isUnderWay()))
        return true;
    QMessageBox box(QMessageBox::Question, tr("Reload from Disk"), question, QMessageBox::NoButton, &window);
    box.setTextFormat(Qt::PlainText); // names come from files
    if (files == ModelWatch::State::Same && !isWebAddress(fromPath(m_controller.document()->model.path)))
        box.setInformativeText(tr("No file of the model has changed since it was read."));
    QPushButton* reload = box.addButton(tr("Reload"), QMessageBox::DestructiveRole);
    QPushButton* keep = box.addButton(tr("Keep"), QMessageBox::RejectRole);
    box.setDefaultButton(keep);
    // Who is to read why something failed is not to lose that with the model.
    bool hasFailed = false;
    QObject::connect(&m_controller, &EngineController::reported, &box, [&hasFailed](const Problem& problem) {
        hasFailed = hasFailed || problem.severity == Severity::Error;
    });
    // A load or a run may end, or fail, while the question stands. Queued: what it left is known only then.
    const auto update = [&] {
        const QString current = text();
        box.setText(current);
        if (current.isEmpty()) // nothing would be gone any more
            (hasFailed ? keep : reload)->click();
    };
    QObject::connect(&m_controller, &EngineController::stateChanged, &box, update, Qt::QueuedConnection);
    box.exec();
    return box.clickedButton() == reload && document == m_controller.document();
}

} // namespace weightless::ui
