// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Files from a MemoryPlot.
#include "widgets/plot/memoryplotprivate.h"

#include <QImageWriter>
#include <QSaveFile>
#include <QSvgGenerator>

namespace weightless::widgets {

namespace {

bool fail(QString* error, const QString& filePath, const QString& reason)
{
    if (error)
        *error = MemoryPlot::tr("Cannot write %1: %2").arg(filePath, reason);
    return false;
}

} // namespace

// Numbers are written without a locale: for programs, not for people.
bool MemoryPlot::saveCsv(const QString& filePath, QString* error) const
{
    QSaveFile file(filePath);
    if (!file.open(QIODevice::WriteOnly))
        return fail(error, filePath, file.errorString());
    QByteArray text("seconds,cpu_overhead_bytes,device_weights_bytes,device_activations_bytes,"
                    "device_staging_bytes,process_rss_bytes\n");
    for (const MemorySample& sample : samples()) {
        text += QByteArray::number(sample.seconds, 'f', 6);
        for (qint64 bytes : {sample.cpuOverheadBytes, sample.deviceWeightsBytes,
                 sample.deviceActivationsBytes, sample.deviceStagingBytes})
            text += ',' + QByteArray::number(bytes);
        // Not known is empty, not -1.
        text += ','
            + (sample.processRssBytes >= 0 ? QByteArray::number(sample.processRssBytes) : QByteArray())
            + '\n';
        if (text.size() > (1 << 20)) {
            file.write(text);
            text.clear();
        }
    }
    file.write(text);
    return file.commit() || fail(error, filePath, file.errorString());
}

bool MemoryPlot::savePng(const QString& filePath, QString* error) const
{
    d->update();
    // The chart has no size of its own until it is shown.
    const QPixmap picture = d->plot->toPixmap(width(), height(), 2.0);
    QSaveFile file(filePath);
    if (!file.open(QIODevice::WriteOnly))
        return fail(error, filePath, file.errorString());
    QImageWriter writer(&file, "png");
    if (!writer.write(picture.toImage()))
        return fail(error, filePath, writer.errorString());
    return file.commit() || fail(error, filePath, file.errorString());
}

bool MemoryPlot::saveSvg(const QString& filePath, QString* error) const
{
    d->update();
    QSaveFile file(filePath);
    if (!file.open(QIODevice::WriteOnly))
        return fail(error, filePath, file.errorString());
    QSvgGenerator generator;
    generator.setOutputDevice(&file);
    generator.setSize(size());
    generator.setViewBox(QRect({}, size()));
    generator.setTitle(accessibleName());
    generator.setResolution(96);
    QCPPainter painter;
    if (!painter.begin(&generator))
        return fail(error, filePath, tr("the picture cannot be begun"));
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.fillRect(QRect({}, size()), palette().color(QPalette::Base));
    d->plot->toPainter(&painter, width(), height());
    painter.end();
    return file.commit() || fail(error, filePath, file.errorString());
}

} // namespace weightless::widgets
