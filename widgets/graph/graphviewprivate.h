// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graphpainter.h"
#include "widgets/graph/graphview.h"
#include "widgets/graph/graphviewstate.h"
#include "widgets/graph/layoutworker.h"

#include <QTimer>

class QMenu;

namespace weightless::widgets {

// The state of a GraphView and what its source files share.
class GraphView::Private {
public:
    explicit Private(GraphView* view);

    // Layout.
    void open(std::shared_ptr<const GraphDescription> graph);
    void reopen();
    std::optional<QStringList> openPaths() const; // nothing before there is a scene
    void requestLayout();
    void accept(const LayoutWorker::Result& result);
    void renumberGroups(const GraphModel& next);
    void applyPending();
    void toggle(int group, bool expand);
    void setBelow(int group, bool expand);
    int boxesWhen(const std::vector<bool>& open) const;
    bool expandFrom(int group); // and what is around it; whether a layout follows
    void keepInPlace(int group);
    const GraphModel* model() const { return scene ? &scene->model() : nullptr; }
    std::shared_ptr<const GraphDescription::Values> values() const; // as they are known now

    // Selection. -1 selects nothing of the kind.
    void select(int node, int constant, int group);
    void selectBox(int box);
    void stepChip(int step);
    std::vector<int> known(std::vector<int> nodes) const; // those that there are
    void updateMarks();
    int selectedBox() const;
    // The group that Enter and + are about: the selected one, or that of the selected node's bodies.
    int openableGroup() const;
    int targetGroup() const; // that - is about
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
    QSizeF room() const; // pixels beside the scroll bars and above the legend
    void setZoomAround(double wanted, const QPointF& viewportPoint);
    void moveTo(const QPointF& newOffset);
    void panBy(const QPointF& pixels) { moveTo(offset - pixels / zoom); }
    void scrollBy(const QPointF& pixels); // as far as the graph goes, not beyond it
    void updateScrollBars();
    void showBox(int box, bool centre);
    void showAcross(int box);
    void showBeginning();
    void fit();
    void scheduleRepaint();

    // Edges.
    int segmentAt(const QPointF& position) const;
    void pointAt(const QPointF& position);
    std::vector<int> edgesWith(int edge) const;
    QString valueText(int edge) const;
    QString nodeText(int node) const;
    QString edgeText(int segment) const;
    void showEdgeMenu(int segment, const QPoint& globalPosition);
    void addGoTo(QMenu& menu, const QString& text, int node);
    void fillNeighbours(QMenu& menu);
    void setPath(GraphPath wanted);
    std::vector<int> pathSegments() const;

    // Input.
    void click(const QPointF& position);
    void step(int key);
    int firstBoxInView() const;
    bool keyStep(int key, Qt::KeyboardModifiers modifiers);
    bool keyZoom(int key, Qt::KeyboardModifiers modifiers);
    bool keyExpand(int key);
    int neighbourAlongEdge(int box, bool isForward) const;
    int neighbourBeside(int box, bool isForward) const;
    void fillMenu(QMenu& menu);
    void exportWithDialog(bool asSvg);

    // Painting.
    void paint(QPainter& painter, const QRect& exposed);
    void paintScene(QPainter& painter, const QRect& exposed);
    bool movesAtAll() const;
    void beginMotion();
    void startMotion(int group);
    void paintMotion(QPainter& painter);
    QRectF minimapRect() const;
    bool isCovered(const QPointF& position) const; // by the overview or the legend
    void paintMinimap(QPainter& painter);
    void updateLegend();
    double layLegend(std::vector<QPointF>& places) const; // its height
    void paintLegend(QPainter& painter);
    void updateColours();
    void renderMinimap(const QSize& size);
    void jumpInMinimap(const QPointF& position);
    void paintStatus(QPainter& painter);

    GraphView* q;
    GraphAccessible* accessible = nullptr; // once assistive technologies have asked for it
    std::shared_ptr<const GraphDescription> description;
    GraphStates states;
    std::shared_ptr<const GraphScene> scene;
    std::vector<bool> expanded;
    GraphDisplay display;
    GraphPalette palette;
    GraphColours colours;
    std::shared_ptr<const GraphDescription::Values> ownValues; // null: the description's
    std::vector<double> seconds;
    GraphMarks marks;
    QString error;

    quint64 job = 0;
    bool isRebuilding = false;
    GraphRequests requests;

    int node = -1, constant = -1, group = -1;
    std::vector<int> matches, lesserMatches, bookmarks; // nodes
    GraphPath path = GraphPath::None;

    double zoom = 1;
    QPointF offset;
    bool isSyncing = false;
    bool isFitted = false, isAtBeginning = false; // and not moved since: a resize does the same again

    GraphPointer pointer;
    GraphMotion motion;
    QPixmap minimap;
    std::vector<std::pair<QColor, QString>> legend;
    QTimer repaintTimer, statusTimer;
    LayoutWorker worker; // last: its thread is joined before anything else goes
};

} // namespace weightless::widgets
