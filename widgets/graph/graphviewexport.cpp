// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Context menu and pictures of a GraphView.
#include "widgets/graph/graphviewprivate.h"

#include <QContextMenuEvent>
#include <QFileDialog>
#include <QImageWriter>
#include <QMenu>
#include <QMessageBox>
#include <QSaveFile>
#include <QSvgGenerator>

#include <cmath>

namespace weightless::widgets {

namespace {

constexpr double pictureMargin = 24;

void setError(QString* error, const QString& text)
{
    if (error)
        *error = text;
}

} // namespace

void GraphView::contextMenuEvent(QContextMenuEvent* event)
{
    if (!d->scene)
        return;
    if (event->reason() == QContextMenuEvent::Mouse) {
        const int box = d->scene->boxAt(d->toScene(QPointF(event->pos())));
        if (box >= 0)
            d->selectBox(box);
    }
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    d->fillMenu(*menu);
    menu->popup(event->globalPos());
}

void GraphView::Private::fillMenu(QMenu& menu)
{
    const auto add = [&](const QString& text, bool isEnabled, auto action) {
        menu.addAction(text, q, action)->setEnabled(isEnabled);
    };
    const bool isGroup = group > 0;
    const bool isOpen = isGroup && expanded[static_cast<std::size_t>(group)];
    add(GraphView::tr("Expand"), isGroup && !isOpen, [this] { q->expandSelected(); });
    add(GraphView::tr("Collapse"), targetGroup() > 0, [this] { q->collapseSelected(); });
    add(GraphView::tr("Expand All Below"), isGroup, [this] { q->expandAllBelowSelected(); });
    add(GraphView::tr("Expand All"), true, [this] { q->expandAll(); });
    add(GraphView::tr("Collapse All"), true, [this] { q->collapseAll(); });
    menu.addSeparator();
    add(GraphView::tr("Fit in View"), true, [this] { q->fit(); });
    add(GraphView::tr("Actual Size"), true, [this] { q->resetZoom(); });
    QAction* overview =
        menu.addAction(GraphView::tr("Show Overview"), q, [this](bool on) { q->setMinimapVisible(on); });
    overview->setCheckable(true);
    overview->setChecked(isMinimapVisible);
    menu.addSeparator();
    add(GraphView::tr("Copy Name"), selectedBox() >= 0, [this] { copyName(); });
    add(GraphView::tr("Export as SVG…"), true, [this] { exportWithDialog(true); });
    add(GraphView::tr("Export as PNG…"), true, [this] { exportWithDialog(false); });
}

void GraphView::Private::exportWithDialog(bool asSvg)
{
    auto* dialog = new QFileDialog(q, GraphView::tr("Export Graph"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(asSvg ? QStringLiteral("svg") : QStringLiteral("png"));
    dialog->setNameFilter(
        asSvg ? GraphView::tr("SVG pictures (*.svg)") : GraphView::tr("PNG pictures (*.png)"));
    QObject::connect(dialog, &QFileDialog::fileSelected, q, [this, asSvg](const QString& path) {
        QString reason;
        const bool isDone = asSvg ? q->exportSvg(path, &reason) : q->exportPng(path, &reason);
        if (!isDone)
            QMessageBox::warning(q, GraphView::tr("Export Graph"), reason);
    });
    dialog->open();
}

bool GraphView::exportSvg(const QString& filePath, QString* error) const
{
    if (!d->scene) {
        setError(error, tr("There is no graph to export."));
        return false;
    }
    QSaveFile file(filePath);
    if (!file.open(QIODevice::WriteOnly)) {
        setError(error, tr("Cannot write %1: %2").arg(filePath, file.errorString()));
        return false;
    }
    const QRectF bounds =
        d->sceneRect().adjusted(-pictureMargin, -pictureMargin, pictureMargin, pictureMargin);
    QSvgGenerator generator;
    generator.setOutputDevice(&file);
    generator.setSize(bounds.size().toSize());
    generator.setViewBox(QRectF(QPointF(0, 0), bounds.size()));
    generator.setTitle(accessibleName());
    // One scene unit is one pixel whatever the screen.
    generator.setResolution(96);
    {
        QPainter painter(&generator);
        painter.fillRect(QRectF(QPointF(0, 0), bounds.size()), d->palette.background);
        painter.translate(-bounds.topLeft());
        GraphPainter(painter, *d->scene, d->states, d->palette, {}, 1).paint(bounds);
    }
    if (!file.commit()) {
        setError(error, tr("Cannot write %1: %2").arg(filePath, file.errorString()));
        return false;
    }
    return true;
}

bool GraphView::exportPng(const QString& filePath, QString* error) const
{
    if (!d->scene) {
        setError(error, tr("There is no graph to export."));
        return false;
    }
    constexpr double longestSide = 30'000;
    constexpr double mostPixels = 32e6;
    const QRectF bounds =
        d->sceneRect().adjusted(-pictureMargin, -pictureMargin, pictureMargin, pictureMargin);
    const double scale = std::min({2.0, longestSide / std::max(bounds.width(), bounds.height()),
        std::sqrt(mostPixels / (bounds.width() * bounds.height()))});
    const QSize size = (bounds.size() * scale).toSize().expandedTo({1, 1});
    QImage image(size, QImage::Format_RGB32);
    if (image.isNull()) {
        setError(error,
            tr("There is not enough memory for a picture of %L1 × %L2 pixels.")
                .arg(size.width())
                .arg(size.height()));
        return false;
    }
    image.fill(d->palette.background);
    {
        QPainter painter(&image);
        painter.scale(scale, scale);
        painter.translate(-bounds.topLeft());
        GraphPainter(painter, *d->scene, d->states, d->palette, {}, scale).paint(bounds);
    }
    QSaveFile file(filePath);
    if (!file.open(QIODevice::WriteOnly)) {
        setError(error, tr("Cannot write %1: %2").arg(filePath, file.errorString()));
        return false;
    }
    QImageWriter writer(&file, "png");
    // A light compression: most of the time of a large picture is spent here.
    writer.setQuality(80);
    if (!writer.write(image) || !file.commit()) {
        setError(error, tr("Cannot write %1: %2").arg(filePath, writer.errorString()));
        return false;
    }
    return true;
}

} // namespace weightless::widgets
