// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/generationreport.h"

#include "engine/base/version.h"
#include "ui/text/projecttext.h"
#include "ui/text/text.h"
#include "widgets/formatbytes.h"

#include <QBuffer>
#include <QLocale>
#include <QSysInfo>
#include <QThread>

namespace weightless::ui {

namespace {

constexpr auto style =
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c;"
    "background:#fff}table{border-collapse:collapse;width:100%}th,td{padding:.35rem .6rem;border-bottom:1px "
    "solid #ccc;text-align:right}th:first-child,td:first-child{text-align:left}img{max-width:100%}pre{"
    "white-space:pre-wrap}@media(prefers-color-scheme:dark){body{color:#eee;background:#1c1c1c}}";

QString picture(const QImage& image, const QString& description)
{
    QByteArray png;
    QBuffer buffer(&png);
    buffer.open(QIODevice::WriteOnly);
    if (image.isNull() || !image.save(&buffer, "PNG"))
        return {};
    return QStringLiteral("<p><img alt=\"%1\" src=\"data:image/png;base64,%2\"></p>")
        .arg(description.toHtmlEscaped(), QString::fromLatin1(png.toBase64()));
}

QString row(const QStringList& cells, const QString& tag)
{
    QString html = QStringLiteral("<tr>");
    for (const QString& cell : cells) // what is named, and its figures
        html += QStringLiteral("<%1 align=\"%2\">%3</%1>")
                    .arg(tag, &cell == &cells.front() ? QStringLiteral("left") : QStringLiteral("right"),
                        cell.toHtmlEscaped());
    return html + QStringLiteral("</tr>\n");
}

QString secondsText(double seconds)
{
    return QLocale().toString(seconds, 'f', 2);
}

} // namespace

QString GenerationReportPage::waysTable(const GenerationWays& ways)
{
    QString html = row({tr("Way"), tr("Device, highest"), tr("CPU beyond the weights, highest"),
                           tr("Time, s"), tr("Compile, s")},
        QStringLiteral("th"));
    for (const GenerationWays::Way& way : ways.ways())
        html += row({way.name, widgets::formatBytes(way.deviceBytes), widgets::formatBytes(way.hostBytes),
                        secondsText(way.seconds), secondsText(way.compileSeconds)},
            QStringLiteral("td"));
    return QStringLiteral("<table cellspacing=\"0\" cellpadding=\"3\">%1</table>").arg(html);
}

QString GenerationReportPage::phasesTable(const std::vector<diffusion::GenerationPhase>& phases)
{
    const QStringList names {
        tr("plan %1"), tr("load %1"), tr("compile %1"), tr("text (%1)"), tr("steps (%1)"), tr("decode (%1)")};
    QString html = row({tr("Phase"), tr("Device, highest"), tr("CPU beyond the weights, highest"),
                           tr("Time, s"), tr("Compile, s")},
        QStringLiteral("th"));
    for (const diffusion::GenerationPhase& phase : phases)
        html += row({names[static_cast<int>(phase.kind)].arg(ProjectText::roleNamed(phase.part)),
                        widgets::formatBytes(static_cast<qint64>(phase.deviceBytes)),
                        widgets::formatBytes(static_cast<qint64>(phase.hostBytes)),
                        secondsText(phase.seconds - phase.compileSeconds), secondsText(phase.compileSeconds)},
            QStringLiteral("td"));
    return QStringLiteral("<table cellspacing=\"0\" cellpadding=\"3\">%1</table>").arg(html);
}

QByteArray GenerationReportPage::html(const Content& content)
{
    const auto heading = [](const QString& text) {
        return QStringLiteral("<h2>%1</h2>\n").arg(text.toHtmlEscaped());
    };
    const QString title = tr("A picture, and what it cost");
    QString body = QStringLiteral("<h1>%1</h1>\n").arg(title.toHtmlEscaped());
    body += picture(content.picture, tr("The picture"));
    body += QStringLiteral("<pre>%1</pre>\n").arg(content.parameters.toHtmlEscaped());
    body += heading(tr("Memory over time")) + picture(content.chart, tr("Memory over time"));
    body += heading(tr("Ways of loading")) + waysTable(content.ways);
    body += heading(tr("Phases of the last one")) + phasesTable(content.phases);
    body += heading(tr("Where"));
    body += QStringLiteral("<p>%1<br>%2<br>%3<br>%4</p>\n")
                .arg(content.device.toHtmlEscaped(), content.folder.toHtmlEscaped(),
                    tr("%1, %2, %3 processors")
                        .arg(QSysInfo::prettyProductName(), QSysInfo::currentCpuArchitecture())
                        .arg(QThread::idealThreadCount())
                        .toHtmlEscaped(),
                    tr("Weightless %1").arg(fromUtf8(version())));
    return QStringLiteral("<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>%1</title><style>%2"
                          "</style></head><body>\n%3</body></html>\n")
        .arg(title.toHtmlEscaped(), QLatin1String(style), body)
        .toUtf8();
}

} // namespace weightless::ui
