// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/docksizes.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QScrollArea>
#include <QStyle>

#include <algorithm>

namespace weightless::ui {

namespace {

// A page that can use room gets what it asks for where that leaves the window to what it is about.
int widthOf(const QWidget& page, int windowWidth)
{
    constexpr double mostOfWindow = 0.35;
    const int least = page.minimumSizeHint().width();
    const int wanted = page.sizeHint().width();
    const bool canUseRoom = page.sizePolicy().horizontalPolicy() == QSizePolicy::Expanding;
    return canUseRoom && wanted <= mostOfWindow * windowWidth ? std::max(least, wanted) : least;
}

} // namespace

DockSizes::DockSizes(QMainWindow& window, const QHash<Panel, QDockWidget*>& docks, const Workspace& workspace)
    : m_window(window)
    , m_docks(docks)
    , m_workspace(workspace)
{
}

bool DockSizes::isTab(const PanelPlace& place) const
{
    switch (place.side) {
    case PanelSide::Edge:
        return false;
    case PanelSide::Below:
        return m_window.height() < place.leastWindow;
    case PanelSide::Beside:
        return m_window.width() < place.leastWindow;
    case PanelSide::Behind:
        return true;
    }
    return false;
}

// Pages scroll downwards where that is needed, not sideways. A column is as wide as its widest page asks for.
int DockSizes::leastWidth(const PanelPlace& place) const
{
    int width = 0;
    for (const PanelPlace& other : m_workspace.places) {
        const bool isInColumn = other.panel == place.panel
            || (other.area == place.area && other.side != PanelSide::Beside && place.side == PanelSide::Edge);
        const auto* scroll = qobject_cast<const QScrollArea*>(m_docks.value(other.panel)->widget());
        if (isInColumn && scroll)
            width = std::max(width, widthOf(*scroll->widget(), m_window.width()));
    }
    return width + m_window.style()->pixelMetric(QStyle::PM_ScrollBarExtent) + 2;
}

// A panel has a size of its own in the direction in which it shares its area, or in which the area shares the
// window. Any other is what is left, and asking for it would move what lies around.
bool DockSizes::hasOwn(Qt::Orientation orientation, const PanelPlace& place) const
{
    const bool isColumn = place.area == Qt::LeftDockWidgetArea || place.area == Qt::RightDockWidgetArea;
    if (place.side == PanelSide::Edge && isColumn == (orientation == Qt::Horizontal))
        return true;
    const PanelSide shared = orientation == Qt::Horizontal ? PanelSide::Beside : PanelSide::Below;
    const std::vector<PanelPlace>& places = m_workspace.places;
    return std::any_of(places.begin(), places.end(), [&](const PanelPlace& other) {
        return other.side == shared && !isTab(other)
            && (other.panel == place.panel || other.neighbour == place.panel);
    });
}

void DockSizes::apply(Qt::Orientation orientation, Qt::DockWidgetArea area) const
{
    QList<QDockWidget*> docks;
    QList<int> sizes;
    for (const PanelPlace& each : m_workspace.places) {
        // Of tabs the one in front decides.
        QDockWidget* dock = m_docks.value(each.panel);
        // Where the user has put it elsewhere, it has the size that he finds there.
        const bool isInPlace = !dock->isFloating() && m_window.dockWidgetArea(dock) == area;
        if (each.area != area || dock->isHidden() || !isInPlace || isTab(each) || !hasOwn(orientation, each))
            continue;
        docks.append(dock);
        if (orientation == Qt::Vertical)
            sizes.append(static_cast<int>(m_window.height() * each.height));
        else
            sizes.append(std::max({static_cast<int>(m_window.width() * each.width), leastWidth(each),
                each.leastLetters * dock->fontMetrics().averageCharWidth()}));
    }
    m_window.resizeDocks(docks, sizes, orientation);
}

void DockSizes::apply() const
{
    for (const auto area : {Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea, Qt::BottomDockWidgetArea}) {
        apply(Qt::Horizontal, area);
        apply(Qt::Vertical, area);
    }
}

} // namespace weightless::ui
