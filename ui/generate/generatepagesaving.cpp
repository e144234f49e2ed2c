// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/generatepage.h"
#include "ui/generate/generationreport.h"
#include "ui/text/text.h"
#include "widgets/plot/memoryplot.h"

#include <QDir>
#include <QFileDialog>
#include <QImageWriter>
#include <QLabel>
#include <QSaveFile>

namespace weightless::ui {

QString GeneratePage::proposedName(const QString& ending) const
{
    return QDir::home().filePath(
        QStringLiteral("%1-%2%3").arg(m_place.name()).arg(m_request.seed).arg(ending));
}

void GeneratePage::savePicture(QString path)
{
    if (m_picture.isNull() || isBusy())
        return;
    if (path.isEmpty())
        path = QFileDialog::getSaveFileName(
            this, tr("Save the picture"), proposedName(QStringLiteral(".png")), tr("PNG pictures (*.png)"));
    if (path.isEmpty())
        return;
    QSaveFile file(path);
    bool isSaved = file.open(QIODevice::WriteOnly);
    if (isSaved) {
        QImageWriter writer(&file, "png");
        writer.setText(QStringLiteral("parameters"), m_parameters);
        isSaved = writer.write(m_picture) && file.commit();
    }
    tellSaved(isSaved, isSaved ? path : tr("%1: %2").arg(path, file.errorString()));
}

void GeneratePage::saveReport(QString path)
{
    if (!m_summary || isBusy())
        return;
    if (path.isEmpty())
        path = QFileDialog::getSaveFileName(
            this, tr("Save the report"), proposedName(QStringLiteral(".html")), tr("Web pages (*.html)"));
    if (path.isEmpty())
        return;
    GenerationReportPage::Content content;
    content.picture = m_picture;
    content.parameters = m_parameters;
    content.chart = m_plot->grab().toImage();
    content.ways = m_ways;
    content.phases = m_summary->phases;
    content.device = m_info->device;
    content.folder = m_place.shown();
    QSaveFile file(path);
    const QByteArray html = GenerationReportPage::html(content);
    const bool isSaved = file.open(QIODevice::WriteOnly) && file.write(html) == html.size() && file.commit();
    tellSaved(isSaved, isSaved ? path : tr("%1: %2").arg(path, file.errorString()));
}

void GeneratePage::tellSaved(bool isSaved, const QString& path)
{
    if (isSaved) {
        m_message->setText(tr("Saved as %1").arg(path));
        return;
    }
    const Problem problem = warningOf(Task::Save, tr("Cannot write %1").arg(path));
    m_message->setText(problem.message);
    emit reported(problem);
}

} // namespace weightless::ui
