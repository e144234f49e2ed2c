// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graphaccessible.h"

#include "widgets/graph/graphitemaccessible.h"

#include <algorithm>
#include <utility>

namespace weightless::widgets {

QAccessibleInterface* GraphAccessible::create(const QString& className, QObject* object)
{
    if (className != QLatin1String(GraphView::staticMetaObject.className()))
        return nullptr;
    auto* view = qobject_cast<GraphView*>(object);
    return view ? new GraphAccessible(view) : nullptr;
}

GraphAccessible::GraphAccessible(GraphView* view)
    : QAccessibleWidget(view, QAccessible::Tree)
    , m_view(view->d.get())
{
    m_view->accessible = this;
}

GraphAccessible::~GraphAccessible()
{
    forgetGraph();
    if (m_view)
        m_view->accessible = nullptr;
}

int GraphAccessible::childCount() const
{
    return countIn(-1);
}

QAccessibleInterface* GraphAccessible::child(int index) const
{
    return index >= 0 && index < countIn(-1) ? interfaceOf(itemOfBox(firstIn(-1) + index)) : nullptr;
}

int GraphAccessible::indexOfChild(const QAccessibleInterface* interface) const
{
    const auto* item = dynamic_cast<const GraphItemAccessible*>(interface);
    const int box = item ? boxOf(item->item()) : -1;
    const bool isChild = box >= 0 && item->item().constant < 0 && m_view->scene->box(box).parent < 0;
    return isChild ? box - firstIn(-1) : -1;
}

QAccessibleInterface* GraphAccessible::childAt(int x, int y) const
{
    if (!m_view || !m_view->scene)
        return nullptr;
    const QPointF position = m_view->q->viewport()->mapFromGlobal(QPointF(x, y));
    if (!QRectF(m_view->q->viewport()->rect()).contains(position))
        return nullptr;
    const int box = m_view->scene->boxAt(m_view->toScene(position));
    if (box < 0)
        return nullptr;
    GraphItem item = itemOfBox(box);
    item.constant = m_view->scene->chipAt(box, m_view->toScene(position));
    return interfaceOf(item);
}

QAccessibleInterface* GraphAccessible::focusChild() const
{
    const GraphItem item = selected();
    return boxOf(item) >= 0 && m_view->q->hasFocus() ? interfaceOf(item) : nullptr;
}

GraphItem GraphAccessible::selected() const
{
    if (!m_view)
        return {};
    // A node with bodies has no box but their group's.
    const int bodies = m_view->scene && m_view->node >= 0 ? m_view->model()->bodiesOf(m_view->node) : -1;
    const GraphItem item =
        bodies > 0 ? GraphItem {-1, bodies, -1} : GraphItem {m_view->node, m_view->group, m_view->constant};
    const int box = boxOf(item) < 0 && m_view->scene ? m_view->selectedBox() : -1;
    return box < 0 ? item : seenIn(box);
}

// Of a node that has no box of its own: a Constant is one of its user's constants.
GraphItem GraphAccessible::seenIn(int box) const
{
    GraphItem item = itemOfBox(box);
    if (item.node < 0 || m_view->node < 0)
        return item;
    const auto& own = m_view->description->nodes[static_cast<std::size_t>(m_view->node)].constants;
    const std::span<const int> shown = m_view->model()->chips(item.node);
    const auto found = std::ranges::find_first_of(shown, own);
    item.constant = found != shown.end() ? *found : -1;
    return item;
}

QString GraphAccessible::text(QAccessible::Text kind) const
{
    const QString text = QAccessibleWidget::text(kind);
    return kind == QAccessible::Name && text.isEmpty() ? GraphView::tr("Graph") : text;
}

QAccessibleInterface* GraphAccessible::interfaceOf(const GraphItem& item) const
{
    const auto found = m_interfaces.find(item);
    if (found != m_interfaces.end())
        return QAccessible::accessibleInterface(found->second);
    auto* self = const_cast<GraphAccessible*>(this);
    auto* interface = new GraphItemAccessible(*self, item);
    m_interfaces.emplace(item, QAccessible::registerAccessibleInterface(interface));
    return interface;
}

int GraphAccessible::boxOf(const GraphItem& item) const
{
    if (!m_view || !m_view->scene)
        return -1;
    const NestedLayout& layout = m_view->scene->layout();
    const auto at = [](const std::vector<int>& boxes, int index) {
        return index >= 0 && static_cast<std::size_t>(index) < boxes.size()
            ? boxes[static_cast<std::size_t>(index)]
            : -1;
    };
    const int box = item.node >= 0 ? at(layout.boxOfNode, item.node) : at(layout.boxOfGroup, item.group);
    // What a collapsed group hides has that group's box.
    const bool isOwn = box >= 0
        && (item.node >= 0 ? layout.boxes[static_cast<std::size_t>(box)].node == item.node
                           : layout.boxes[static_cast<std::size_t>(box)].group == item.group);
    return isOwn ? box : -1;
}

GraphItem GraphAccessible::itemOfBox(int box) const
{
    const NestedBox& nested = m_view->scene->box(box);
    return {nested.node, nested.group, -1};
}

const GraphAccessible::Children& GraphAccessible::childrenOf(int box) const
{
    static const Children none;
    if (!m_view || !m_view->scene)
        return none;
    if (m_childrenOf.lock() != m_view->scene) {
        m_childrenOf = m_view->scene;
        m_children.assign(static_cast<std::size_t>(m_view->scene->boxCount()) + 1, {});
        for (int i = 0; i < m_view->scene->boxCount(); ++i) {
            Children& siblings = m_children[static_cast<std::size_t>(m_view->scene->box(i).parent + 1)];
            if (siblings.count++ == 0)
                siblings.first = i;
        }
    }
    return m_children[static_cast<std::size_t>(box + 1)];
}

int GraphAccessible::firstIn(int box) const
{
    return childrenOf(box).first;
}

int GraphAccessible::countIn(int box) const
{
    return childrenOf(box).count;
}

void GraphAccessible::forgetGraph()
{
    for (const auto& [item, id] : std::exchange(m_interfaces, {}))
        QAccessible::deleteAccessibleInterface(id);
}

void GraphAccessible::tellSelection(QAccessible::Event what)
{
    if (QAccessibleInterface* interface = focusChild()) {
        QAccessibleEvent event(interface, what);
        QAccessible::updateAccessibility(&event);
    }
}

void GraphAccessible::tellLayout()
{
    QAccessibleEvent event(object(), QAccessible::ObjectReorder);
    QAccessible::updateAccessibility(&event);
}

} // namespace weightless::widgets
