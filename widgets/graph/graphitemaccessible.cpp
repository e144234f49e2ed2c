// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graphitemaccessible.h"

#include "widgets/plaintext.h"

#include <algorithm>

namespace weightless::widgets {

GraphItemAccessible::GraphItemAccessible(GraphAccessible& view, const GraphItem& item)
    : m_view(view)
    , m_item(item)
{
}

bool GraphItemAccessible::isValid() const
{
    return m_view.boxOf(m_item) >= 0;
}

std::span<const int> GraphItemAccessible::constants() const
{
    if (isGroup() || m_item.constant >= 0 || !isValid())
        return {};
    return m_view.view()->model()->chips(m_item.node);
}

QAccessibleInterface* GraphItemAccessible::parent() const
{
    if (m_item.constant >= 0)
        return m_view.interfaceOf({m_item.node, -1, -1});
    const int box = m_view.boxOf(m_item);
    const int frame = box < 0 ? -1 : m_view.view()->scene->box(box).parent;
    return frame < 0 ? &m_view : m_view.interfaceOf(m_view.itemOfBox(frame));
}

int GraphItemAccessible::childCount() const
{
    if (!isGroup())
        return static_cast<int>(constants().size());
    const int box = m_view.boxOf(m_item);
    return box < 0 ? 0 : m_view.countIn(box);
}

QAccessibleInterface* GraphItemAccessible::child(int index) const
{
    if (index < 0 || index >= childCount())
        return nullptr;
    if (isGroup())
        return m_view.interfaceOf(m_view.itemOfBox(m_view.firstIn(m_view.boxOf(m_item)) + index));
    return m_view.interfaceOf({m_item.node, -1, constants()[static_cast<std::size_t>(index)]});
}

int GraphItemAccessible::indexOfChild(const QAccessibleInterface* interface) const
{
    const auto* other = dynamic_cast<const GraphItemAccessible*>(interface);
    if (!other || !isValid())
        return -1;
    if (!isGroup()) {
        const auto found = std::find(constants().begin(), constants().end(), other->m_item.constant);
        return other->m_item.node == m_item.node && found != constants().end()
            ? static_cast<int>(found - constants().begin())
            : -1;
    }
    const int box = m_view.boxOf(m_item);
    const int inner = other->m_item.constant < 0 ? m_view.boxOf(other->m_item) : -1;
    return inner >= 0 && m_view.view()->scene->box(inner).parent == box ? inner - m_view.firstIn(box) : -1;
}

QString GraphItemAccessible::text(QAccessible::Text kind) const
{
    if (!isValid())
        return {};
    const GraphView::Private& view = *m_view.view();
    if (kind == QAccessible::Description)
        return view.describe(m_item.node, m_item.constant, m_item.group);
    if (kind != QAccessible::Name)
        return {};
    if (m_item.constant >= 0)
        return shownName(view.description->constants[static_cast<std::size_t>(m_item.constant)].name);
    if (isGroup())
        return view.model()->groupName(m_item.group);
    const BoxFace& face = view.model()->nodeFace(m_item.node);
    if (face.subtitle.isEmpty())
        return face.title;
    // "Conv_2" says that it is a Conv.
    return face.subtitle.startsWith(face.title) ? face.subtitle
                                                : QString(face.title + QLatin1Char(' ') + face.subtitle);
}

QRect GraphItemAccessible::rect() const
{
    const int box = m_view.boxOf(m_item);
    if (box < 0)
        return {};
    const GraphView::Private& view = *m_view.view();
    QRectF area = view.scene->boxRect(box);
    if (m_item.constant >= 0) {
        const auto all = view.model()->chips(m_item.node);
        const auto row = std::find(all.begin(), all.end(), m_item.constant) - all.begin();
        // The last row stands for all that have none of their own.
        const int rows = view.model()->chipRows(m_item.node);
        if (rows > 0)
            area = view.scene->chipRect(box, std::min(static_cast<int>(row), rows - 1));
    }
    const QRect inViewport = view.toViewport(area).toAlignedRect();
    return {view.q->viewport()->mapToGlobal(inViewport.topLeft()), inViewport.size()};
}

QAccessible::Role GraphItemAccessible::role() const
{
    return m_item.constant >= 0 ? QAccessible::ListItem : QAccessible::TreeItem;
}

QAccessible::State GraphItemAccessible::state() const
{
    QAccessible::State state;
    const int box = m_view.boxOf(m_item);
    if (box < 0) {
        state.invalid = true;
        return state;
    }
    const GraphView::Private& view = *m_view.view();
    state.selectable = true;
    state.focusable = true;
    state.selected = m_view.selected() == m_item;
    state.focused = state.selected && view.q->hasFocus();
    const QRect onScreen = rect();
    const QRect shown(view.q->viewport()->mapToGlobal(QPoint()), view.q->viewport()->size());
    state.offscreen = !shown.intersects(onScreen);
    state.invisible = !view.q->isVisible();
    if (isGroup()) {
        state.expandable = true;
        state.expanded = view.scene->box(box).isFrame;
        state.collapsed = !state.expanded;
    }
    return state;
}

void* GraphItemAccessible::interface_cast(QAccessible::InterfaceType type)
{
    return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
}

QStringList GraphItemAccessible::actionNames() const
{
    if (!isValid())
        return {};
    return isGroup() ? QStringList {pressAction(), toggleAction()} : QStringList {pressAction()};
}

void GraphItemAccessible::doAction(const QString& name)
{
    if (!isValid())
        return;
    GraphView::Private& view = *m_view.view();
    if (name == pressAction()) {
        if (m_item.constant >= 0)
            view.select(m_item.node, m_item.constant, -1);
        else
            view.selectBox(m_view.boxOf(m_item));
        view.showBox(view.selectedBox(), false);
    } else if (name == toggleAction() && isGroup()) {
        view.toggle(m_item.group, !view.expanded[static_cast<std::size_t>(m_item.group)]);
    }
}

} // namespace weightless::widgets
