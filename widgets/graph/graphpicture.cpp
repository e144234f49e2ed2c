// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graphpicture.h"

#include "widgets/graph/graphpainter.h"
#include "widgets/graph/graphview.h"

#include <QImageWriter>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>

namespace weightless::widgets {

namespace {

constexpr double margin = 24;
constexpr double longestSide = 30'000;
constexpr double mostPixels = 32e6;

QString cannotWrite(const QString& filePath, const QString& reason)
{
    return GraphView::tr("Cannot write %1: %2").arg(filePath, reason);
}

} // namespace

GraphPicture::GraphPicture(std::shared_ptr<const GraphScene> scene, GraphStates states, GraphPalette palette,
    GraphColours colours, std::shared_ptr<const GraphDescription::Values> values, QString title)
    : m_scene(std::move(scene))
    , m_states(std::move(states))
    , m_palette(std::move(palette))
    , m_colours(std::move(colours))
    , m_values(std::move(values))
    , m_title(std::move(title))
{
}

QString GraphPicture::write(const QString& filePath) const
{
    if (!m_scene)
        return GraphView::tr("There is no graph to export.");
    if (filePath.endsWith(QStringLiteral(".png"), Qt::CaseInsensitive))
        return writePng(filePath);
    if (filePath.endsWith(QStringLiteral(".pdf"), Qt::CaseInsensitive))
        return writePdf(filePath);
    if (filePath.endsWith(QStringLiteral(".svg"), Qt::CaseInsensitive))
        return writeSvg(filePath);
    return GraphView::tr("Pictures of a graph are saved as .svg, .png or .pdf, not as '%1'.").arg(filePath);
}

QRectF GraphPicture::bounds() const
{
    return m_scene->bounds().adjusted(-margin, -margin, margin, margin);
}

void GraphPicture::paint(QPainter& painter, const QRectF& area, double scale) const
{
    const GraphMarks none;
    GraphPainter(painter, *m_scene, {m_states, m_palette, m_colours, *m_values, none}, scale).paint(area);
}

QString GraphPicture::writeSvg(const QString& filePath) const
{
    QSaveFile file(filePath);
    if (!file.open(QIODevice::WriteOnly))
        return cannotWrite(filePath, file.errorString());
    const QRectF area = bounds();
    QSvgGenerator generator;
    generator.setOutputDevice(&file);
    generator.setSize(area.size().toSize());
    generator.setViewBox(QRectF(QPointF(0, 0), area.size()));
    generator.setTitle(m_title);
    // One scene unit is one pixel whatever the screen.
    generator.setResolution(96);
    {
        QPainter painter(&generator);
        painter.fillRect(QRectF(QPointF(0, 0), area.size()), m_palette.background);
        painter.translate(-area.topLeft());
        paint(painter, area, 1);
    }
    return file.commit() ? QString() : cannotWrite(filePath, file.errorString());
}

QString GraphPicture::writePdf(const QString& filePath) const
{
    QSaveFile file(filePath);
    if (!file.open(QIODevice::WriteOnly))
        return cannotWrite(filePath, file.errorString());
    const QRectF area = bounds();
    // A pixel is three quarters of a point; readers show pages of up to 200 inches.
    constexpr double longestPoints = 14'400;
    const double scale = std::min(0.75, longestPoints / std::max(area.width(), area.height()));
    {
        QPdfWriter writer(&file);
        writer.setTitle(m_title);
        writer.setResolution(72);
        writer.setPageSize(
            QPageSize(area.size() * scale, QPageSize::Point, QString(), QPageSize::ExactMatch));
        writer.setPageMargins({0, 0, 0, 0});
        QPainter painter(&writer);
        painter.scale(scale, scale);
        painter.fillRect(QRectF(QPointF(0, 0), area.size()), m_palette.background);
        painter.translate(-area.topLeft());
        paint(painter, area, 1);
    }
    return file.commit() ? QString() : cannotWrite(filePath, file.errorString());
}

QString GraphPicture::writePng(const QString& filePath) const
{
    const QRectF area = bounds();
    const double scale = std::min({2.0, longestSide / std::max(area.width(), area.height()),
        std::sqrt(mostPixels / (area.width() * area.height()))});
    const QSize size = (area.size() * scale).toSize().expandedTo({1, 1});
    QImage image(size, QImage::Format_RGB32);
    if (image.isNull()) {
        return GraphView::tr("There is not enough memory for a picture of %L1 × %L2 pixels.")
            .arg(size.width())
            .arg(size.height());
    }
    image.fill(m_palette.background);
    {
        QPainter painter(&image);
        painter.scale(scale, scale);
        painter.translate(-area.topLeft());
        paint(painter, area, scale);
    }
    QSaveFile file(filePath);
    if (!file.open(QIODevice::WriteOnly))
        return cannotWrite(filePath, file.errorString());
    QImageWriter writer(&file, "png");
    // A light compression: most of the time of a large picture is spent here.
    writer.setQuality(80);
    if (!writer.write(image))
        return cannotWrite(filePath, writer.errorString());
    return file.commit() ? QString() : cannotWrite(filePath, file.errorString());
}

} // namespace weightless::widgets
