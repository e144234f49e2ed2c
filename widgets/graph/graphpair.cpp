// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graphpair.h"

#include "widgets/elidinglabel.h"
#include "widgets/flowlayout.h"
#include "widgets/graph/graphpalette.h"
#include "widgets/graph/graphview.h"

#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace weightless::widgets {

namespace {

// The outline of a box as it is drawn in the graphs beside it.
class OutlineSwatch : public QWidget {
public:
    OutlineSwatch(bool isLesser, QWidget* parent)
        : QWidget(parent)
        , m_isLesser(isLesser)
    {
        setFixedSize(26, fontMetrics().height());
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        constexpr double width = 3;
        const GraphPalette colours(palette());
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setBrush(colours.nodeFill);
        painter.setPen(m_isLesser ? colours.lesserMatchPen(width) : QPen(colours.match, width));
        painter.drawRoundedRect(QRectF(rect()).adjusted(2, 2, -2, -2), 4, 4);
    }

private:
    bool m_isLesser;
};

bool holds(const std::vector<int>& ascending, int node)
{
    return std::binary_search(ascending.begin(), ascending.end(), node);
}

} // namespace

GraphPair::GraphPair(QWidget* parent)
    : QWidget(parent)
    , m_inStep(new QCheckBox(tr("In &step"), this))
    , m_message(new QLabel(this))
{
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setChildrenCollapsible(false);
    for (const int side : {0, 1}) {
        const auto index = static_cast<size_t>(side);
        auto* column = new QWidget(splitter);
        m_titles[index] = new ElidingLabel(Qt::ElideMiddle, column);
        m_views[index] = new GraphView(column);
        m_views[index]->setMinimumSize(120, 120);
        GraphDisplay display = m_views[index]->display();
        display.showsMinimap = display.showsLegend = false; // half the width is for the graph
        m_views[index]->setDisplay(display);
        auto* layout = new QVBoxLayout(column);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(4);
        layout->addWidget(m_titles[index]);
        layout->addWidget(m_views[index], 1);
        connectSide(side);
    }
    m_views[0]->setAccessibleName(tr("Graph of the first model"));
    m_views[1]->setAccessibleName(tr("Graph of the second model"));
    m_inStep->setChecked(true);
    m_inStep->setToolTip(tr("Both graphs show the same place in the same size, with the same groups open"));
    m_message->setTextFormat(Qt::PlainText); // names of nodes
    m_message->setWordWrap(true);
    m_message->setAccessibleName(tr("What the selected node is in the other model"));
    auto* bar = new QHBoxLayout;
    bar->setSpacing(8);
    bar->addWidget(m_inStep);
    bar->addWidget(m_message, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addLayout(bar);
    layout->addWidget(splitter, 1);
    layout->addWidget(makeKey());
    connect(m_inStep, &QCheckBox::toggled, this, [this](bool isOn) {
        if (!isOn)
            return;
        followGroups(m_leader);
        followPlace(m_leader);
    });
}

QWidget* GraphPair::makeKey()
{
    auto* key = new QWidget(this);
    key->setLayout(new FlowLayout(nullptr, 16, 4));
    for (const bool isLesser : {false, true}) {
        auto* entry = new QWidget(key);
        auto* line = new QHBoxLayout(entry);
        line->setContentsMargins(0, 0, 0, 0);
        line->setSpacing(6);
        line->addWidget(new OutlineSwatch(isLesser, entry));
        line->addWidget(new QLabel(
            isLesser ? tr("Only weights differ") : tr("Nodes were changed, or are in one model alone"),
            entry));
        key->layout()->addWidget(entry);
    }
    return key;
}

void GraphPair::connectSide(int side)
{
    GraphView* view = m_views[static_cast<size_t>(side)];
    connect(view, &GraphView::nodeSelected, this, [this, side](int node) { followSelection(side, node); });
    connect(view, &GraphView::chipSelected, this,
        [this, side, view] { followSelection(side, view->selectedNode()); });
    connect(view, &GraphView::groupSelected, this,
        [this, side](const QString& path) { followSelectedGroup(side, path); });
    connect(view, &GraphView::selectionCleared, this, [this, side] { followSelection(side, -1); });
    view->viewport()->installEventFilter(this);
    connect(view, &GraphView::moved, this, [this, side] { followPlace(side); });
    connect(view, &GraphView::layoutStarted, this, [this, side] {
        if (!m_isFollowing && !m_isSettling[static_cast<size_t>(side)])
            m_leader = side;
    });
    // What opened here opens there; where that was done, it is brought to the same place. Later, as the view
    // itself may still have to go to what was selected.
    const auto settle = [this, side] {
        m_isSettling[static_cast<size_t>(side)] = false;
        if (side == m_leader)
            followGroups(side);
        followPlace(m_leader);
    };
    connect(view, &GraphView::layoutFinished, this, [this, settle] { QTimer::singleShot(0, this, settle); });
}

// One of them has its new size before the other, which then cannot be everywhere that the first one is.
bool GraphPair::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        QMetaObject::invokeMethod(
            this, [this] { followPlace(m_leader); }, Qt::QueuedConnection);
    return QWidget::eventFilter(watched, event);
}

void GraphPair::setSides(Side left, Side right)
{
    m_leader = 0;
    m_isSettling = {true, true};
    m_message->clear();
    std::array<Side*, 2> sides {&left, &right};
    const QScopedValueRollback following(m_isFollowing, true);
    for (size_t i = 0; i < sides.size(); ++i) {
        m_titles[i]->setText(sides[i]->title);
        m_partners[i] = std::move(sides[i]->partners);
        m_partners[i].resize(sides[i]->graph.nodes.size(), -1);
        m_views[i]->setGraph(std::move(sides[i]->graph));
        m_differing[i] = std::move(sides[i]->differing);
        m_otherWeights[i] = std::move(sides[i]->otherWeights);
        m_views[i]->setMatches(m_differing[i], m_otherWeights[i]);
    }
}

bool GraphPair::isInStep() const
{
    return m_inStep->isChecked();
}

void GraphPair::setInStep(bool isInStep)
{
    m_inStep->setChecked(isInStep);
}

QString GraphPair::message() const
{
    return m_message->text();
}

void GraphPair::tell(int side, int node)
{
    if (node < 0) {
        m_message->clear();
        return;
    }
    const auto index = static_cast<size_t>(side);
    const int partner = m_partners[index][static_cast<size_t>(node)];
    const auto nameOf = [this](size_t view, int at) {
        const GraphDescription::Node& found = m_views[view]->graph().nodes[static_cast<size_t>(at)];
        return found.name.isEmpty() ? found.opType : found.name;
    };
    if (partner < 0) {
        m_message->setText(tr("%1 is in this model alone.").arg(nameOf(index, node)));
        return;
    }
    QStringList said {
        tr("%1 is %2 in the other model.").arg(nameOf(index, node), nameOf(1 - index, partner))};
    if (holds(m_differing[index], node))
        said.append(tr("The node was changed."));
    if (holds(m_otherWeights[index], node))
        said.append(tr("Its weights differ."));
    m_message->setText(said.join(QLatin1Char(' ')));
}

void GraphPair::followSelection(int side, int node)
{
    if (m_isFollowing)
        return;
    m_leader = side;
    const auto index = static_cast<size_t>(side);
    const bool isKnown = node >= 0 && static_cast<size_t>(node) < m_partners[index].size();
    tell(side, isKnown ? node : -1);
    {
        const QScopedValueRollback following(m_isFollowing, true);
        const int partner = isKnown ? m_partners[index][static_cast<size_t>(node)] : -1;
        if (partner >= 0)
            m_views[1 - index]->selectNode(partner);
        else
            m_views[1 - index]->clearSelection();
        m_isSettling[1 - index] = m_views[1 - index]->isLayingOut();
    }
    followPlace(side);
}

// Where the other one has it, too.
void GraphPair::followSelectedGroup(int side, const QString& path)
{
    if (m_isFollowing)
        return;
    m_leader = side;
    const auto other = static_cast<size_t>(1 - side);
    tell(side, -1);
    {
        const QScopedValueRollback following(m_isFollowing, true);
        m_views[other]->selectGroup(path);
        m_isSettling[other] = m_views[other]->isLayingOut();
    }
    followPlace(side);
}

void GraphPair::followGroups(int side)
{
    if (!isInStep())
        return;
    const QScopedValueRollback following(m_isFollowing, true);
    const GraphView* leader = m_views[static_cast<size_t>(side)];
    GraphView* other = m_views[static_cast<size_t>(1 - side)];
    for (const QString& path : leader->groupPaths()) {
        if (leader->isExpanded(path) != other->isExpanded(path))
            other->setExpanded(path, leader->isExpanded(path));
    }
    if (other->isLayingOut())
        m_isSettling[static_cast<size_t>(1 - side)] = true;
}

// The selected node where it is in view, otherwise the one nearest to the middle: of those with a partner.
int GraphPair::anchorOf(int side) const
{
    const auto index = static_cast<size_t>(side);
    const GraphView& view = *m_views[index];
    const QRectF room = QRectF(view.viewport()->rect());
    const int selected = view.selectedNode();
    const auto hasPartner = [&](int node) { return m_partners[index][static_cast<size_t>(node)] >= 0; };
    if (selected >= 0 && hasPartner(selected) && room.intersects(view.nodeRect(selected)))
        return selected;
    int nearest = -1;
    double least = 0;
    for (int node = 0; node < static_cast<int>(m_partners[index].size()); ++node) {
        if (!hasPartner(node))
            continue;
        const QPointF away = view.nodeRect(node).center() - room.center();
        const double distance = std::hypot(away.x(), away.y());
        if (nearest < 0 || distance < least) {
            nearest = node;
            least = distance;
        }
    }
    return nearest;
}

void GraphPair::followPlace(int side)
{
    if (m_isFollowing || !isInStep() || m_isSettling[static_cast<size_t>(side)])
        return;
    const QScopedValueRollback following(m_isFollowing, true);
    m_leader = side;
    const auto index = static_cast<size_t>(side);
    const GraphView* leader = m_views[index];
    GraphView* other = m_views[1 - index];
    if (leader->isLayingOut() || other->isLayingOut())
        return; // and comes back when that is done
    other->setZoom(leader->zoom());
    const int anchor = anchorOf(side);
    if (anchor < 0)
        return;
    const int partner = m_partners[index][static_cast<size_t>(anchor)];
    // Not by its scroll bars: a graph that is in view whole has no room to scroll, but may lie elsewhere.
    other->placeNode(partner, leader->nodeRect(anchor).center());
}

} // namespace weightless::widgets
