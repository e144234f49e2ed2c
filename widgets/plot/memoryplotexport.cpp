// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Files from a MemoryPlot.
#include "widgets/plot/memoryplotprivate.h"

#include <QImageWriter>
#include <QSaveFile>
#include <QScopeGuard>
#include <QSvgGenerator>

#include <algorithm>

namespace weightless::widgets {

namespace {

// Pictures are drawn at about this size and then enlarged, so that their texts grow with them.
constexpr QSizeF usualSize(1000, 562);
constexpr QSize leastSize(320, 200);
constexpr QSize mostSize(16'384, 16'384);
constexpr double margin = 12;
constexpr double legendGap = 18; // between its entries
constexpr double leastLegendPoints = 8;

bool fail(QString* error, const QString& filePath, const QString& reason)
{
    if (error)
        *error = MemoryPlot::tr("Cannot write %1: %2").arg(filePath, reason);
    return false;
}

// A name of a file is a formula to some programs that read tables.
QByteArray csvText(const QString& text)
{
    QByteArray bytes = text.toUtf8().replace('"', "\"\"");
    if (!bytes.isEmpty() && QByteArray("=+-@\t\r").contains(bytes.front()))
        bytes.prepend('\'');
    return '"' + bytes + '"';
}

} // namespace

// Numbers are written without a locale: for programs, not for people.
bool MemoryPlot::saveCsv(const QString& filePath, QString* error) const
{
    QSaveFile file(filePath);
    if (!file.open(QIODevice::WriteOnly))
        return fail(error, filePath, file.errorString());
    QByteArray text("load,seconds,cpu_overhead_bytes,device_weights_bytes,device_activations_bytes,"
                    "device_staging_bytes,process_rss_bytes,device_passing_bytes\n");
    for (const Private::ShownRun& shown : d->runs) {
        const QByteArray name = csvText(shown.run.title());
        for (const MemorySample& sample : shown.run.history.samples()) {
            text += name + ',' + QByteArray::number(sample.seconds, 'f', 6);
            for (qint64 bytes : {sample.cpuOverheadBytes, sample.deviceWeightsBytes,
                     sample.deviceActivationsBytes, sample.stagingBytes})
                text += ',' + QByteArray::number(bytes);
            // Not known is empty, not -1.
            text += ','
                + (sample.processRssBytes >= 0 ? QByteArray::number(sample.processRssBytes) : QByteArray())
                + ',' + QByteArray::number(sample.devicePassingBytes) + '\n';
            if (text.size() > (1 << 20)) {
                file.write(text);
                text.clear();
            }
        }
    }
    file.write(text);
    return file.commit() || fail(error, filePath, file.errorString());
}

QSizeF MemoryPlot::Private::logicalSize(const QSize& pixels) const
{
    const double scale =
        std::max({1.0, std::min(pixels.width() / usualSize.width(), pixels.height() / usualSize.height())});
    return QSizeF(pixels) / scale;
}

// What is shown, in as many rows as it takes; smaller where they are many, as far as it can be read. Returns
// their height.
double MemoryPlot::Private::paintLegend(QCPPainter& painter, const QPointF& corner, double width) const
{
    std::vector<const CurveLegend::Entry*> entries;
    for (const CurveLegend::Group& group : legend->groups()) {
        for (const CurveLegend::Entry& entry : group.entries) {
            if (entry.isOn)
                entries.push_back(&entry);
        }
    }
    QFont font = q->font();
    const double beforeName = swatchSize.width() + 6;
    const auto widthOf = [&](const CurveLegend::Entry* entry) {
        return beforeName + QFontMetricsF(font).horizontalAdvance(entry->name);
    };
    const auto total = [&] {
        double sum = -legendGap;
        for (const CurveLegend::Entry* entry : entries)
            sum += widthOf(entry) + legendGap;
        return sum;
    };
    while (total() > width && font.pointSizeF() > leastLegendPoints)
        font.setPointSizeF(font.pointSizeF() - 0.5);
    painter.setFont(font);
    painter.setAntialiasing(true);
    const double height = std::max<double>(QFontMetricsF(font).height(), swatchSize.height()) + 6;
    QPointF place = corner;
    for (const CurveLegend::Entry* entry : entries) {
        if (place.x() > corner.x() && place.x() + widthOf(entry) > corner.x() + width)
            place = QPointF(corner.x(), place.y() + height);
        const QRectF swatch(place + QPointF(0, (height - swatchSize.height()) / 2), QSizeF(swatchSize));
        paintSwatch(painter, swatch, entry->pen, entry->brush);
        painter.setPen(q->palette().color(QPalette::Text));
        const double room = std::min(widthOf(entry), width) - beforeName; // for one that takes a row alone
        painter.drawText(QRectF(place + QPointF(beforeName, 0), QSizeF(room + 1, height)),
            Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
            QFontMetricsF(font).elidedText(entry->name, Qt::ElideRight, room + 0.5));
        place.rx() += widthOf(entry) + legendGap;
    }
    return place.y() + height - corner.y();
}

void MemoryPlot::Private::paintPicture(QCPPainter& painter, const QSizeF& size)
{
    const auto restore = qScopeGuard([this] { update(); });
    painter.fillRect(QRectF(QPointF(), size), q->palette().color(QPalette::Base));
    const double top = margin + paintLegend(painter, {margin, margin}, size.width() - 2 * margin);
    const auto width = static_cast<int>(size.width());
    fill(width);
    fitMargins(width);
    painter.translate(0, top);
    plot->toPainter(&painter, width, std::max(1, static_cast<int>(size.height() - top - 4)));
}

bool MemoryPlot::savePng(const QString& filePath, QString* error, const QSize& size) const
{
    // The chart has no size of its own until it is shown.
    const QSize pixels = (size.isEmpty() ? this->size() * 2 : size).expandedTo(leastSize).boundedTo(mostSize);
    const QSizeF logical = size.isEmpty() ? QSizeF(pixels) / 2 : d->logicalSize(pixels);
    QSaveFile file(filePath);
    if (!file.open(QIODevice::WriteOnly))
        return fail(error, filePath, file.errorString());
    QImage picture(pixels, QImage::Format_RGB32);
    if (picture.isNull())
        return fail(error, filePath,
            tr("there is no memory for %1 × %2 pixels").arg(pixels.width()).arg(pixels.height()));
    QCPPainter painter;
    if (!painter.begin(&picture))
        return fail(error, filePath, tr("the picture cannot be begun"));
    painter.setMode(QCPPainter::pmNoCaching);
    painter.scale(pixels.width() / logical.width(), pixels.height() / logical.height());
    d->paintPicture(painter, logical);
    painter.end();
    QImageWriter writer(&file, "png");
    if (!writer.write(picture))
        return fail(error, filePath, writer.errorString());
    return file.commit() || fail(error, filePath, file.errorString());
}

bool MemoryPlot::saveSvg(const QString& filePath, QString* error, const QSize& size) const
{
    const QSize pixels = (size.isEmpty() ? this->size() : size).expandedTo(leastSize).boundedTo(mostSize);
    const QSizeF logical = d->logicalSize(pixels);
    QSaveFile file(filePath);
    if (!file.open(QIODevice::WriteOnly))
        return fail(error, filePath, file.errorString());
    QSvgGenerator generator;
    generator.setOutputDevice(&file);
    generator.setSize(pixels);
    generator.setViewBox(QRectF(QPointF(), logical));
    generator.setTitle(accessibleName());
    generator.setDescription(describe());
    generator.setResolution(96);
    QCPPainter painter;
    if (!painter.begin(&generator))
        return fail(error, filePath, tr("the picture cannot be begun"));
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    d->paintPicture(painter, logical);
    painter.end();
    return file.commit() || fail(error, filePath, file.errorString());
}

} // namespace weightless::widgets
