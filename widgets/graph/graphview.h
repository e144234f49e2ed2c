// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graphdescription.h"
#include "widgets/graph/graphoptions.h"

#include <QAbstractScrollArea>

#include <memory>

namespace weightless::widgets {

class GraphAccessible;
class GraphItemAccessible;
class GraphPicture;

// Shows a GraphDescription as a layered graph of nested scopes. A graph opens with its outermost scopes
// collapsed, in the size of text, where it begins; layouts run on a worker and the view stays usable
// meanwhile.
//
// The wheel scrolls, with Ctrl it zooms. Keys: Enter, + and - expand and collapse; arrows move along edges
// and between neighbours while something is selected and pan otherwise, Shift+arrow always pans; Alt+Up/Down
// walk the constants of a node; I and O show the paths from inputs and to outputs; Home goes to the
// beginning, Space fits; Ctrl+plus, Ctrl+minus, Ctrl+0 zoom; Ctrl+C copies the name; Escape clears the
// selection.
//
// All functions belong to the GUI thread. Indices are those of the description; a wrong index is ignored.
class GraphView : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit GraphView(QWidget* parent = nullptr);
    ~GraphView() override;

    // Indices out of range are left out of it; a description without any is shared, not copied.
    void setGraph(GraphDescription graph);
    void setGraph(std::shared_ptr<const GraphDescription> graph);
    void clear();
    const GraphDescription& graph() const;

    // -1 when nothing of the kind is selected. A selected constant's node counts as selected, too.
    int selectedNode() const;
    int selectedConstant() const;
    // Scope path of a selected group ("down_blocks.0/attentions.0"), empty when no group is selected.
    QString selectedGroupPath() const;

    // Cheap: no layout, and repaints are merged. `fraction` is 0 (hollow) to 1 (set, if only for
    // the time that a run needs it).
    void setConstantState(int constantIndex, double fraction, bool comesWithRuns = false);
    void setConstantSet(int constantIndex, bool set) { setConstantState(constantIndex, set ? 1.0 : 0.0); }
    void resetConstantStates();
    double constantState(int constantIndex) const;

    // Nodes that a search found, or what hides them; `lesser` ones are outlined with dots.
    void setMatches(std::vector<int> nodes, std::vector<int> lesser = {});
    void setBookmarks(std::vector<int> nodes); // a ribbon on each, or on what hides it
    void showNode(int nodeIndex); // brings it into view and expands nothing
    // Moves the view until the middle of a node, or of what hides it, is there in viewport coordinates.
    void placeNode(int nodeIndex, const QPointF& centre);

    // Scopes by path; what is unknown is ignored. The layout follows on the worker.
    void setExpanded(const QString& groupPath, bool expanded);
    bool isExpanded(const QString& groupPath) const;
    // Paths of all scopes, outermost first, in the order of the graph.
    QStringList groupPaths() const;

    // Other options lead to another layout; the rest is a repaint.
    void setDisplay(const GraphDisplay& display);
    const GraphDisplay& display() const;
    // Values as they are known by now (shapes, once there is a plan), in their order; none: as described.
    void setValues(GraphDescription::Values values);
    // How long each node took; empty: that was not measured.
    void setSeconds(std::vector<double> seconds);

    double zoom() const;
    void setZoom(double zoom); // around the centre of the view
    bool isLayingOut() const; // what is shown meanwhile is the previous layout, or nothing yet
    int visibleItemCount() const; // boxes (nodes and collapsed groups) of the shown layout
    // Where a node, or what hides it, is drawn, in viewport coordinates; empty before the layout.
    QRectF nodeRect(int nodeIndex) const;

    // What is shown now, to be written by any thread.
    GraphPicture picture() const;

    QSize sizeHint() const override;

public slots:
    // Expand what hides it, select it and bring it into view (after the layout, where one is needed).
    void selectNode(int nodeIndex);
    void selectConstant(int constantIndex);
    void selectGroup(const QString& groupPath); // which stays as open as it is; none: clears the selection
    void clearSelection();

    void expandSelected();
    void collapseSelected();
    void expandAllBelowSelected();
    void collapseAll();
    // Expands everything; of a large graph as many levels as can be shown, and expansionLimited() follows.
    void expandAll();

    // Writes picture() on another thread; exported() or exportFailed() follows.
    void exportPicture(const QString& filePath);

    void fit();
    void resetZoom();
    void zoomIn();
    void zoomOut();

signals:
    // The user or selectNode() selected a node, a chip (its constant), or a group.
    void nodeSelected(int nodeIndex);
    void chipSelected(int constantIndex);
    void groupSelected(const QString& groupPath);
    void selectionCleared();
    // Double click or Enter on something that cannot be expanded.
    void nodeActivated(int nodeIndex);
    // Not all could be expanded: how many nodes below what was to be, and how many stay in their groups.
    void expansionLimited(int shownNodes, int hiddenNodes);
    void exported(const QString& filePath);
    void exportFailed(const QString& message);
    void zoomChanged(double zoom);
    void moved(); // another place, or the same one in another size
    void displayChanged(const weightless::widgets::GraphDisplay& display);
    void layoutStarted();
    void layoutFinished(int visibleItems, double elapsedMs);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    friend class GraphAccessible;
    friend class GraphItemAccessible;
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace weightless::widgets
