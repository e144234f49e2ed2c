// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/docklayout.h"

#include "ui/window/dockfolds.h"
#include "ui/window/docksizes.h"
#include "widgets/wheelguard.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>
#include <QMouseEvent>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QStackedWidget>

#include <algorithm>
#include <utility>

namespace weightless::ui {

namespace {

constexpr int layoutVersion = 5; // another one forgets remembered docks
constexpr QLatin1String sizedKey("workspaces/sized");
constexpr int leastCentreWidth = 540; // panels beside the centre do not crush it

QString keyOf(const Workspace& workspace)
{
    return QStringLiteral("workspaces/%1/docks").arg(workspace.id);
}

// Where a panel has less room than its page needs, the page scrolls. Docks that are held open by their pages
// are laid over each other in a window that is too small for all of them.
QScrollArea* scrolling(QWidget* page, const QString& title, QWidget* parent)
{
    auto* scroll = new QScrollArea(parent);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::ClickFocus); // Tab stops at what is in it
    scroll->setAccessibleName(title);
    scroll->setWidget(page);
    widgets::WheelGuard::guardFieldsOf(*page);
    return scroll;
}

} // namespace

DockLayout::DockLayout(QMainWindow& window, QStackedWidget& centre)
    : QObject(&window)
    , m_window(window)
    , m_centre(centre)
    , m_workspace(&workspaces().front())
    , m_folds(std::make_unique<DockFolds>(m_window, m_docks))
{
    m_window.setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    m_window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    m_centre.setMinimumWidth(leastCentreWidth);
    m_window.installEventFilter(this);
    m_resizing.setSingleShot(true);
    connect(&m_resizing, &QTimer::timeout, this, &DockLayout::applySizes);
}

DockLayout::~DockLayout() = default;

void DockLayout::add(Panel panel, const QString& title, QWidget* page)
{
    auto* dock = new QDockWidget(title, &m_window);
    dock->setObjectName(nameOf(panel));
    dock->setFont(QApplication::font());
    dock->setAccessibleName(title);
    QScrollArea* scroll = scrolling(page, title, dock);
    dock->setWidget(scroll);
    dock->hide();
    m_docks.insert(panel, dock);
    m_pages.insert(panel, scroll);
    m_panels.append(panel);
    connect(dock->toggleViewAction(), &QAction::triggered, this,
        [this, panel](bool isShown) { m_folds->noteChoice(*m_workspace, panel, isShown); });
}

bool DockLayout::has(const Workspace& workspace, Panel panel) const
{
    return workspace.centre == panel
        || std::any_of(workspace.places.begin(), workspace.places.end(),
            [panel](const PanelPlace& place) { return place.panel == panel; });
}

bool DockLayout::isShown(Panel panel) const
{
    return m_isEntered && (panel == m_workspace->centre || !dock(panel).isHidden());
}

void DockLayout::remember()
{
    if (!m_isEntered)
        return;
    m_folds->endOverruledHolds(*m_workspace);
    m_states.insert(m_workspace->id, m_folds->stateBeforeHolding(*m_workspace, layoutVersion));
}

void DockLayout::clearCentre()
{
    if (!m_isEntered)
        return;
    const Panel panel = m_workspace->centre;
    QScrollArea* page = m_pages.value(panel);
    m_scrolled.insert(panel, page->verticalScrollBar()->value());
    dock(panel).setWidget(page);
    dock(panel).toggleViewAction()->setVisible(true);
}

void DockLayout::setCentre(Panel panel)
{
    QScrollArea* page = m_pages.value(panel);
    m_centre.addWidget(page);
    // Behind a panel, the page of windows without a model would still keep the room that it needs.
    m_centre.widget(0)->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    m_centre.setCurrentWidget(page);
    page->show();
    dock(panel).toggleViewAction()->setVisible(false);
}

void DockLayout::enter(Purpose purpose)
{
    if (m_isEntered && purpose == m_workspace->purpose)
        return;
    const QPointer<QWidget> focused = m_window.focusWidget();
    const bool isUpdated = m_window.updatesEnabled();
    m_window.setUpdatesEnabled(false);
    remember();
    clearCentre();
    m_workspace = &workspaceFor(purpose);
    m_isEntered = true;
    setCentre(m_workspace->centre);
    const QByteArray state = m_states.value(m_workspace->id);
    if (!state.isEmpty() && m_window.restoreState(state, layoutVersion)) {
        m_areSizesDue = !m_sized.contains(m_workspace->id) && !m_window.isVisible();
        dock(m_workspace->centre).hide();
        m_resizing.start(0); // the window may have another size by now
    } else {
        arrange();
    }
    m_folds->apply(*m_workspace);
    for (const Panel panel : std::as_const(m_panels)) {
        if (m_folds->isHeld(*m_workspace, panel))
            bringUp(panel);
    }
    m_window.setUpdatesEnabled(isUpdated);
    // A dock that has come to float meanwhile is a window of its own, which the call above leaves frozen.
    for (QDockWidget* dock : std::as_const(m_docks))
        dock->setUpdatesEnabled(true);
    emit entered(purpose);
    // Where the keyboard was is gone: Qt would give it to whatever comes next.
    if (!focused || !focused->isVisibleTo(&m_window))
        focus(m_workspace->centre);
    scrollBack();
    QMetaObject::invokeMethod(this, &DockLayout::scrollBack, Qt::QueuedConnection); // once it has its size
}

// A page follows the focus also while it lies, small, in its hidden dock.
void DockLayout::scrollBack()
{
    if (!m_isEntered)
        return;
    const Panel panel = m_workspace->centre;
    if (const auto scrolled = m_scrolled.constFind(panel); scrolled != m_scrolled.cend())
        m_pages.value(panel)->verticalScrollBar()->setValue(*scrolled);
}

void DockLayout::leave()
{
    remember();
    clearCentre();
    m_isEntered = false;
    for (QDockWidget* dock : std::as_const(m_docks))
        dock->hide();
    m_centre.widget(0)->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    m_centre.setCurrentIndex(0);
    emit left();
}

void DockLayout::reset()
{
    m_states.clear();
    m_sized.clear();
    m_folds->forget();
    if (!m_isEntered)
        return;
    arrange();
    m_folds->apply(*m_workspace);
}

void DockLayout::place(const PanelPlace& place)
{
    QDockWidget* dock = &this->dock(place.panel);
    m_window.addDockWidget(place.area, dock);
    if (DockSizes(m_window, m_docks, *m_workspace).isTab(place))
        m_window.tabifyDockWidget(&this->dock(place.neighbour), dock);
    else if (place.side != PanelSide::Edge)
        m_window.splitDockWidget(&this->dock(place.neighbour), dock,
            place.side == PanelSide::Below ? Qt::Vertical : Qt::Horizontal);
    dock->setVisible(!place.startsHidden);
}

void DockLayout::arrange()
{
    // Docks that stay where they are would be split again inside of what they were split into.
    for (QDockWidget* dock : std::as_const(m_docks)) {
        dock->setFloating(false); // first: one that has no place in the window floats for good
        m_window.removeDockWidget(dock);
    }
    for (const PanelPlace& each : m_workspace->places)
        place(each);
    // The others have a place too, where they come when they are asked for.
    for (const Panel panel : std::as_const(m_panels)) {
        if (has(*m_workspace, panel))
            continue;
        m_window.addDockWidget(Qt::RightDockWidgetArea, &dock(panel));
        dock(panel).hide();
    }
    for (const Panel panel : m_workspace->front)
        dock(panel).raise();
    DockSizes(m_window, m_docks, *m_workspace).apply();
    m_areSizesDue = !m_window.isVisible();
}

bool DockLayout::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Show && m_areSizesDue) {
        m_areSizesDue = false;
        m_resizing.start(0);
    }
    // Without it docks have the platform's font of dock titles, whatever text size was chosen.
    if (event->type() == QEvent::ApplicationFontChange) {
        for (QDockWidget* dock : std::as_const(m_docks))
            dock->setFont(QApplication::font());
    }
    if (event->type() == QEvent::Resize && m_isEntered) {
        m_folds->apply(*m_workspace);
        m_resizing.start(0);
    }
    // Between panels there is the window itself.
    const auto* mouse =
        event->type() == QEvent::MouseButtonPress ? static_cast<QMouseEvent*>(event) : nullptr;
    if (mouse && m_isEntered && m_window.childAt(mouse->position().toPoint()) == nullptr)
        m_sized.insert(m_workspace->id);
    return QObject::eventFilter(watched, event);
}

void DockLayout::applySizes()
{
    if (m_isEntered && !m_sized.contains(m_workspace->id))
        DockSizes(m_window, m_docks, *m_workspace).apply();
}

void DockLayout::raise(Panel panel)
{
    if (!m_window.tabifiedDockWidgets(&dock(panel)).isEmpty())
        dock(panel).raise();
}

void DockLayout::show(Panel panel)
{
    if (!m_isEntered || panel == m_workspace->centre)
        return;
    m_folds->noteChoice(*m_workspace, panel, true);
    bringUp(panel);
}

void DockLayout::hold(Panel panel)
{
    if (!m_isEntered || panel == m_workspace->centre)
        return;
    m_folds->hold(*m_workspace, panel);
    bringUp(panel);
}

void DockLayout::release(Panel panel)
{
    if (m_isEntered)
        m_folds->giveBack(*m_workspace, panel);
    m_folds->release(panel);
    if (m_isEntered)
        m_folds->apply(*m_workspace);
}

void DockLayout::bringUp(Panel panel)
{
    dock(panel).show();
    dock(panel).raise();
}

void DockLayout::goTo(Panel panel)
{
    if (!m_isEntered)
        return;
    if (!isShown(panel) && !has(*m_workspace, panel)) {
        const std::vector<Workspace>& all = workspaces();
        const auto found = std::find_if(all.begin(), all.end(),
            [this, panel](const Workspace& workspace) { return has(workspace, panel); });
        if (found != all.end())
            enter(found->purpose);
    }
    show(panel);
    m_pages.value(panel)->window()->activateWindow(); // it may float
    focus(panel);
}

// What the page names takes the keys, or what comes first in it, but for buttons: Space would press one that
// nobody chose.
void DockLayout::focus(Panel panel)
{
    QWidget* page = m_pages.value(panel);
    if (QWidget* first = m_pages.value(panel)->widget()->focusProxy(); first && first->isVisibleTo(page)) {
        first->setFocus(Qt::ShortcutFocusReason);
        return;
    }
    // What is in a page may have been made before what it lies in, and stands elsewhere in the chain.
    for (QWidget* next = page->nextInFocusChain(); next != page; next = next->nextInFocusChain()) {
        const bool isButton = qobject_cast<const QPushButton*>(next) != nullptr;
        if (page->isAncestorOf(next) && next->focusPolicy() & Qt::TabFocus && !isButton && next->isEnabled()
            && next->isVisibleTo(page)) {
            next->setFocus(Qt::ShortcutFocusReason);
            return;
        }
    }
    page->setFocus(Qt::ShortcutFocusReason);
}

void DockLayout::save(QSettings& settings) const
{
    for (const Workspace& workspace : workspaces()) {
        const bool isCurrent = m_isEntered && workspace.purpose == m_workspace->purpose;
        const QByteArray state =
            isCurrent ? m_folds->stateBeforeHolding(workspace, layoutVersion) : m_states.value(workspace.id);
        if (state.isEmpty())
            settings.remove(keyOf(workspace));
        else
            settings.setValue(keyOf(workspace), state);
    }
    settings.setValue(sizedKey, QStringList(m_sized.begin(), m_sized.end()));
    m_folds->save(settings);
}

void DockLayout::restore(QSettings& settings)
{
    // Where earlier versions kept their only arrangement.
    for (const QString& old : {QStringLiteral("window/docks"), QStringLiteral("workspaces/everything")})
        settings.remove(old);
    for (const Workspace& workspace : workspaces()) {
        const QByteArray state = settings.value(keyOf(workspace)).toByteArray();
        if (!state.isEmpty())
            m_states.insert(workspace.id, state);
    }
    // Versions that did not note it may have been given any sizes: they stay.
    const QStringList sized =
        settings.contains(sizedKey) ? settings.value(sizedKey).toStringList() : m_states.keys();
    m_sized = QSet<QString>(sized.begin(), sized.end());
    m_folds->restore(settings);
}

} // namespace weightless::ui
