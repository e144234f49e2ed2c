// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/images/encodepng.h"
#include "ui/dialogs/filetosave.h"
#include "ui/generate/generatepage.h"
#include "ui/generate/generationreport.h"
#include "ui/text/text.h"
#include "widgets/plot/memoryplot.h"

#include <QDir>
#include <QLabel>
#include <QSaveFile>

#include <string>
#include <vector>

namespace weightless::ui {

namespace {

// Qt's writer would put all of the text on one line.
std::string pngOf(const QImage& picture, const std::string& parameters)
{
    const QImage rgb = picture.convertToFormat(QImage::Format_RGB888);
    const auto rowBytes = static_cast<size_t>(rgb.width()) * 3;
    std::vector<uint8_t> pixels;
    pixels.reserve(rowBytes * static_cast<size_t>(rgb.height()));
    for (int row = 0; row < rgb.height(); ++row)
        pixels.insert(pixels.end(), rgb.constScanLine(row), rgb.constScanLine(row) + rowBytes);
    return encodePng(pixels, rgb.width(), rgb.height(), "parameters", parameters);
}

} // namespace

QString GeneratePage::proposedName(const MadePictures::Made* made, const QString& ending) const
{
    const quint64 seed = made ? made->seed : m_request.seed;
    return QDir::home().filePath(QStringLiteral("%1-%2%3").arg(m_place.name()).arg(seed).arg(ending));
}

void GeneratePage::savePicture(const QString& path)
{
    const MadePictures::Made* shown = m_pictures->current();
    if (!shown || isBusy())
        return;
    if (path.isEmpty()) {
        chooseFileToSave(this, tr("Save the picture"), proposedName(shown, QStringLiteral(".png")),
            tr("PNG pictures (*.png)"), [this](const QString& chosen) { savePicture(chosen); });
        return;
    }
    try {
        const std::string png = pngOf(shown->picture, toUtf8(shown->parameters));
        const auto bytes = static_cast<qint64>(png.size());
        QSaveFile file(path);
        const bool isSaved =
            file.open(QIODevice::WriteOnly) && file.write(png.data(), bytes) == bytes && file.commit();
        if (isSaved)
            m_pictures->noteSaved();
        tellSaved(isSaved, isSaved ? path : tr("%1: %2").arg(path, file.errorString()));
    } catch (...) {
        tellSaved(false, tr("%1: %2").arg(path, fromUtf8(currentError().message())));
    }
}

void GeneratePage::saveReport(const QString& path)
{
    if (!m_summary || isBusy())
        return;
    // One of an earlier run may be shown, which cost something else.
    const MadePictures::Made* made = m_pictures->ofRun(m_summaryRun);
    if (path.isEmpty()) {
        chooseFileToSave(this, tr("Save the report"), proposedName(made, QStringLiteral(".html")),
            tr("Web pages (*.html)"), [this](const QString& chosen) { saveReport(chosen); });
        return;
    }
    GenerationReportPage::Content content;
    if (made) {
        content.picture = made->picture;
        content.parameters = made->parameters;
    }
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
