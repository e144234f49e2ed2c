// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graphpainter.h"
#include "widgets/graph/graphview.h"
#include "widgets/graph/layoutworker.h"

#include <QPixmap>
#include <QTimer>

class QMenu;

namespace weightless::widgets {

// The state of a GraphView and what its source files share.
class GraphView::Private {
public:
    explicit Private(GraphView* view);

    // Layout.
    void open(GraphDescription graph);
    void reopen();
    void requestLayout();
    void accept(const LayoutWorker::Result& result);
    void applyPending();
    void toggle(int group, bool expand);
    void setBelow(int group, bool expand);
    bool expandAround(int node);
    void keepInPlace(int group);
    const GraphModel* model() const { return scene ? &scene->model() : nullptr; }

    // Selection. -1 selects nothing of the kind.
    void select(int node, int constant, int group);
    void selectBox(int box);
    void stepChip(int step);
    void updateMarks();
    int selectedBox() const;
    // The group that Enter, + and - are about.
    int targetGroup() const;
    // For assistive technologies, in words.
    QString describe(int node, int constant, int group) const;
    void describeSelection();
    void copyName() const;
    QString boxName(int box) const;
    QString boxText(int box, int constant) const;
    QString constantText(int constant) const;

    // View.
    QRectF sceneRect() const;
    QPointF toScene(const QPointF& viewportPoint) const { return viewportPoint / zoom + offset; }
    QPointF toViewport(const QPointF& scenePoint) const { return (scenePoint - offset) * zoom; }
    QRectF toViewport(const QRectF& rect) const { return {toViewport(rect.topLeft()), rect.size() * zoom}; }
    double fitZoom() const;
    void setZoomAround(double wanted, const QPointF& viewportPoint);
    void moveTo(const QPointF& newOffset);
    void panBy(const QPointF& pixels) { moveTo(offset - pixels / zoom); }
    // As far as the graph goes, not beyond it.
    void panByKey(const QPointF& pixels);
    void updateScrollBars();
    void showBox(int box, bool centre);
    void showAtOpening();
    void fit();
    void scheduleRepaint();

    // Input.
    void click(const QPointF& position);
    void step(int key);
    bool keyStep(int key, Qt::KeyboardModifiers modifiers);
    bool keyZoom(int key, Qt::KeyboardModifiers modifiers);
    bool keyExpand(int key);
    int neighbourAlongEdge(int box, bool down) const;
    int neighbourBeside(int box, bool right) const;
    void fillMenu(QMenu& menu);
    void exportWithDialog(bool asSvg);

    // Painting.
    void paint(QPainter& painter, const QRect& exposed);
    QRectF minimapRect() const;
    void paintMinimap(QPainter& painter);
    void renderMinimap(const QSize& size);
    void jumpInMinimap(const QPointF& position);
    void paintStatus(QPainter& painter);

    enum class Drag { None, Pressed, Panning, Minimap };

    GraphView* q;
    GraphAccessible* accessible = nullptr; // once assistive technologies have asked for it
    std::shared_ptr<const GraphDescription> description;
    GraphStates states;
    std::shared_ptr<const GraphScene> scene;
    std::vector<bool> expanded;
    GraphPalette palette;
    GraphMarks marks;
    QString error;

    quint64 job = 0;
    bool isRebuilding = false;
    // The next layout is shown from the beginning.
    bool isFresh = false;
    std::vector<std::pair<QString, bool>> pendingExpansion;
    int pendingNode = -1;
    int pendingConstant = -1;
    bool expandEverything = false;
    bool centreSelection = false;
    // A group whose corner stays at a place of the viewport when the next layout arrives.
    int anchorGroup = -1;
    QPointF anchorPosition;

    int node = -1;
    int constant = -1;
    int group = -1;
    std::vector<int> matches;
    int currentMatch = -1;

    double zoom = 1;
    QPointF offset;
    bool isSyncing = false;
    // The user has not moved the view since it was fitted: a resize fits it again.
    bool isFitted = false;

    Drag drag = Drag::None;
    QPointF pressPosition;
    QPointF lastPosition;

    bool isMinimapVisible = true;
    QPixmap minimap;
    QTimer repaintTimer;
    QTimer statusTimer;
    // Last: its thread is joined before anything else goes.
    LayoutWorker worker;
};

} // namespace weightless::widgets
