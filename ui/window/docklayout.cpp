// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/docklayout.h"

#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>
#include <QScrollArea>
#include <QSettings>
#include <QStyle>

#include <algorithm>

namespace weightless::ui {

namespace {

constexpr int layoutVersion = 2; // another one forgets remembered docks

// Names docks in what is remembered, so they never change.
QString nameOf(Panel panel)
{
    switch (panel) {
    case Panel::Outline:
        return QStringLiteral("outline");
    case Panel::Properties:
        return QStringLiteral("properties");
    case Panel::Load:
        return QStringLiteral("load");
    case Panel::Run:
        return QStringLiteral("run");
    case Panel::Tensors:
        return QStringLiteral("tensors");
    case Panel::Memory:
        return QStringLiteral("memory");
    case Panel::Problems:
        return QStringLiteral("problems");
    }
    return {};
}

// Where a panel has less room than its page needs, the page scrolls. Docks that are held open by their pages
// are laid over each other in a window that is too small for all of them.
QScrollArea* scrolling(QWidget* page, const QString& title, QWidget* parent)
{
    auto* scroll = new QScrollArea(parent);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setAccessibleName(title);
    scroll->setWidget(page);
    return scroll;
}

} // namespace

DockLayout::DockLayout(QMainWindow& window)
    : QObject(&window)
    , m_window(window)
    , m_workspace(&workspaces().front())
{
    m_window.setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    m_window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    m_window.installEventFilter(this);
}

DockLayout::~DockLayout() = default;

void DockLayout::add(Panel panel, const QString& title, QWidget* page)
{
    auto* dock = new QDockWidget(title, &m_window);
    dock->setObjectName(nameOf(panel));
    dock->setAccessibleName(title);
    dock->setWidget(scrolling(page, title, dock));
    dock->hide();
    m_docks.insert(panel, dock);
    m_panels.append(panel);
}

bool DockLayout::isTab(const PanelPlace& place) const
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

void DockLayout::place(const PanelPlace& place)
{
    QDockWidget* dock = &this->dock(place.panel);
    dock->setFloating(false);
    m_window.addDockWidget(place.area, dock);
    if (isTab(place))
        m_window.tabifyDockWidget(&this->dock(place.neighbour), dock);
    else if (place.side != PanelSide::Edge)
        m_window.splitDockWidget(&this->dock(place.neighbour), dock,
            place.side == PanelSide::Below ? Qt::Vertical : Qt::Horizontal);
    dock->show();
}

void DockLayout::arrange()
{
    // Docks that stay where they are would be split again inside of what they were split into.
    for (QDockWidget* dock : std::as_const(m_docks))
        m_window.removeDockWidget(dock);
    for (const PanelPlace& each : m_workspace->places)
        place(each);
    for (const Panel panel : m_workspace->front)
        dock(panel).raise();
    applySizes();
}

// Pages scroll downwards where that is needed, not sideways.
int DockLayout::leastWidth(Panel panel) const
{
    const auto* scroll = qobject_cast<const QScrollArea*>(dock(panel).widget());
    return scroll->widget()->minimumSizeHint().width()
        + m_window.style()->pixelMetric(QStyle::PM_ScrollBarExtent) + 2;
}

// A panel has a size of its own in the direction in which it shares its area, or in which the area shares the
// window. Any other is what is left, and asking for it would move what lies around.
bool DockLayout::hasOwn(Qt::Orientation orientation, const PanelPlace& place) const
{
    const bool isColumn = place.area == Qt::LeftDockWidgetArea || place.area == Qt::RightDockWidgetArea;
    if (place.side == PanelSide::Edge && isColumn == (orientation == Qt::Horizontal))
        return true;
    const PanelSide shared = orientation == Qt::Horizontal ? PanelSide::Beside : PanelSide::Below;
    const std::vector<PanelPlace>& places = m_workspace->places;
    return std::any_of(places.begin(), places.end(), [&](const PanelPlace& other) {
        return other.side == shared && !isTab(other)
            && (other.panel == place.panel || other.neighbour == place.panel);
    });
}

void DockLayout::applySizes(Qt::Orientation orientation, Qt::DockWidgetArea area)
{
    QList<QDockWidget*> docks;
    QList<int> sizes;
    for (const PanelPlace& each : m_workspace->places) {
        // Of tabs the one in front decides.
        if (each.area != area || isTab(each) || !hasOwn(orientation, each))
            continue;
        docks.append(&dock(each.panel));
        if (orientation == Qt::Vertical)
            sizes.append(static_cast<int>(m_window.height() * each.height));
        else
            sizes.append(std::max(static_cast<int>(m_window.width() * each.width), leastWidth(each.panel)));
    }
    m_window.resizeDocks(docks, sizes, orientation);
}

void DockLayout::applySizes()
{
    for (const auto area : {Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea, Qt::BottomDockWidgetArea}) {
        applySizes(Qt::Horizontal, area);
        applySizes(Qt::Vertical, area);
    }
}

bool DockLayout::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Show && m_areSizesDue) {
        m_areSizesDue = false;
        QMetaObject::invokeMethod(
            this, [this] { applySizes(); }, Qt::QueuedConnection);
    }
    return QObject::eventFilter(watched, event);
}

void DockLayout::raise(Panel panel)
{
    if (!m_window.tabifiedDockWidgets(&dock(panel)).isEmpty())
        dock(panel).raise();
}

void DockLayout::show(Panel panel)
{
    dock(panel).show();
    dock(panel).raise();
}

void DockLayout::goTo(Panel panel)
{
    show(panel);
    QDockWidget& dock = this->dock(panel);
    dock.activateWindow();
    QWidget* page = dock.widget();
    // The page itself takes no keys: what comes first in it does.
    for (QWidget* next = page->nextInFocusChain(); page->isAncestorOf(next);
         next = next->nextInFocusChain()) {
        if (next->focusPolicy() & Qt::TabFocus && next->isEnabled() && next->isVisibleTo(page)) {
            next->setFocus(Qt::ShortcutFocusReason);
            return;
        }
    }
    page->setFocus(Qt::ShortcutFocusReason);
}

QString DockLayout::key() const
{
    return QStringLiteral("workspaces/%1/docks").arg(m_workspace->id);
}

void DockLayout::save(QSettings& settings) const
{
    settings.setValue(key(), m_window.saveState(layoutVersion));
}

void DockLayout::restore(QSettings& settings)
{
    settings.remove(QStringLiteral("window/docks")); // where version 1 kept the only arrangement
    if (m_window.restoreState(settings.value(key()).toByteArray(), layoutVersion))
        m_areSizesDue = false;
}

} // namespace weightless::ui
