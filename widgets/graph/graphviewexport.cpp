// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Context menu and pictures of a GraphView.
#include "widgets/graph/graphpicture.h"
#include "widgets/graph/graphviewprivate.h"

#include <QContextMenuEvent>
#include <QFileDialog>
#include <QFuture>
#include <QMenu>
#include <QPromise>
#include <QThreadPool>

namespace weightless::widgets {

void GraphView::contextMenuEvent(QContextMenuEvent* event)
{
    if (!d->scene)
        return;
    if (event->reason() == QContextMenuEvent::Mouse) {
        const int box = d->scene->boxAt(d->toScene(QPointF(event->pos())));
        if (box >= 0 && !d->isCovered(QPointF(event->pos())))
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
    const int chosen = openableGroup();
    const bool isGroup = chosen > 0;
    const bool isOpen = isGroup && expanded[static_cast<std::size_t>(chosen)];
    add(GraphView::tr("Expand"), isGroup && !isOpen, [this] { q->expandSelected(); });
    add(GraphView::tr("Collapse"), targetGroup() > 0, [this] { q->collapseSelected(); });
    add(GraphView::tr("Expand All Below"), isGroup, [this] { q->expandAllBelowSelected(); });
    add(GraphView::tr("Expand All"), true, [this] { q->expandAll(); });
    add(GraphView::tr("Collapse All"), true, [this] { q->collapseAll(); });
    menu.addSeparator();
    fillNeighbours(menu);
    const auto addPath = [&](const QString& text, GraphPath wanted) {
        QAction* action = menu.addAction(text, q, [this, wanted] { setPath(wanted); });
        action->setEnabled(selectedBox() >= 0);
        action->setCheckable(true);
        action->setChecked(path == wanted);
    };
    addPath(GraphView::tr("Show Path from Inputs (I)"), GraphPath::FromInputs);
    addPath(GraphView::tr("Show Path to Outputs (O)"), GraphPath::ToOutputs);
    menu.addSeparator();
    add(GraphView::tr("Fit in View"), true, [this] { q->fit(); });
    add(GraphView::tr("Actual Size"), true, [this] { q->resetZoom(); });
    QAction* overview = menu.addAction(GraphView::tr("Show Overview"), q, [this](bool on) {
        GraphDisplay changed = display;
        changed.showsMinimap = on;
        q->setDisplay(changed);
    });
    overview->setCheckable(true);
    overview->setChecked(display.showsMinimap);
    menu.addSeparator();
    add(GraphView::tr("Copy Name"), selectedBox() >= 0, [this] { copyName(); });
    add(GraphView::tr("Save as SVG…"), true, [this] { exportWithDialog(true); });
    add(GraphView::tr("Save as PNG…"), true, [this] { exportWithDialog(false); });
}

void GraphView::Private::exportWithDialog(bool asSvg)
{
    auto* dialog = new QFileDialog(q, GraphView::tr("Save the Graph"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(asSvg ? QStringLiteral("svg") : QStringLiteral("png"));
    dialog->setNameFilter(
        asSvg ? GraphView::tr("SVG pictures (*.svg)") : GraphView::tr("PNG pictures (*.png)"));
    // Whoever shows the graph of a file says where what is made of it belongs.
    if (!q->windowFilePath().isEmpty())
        dialog->selectFile(q->windowFilePath() + u'.' + dialog->defaultSuffix());
    QObject::connect(dialog, &QFileDialog::fileSelected, q, &GraphView::exportPicture);
    dialog->open();
}

GraphPicture GraphView::picture() const
{
    return {d->scene, d->states, d->palette, d->colours, d->values(), accessibleName()};
}

void GraphView::exportPicture(const QString& filePath)
{
    QPromise<QString> promise;
    promise.start();
    promise.future().then(this, [this, filePath](const QString& problem) {
        if (problem.isEmpty())
            emit exported(filePath);
        else
            emit exportFailed(problem);
    });
    // The pool's threads are joined at the end of the program; the answer is dropped if the view has gone.
    QThreadPool::globalInstance()->start(
        [promise = std::make_shared<QPromise<QString>>(std::move(promise)), picture = picture(), filePath] {
            promise->addResult(picture.write(filePath));
            promise->finish();
        });
}

} // namespace weightless::widgets
