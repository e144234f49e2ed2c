// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of the parts below them, and what cannot be used among them.
#include "ui/project/projectdialog.h"
#include "widgets/plaintext.h"

#include <QLabel>
#include <QTableView>

#include <algorithm>

namespace weightless::ui {

namespace {

bool isUnusable(const ProjectPartInfo& part)
{
    return part.state == PartState::Unusable;
}

} // namespace

const ProjectPartInfo* ProjectDialog::selected() const
{
    const int row = m_table->currentIndex().row();
    return row < 0 ? nullptr : &m_model->parts()[static_cast<size_t>(row)];
}

const ProjectPartInfo* ProjectDialog::obstacle() const
{
    if (!m_project)
        return nullptr;
    // A pipeline gives its parts sizes of its own: what cannot be planned alone may be part of one.
    for (const size_t place : m_project->pipelineParts) {
        const ProjectPartInfo& part = m_model->parts()[place];
        if (isUnusable(part) && (!part.isReadable || part.lacksBytes))
            return &part;
    }
    return nullptr;
}

int ProjectDialog::unusableCount() const
{
    return static_cast<int>(std::ranges::count_if(m_model->parts(), isUnusable));
}

QString ProjectDialog::problemText(const ProjectPartInfo& part)
{
    return tr("%1 cannot be used: %2").arg(widgets::shownName(part.name), part.problem);
}

// What is wrong with a part is said, not only in its tooltip.
QString ProjectDialog::readText() const
{
    const auto& parts = m_model->parts();
    if (const ProjectPartInfo* part = selected(); part && isUnusable(*part))
        return problemText(*part);
    const auto first = std::ranges::find_if(parts, isUnusable);
    return first == parts.end() ? tr("Ready.") : problemText(*first);
}

QString ProjectDialog::loadedText() const
{
    QString text = tr("All is loaded.");
    if (const int left = unusableCount(); left > 0)
        text += QLatin1Char(' ') + tr("%Ln part(s) cannot be used and did not load.", nullptr, left);
    return text;
}

QString ProjectDialog::ranText() const
{
    QString text = tr("Each has run, and is unloaded.");
    if (const int left = unusableCount(); left > 0)
        text += QLatin1Char(' ') + tr("%Ln part(s) cannot be used and did not run.", nullptr, left);
    return text;
}

QString ProjectDialog::unloadedText() const
{
    return tr("All is unloaded.");
}

// Of the part that is selected. Of another one there is what was told last.
void ProjectDialog::showProblem()
{
    if (m_job.isBusy())
        return;
    const ProjectPartInfo* part = selected();
    m_message->setText(part && isUnusable(*part) ? problemText(*part) : m_told);
}

void ProjectDialog::tell(const QString& message)
{
    m_told = message;
    m_message->setText(message);
}

} // namespace weightless::ui
