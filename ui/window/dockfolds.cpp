// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/dockfolds.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QSettings>

#include <algorithm>

namespace weightless::ui {

namespace {

constexpr QLatin1String foldedKey("workspaces/folded");
constexpr QLatin1String keptKey("workspaces/kept");

} // namespace

DockFolds::DockFolds(QMainWindow& window, const QHash<Panel, QDockWidget*>& docks)
    : m_window(window)
    , m_docks(docks)
{
}

QString DockFolds::keyOf(const Workspace& workspace, Panel panel) const
{
    return workspace.id + QLatin1Char('/') + m_docks.value(panel)->objectName();
}

void DockFolds::apply(const Workspace& workspace)
{
    QList<QDockWidget*> unfolded;
    QList<int> heights;
    for (const PanelPlace& place : workspace.places) {
        QDockWidget* dock = m_docks.value(place.panel);
        const QString key = keyOf(workspace, place.panel);
        const bool isLow = m_window.height() < place.foldsBelow;
        const bool stays = m_kept.contains(key) || m_held.contains(key);
        if (isLow && !dock->isHidden() && !dock->isFloating() && !stays) {
            m_folded.insert(key);
            dock->hide();
        } else if (!isLow && m_folded.remove(key)) {
            dock->show();
            unfolded.append(dock);
            heights.append(static_cast<int>(m_window.height() * place.height));
        }
    }
    if (unfolded.isEmpty())
        return;
    m_window.resizeDocks(unfolded, heights, Qt::Vertical);
    const std::vector<Panel>& front = workspace.front;
    for (QDockWidget* dock : unfolded) {
        if (std::any_of(
                front.begin(), front.end(), [&](Panel panel) { return m_docks.value(panel) == dock; }))
            dock->raise();
    }
}

void DockFolds::noteChoice(const Workspace& workspace, Panel panel, bool isShown)
{
    const QString key = keyOf(workspace, panel);
    m_folded.remove(key);
    m_held.remove(key);
    if (isShown)
        m_kept.insert(key);
    else
        m_kept.remove(key);
}

void DockFolds::hold(const Workspace& workspace, Panel panel)
{
    const QString key = keyOf(workspace, panel);
    const bool isFolded = m_folded.remove(key);
    if (m_held.contains(key))
        return;
    QDockWidget* dock = m_docks.value(panel);
    Before before {.isHidden = dock->isHidden(), .isFolded = isFolded, .front = {}};
    for (QDockWidget* tab : m_window.tabifiedDockWidgets(dock)) {
        if (!tab->visibleRegion().isEmpty())
            before.front = tab;
    }
    m_held.insert(key, before);
}

bool DockFolds::isHeld(const Workspace& workspace, Panel panel) const
{
    return m_held.contains(keyOf(workspace, panel));
}

// Qt does not hide panels behind the tabs of others: they lie outside of the window.
bool DockFolds::isInView(Panel panel) const
{
    const QDockWidget* dock = m_docks.value(panel);
    return !dock->isHidden() && (dock->isFloating() || m_window.rect().intersects(dock->geometry()));
}

void DockFolds::endOverruledHolds(const Workspace& workspace)
{
    for (auto dock = m_docks.cbegin(); dock != m_docks.cend(); ++dock) {
        if (isHeld(workspace, dock.key()) && !isInView(dock.key()))
            m_held.remove(keyOf(workspace, dock.key()));
    }
}

void DockFolds::giveBack(const Workspace& workspace, Panel panel)
{
    endOverruledHolds(workspace);
    if (!isHeld(workspace, panel))
        return;
    const QString key = keyOf(workspace, panel);
    const Before before = m_held.take(key);
    if (before.isHidden)
        m_docks.value(panel)->hide();
    if (before.isFolded)
        m_folded.insert(key);
    if (before.front)
        before.front->raise();
}

QByteArray DockFolds::stateBeforeHolding(const Workspace& workspace, int version) const
{
    const bool isUpdated = m_window.updatesEnabled();
    m_window.setUpdatesEnabled(false);
    QList<QDockWidget*> shown;
    for (auto dock = m_docks.cbegin(); dock != m_docks.cend(); ++dock) {
        const auto before = m_held.constFind(keyOf(workspace, dock.key()));
        if (before == m_held.cend() || dock.value()->isHidden())
            continue;
        shown.append(dock.value());
        if (before->isHidden)
            dock.value()->hide();
        if (before->front)
            before->front->raise();
    }
    const QByteArray state = m_window.saveState(version);
    for (QDockWidget* dock : shown) {
        dock->show();
        dock->raise();
    }
    m_window.setUpdatesEnabled(isUpdated);
    return state;
}

void DockFolds::release(Panel panel)
{
    for (const Workspace& workspace : workspaces()) {
        const QString key = keyOf(workspace, panel);
        if (m_held.take(key).isFolded)
            m_folded.insert(key); // as it is left there, and comes back in a higher window
    }
}

void DockFolds::forget()
{
    m_folded.clear();
    m_kept.clear();
    m_held.clear();
}

void DockFolds::save(QSettings& settings) const
{
    QStringList folded(m_folded.begin(), m_folded.end());
    for (auto held = m_held.cbegin(); held != m_held.cend(); ++held) {
        if (held->isFolded)
            folded.append(held.key());
    }
    settings.setValue(foldedKey, folded);
    settings.setValue(keptKey, QStringList(m_kept.begin(), m_kept.end()));
}

void DockFolds::restore(const QSettings& settings)
{
    const QStringList folded = settings.value(foldedKey).toStringList();
    const QStringList kept = settings.value(keptKey).toStringList();
    m_folded = QSet<QString>(folded.begin(), folded.end());
    m_kept = QSet<QString>(kept.begin(), kept.end());
}

} // namespace weightless::ui
