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
    m_folded.remove(key);
    m_held.insert(key);
}

void DockFolds::release(Panel panel)
{
    for (const Workspace& workspace : workspaces())
        m_held.remove(keyOf(workspace, panel));
}

void DockFolds::fold(const Workspace& workspace, Panel panel)
{
    m_folded.insert(keyOf(workspace, panel));
}

bool DockFolds::isFolded(const Workspace& workspace, Panel panel) const
{
    return m_folded.contains(keyOf(workspace, panel));
}

void DockFolds::forget()
{
    m_folded.clear();
    m_kept.clear();
    m_held.clear();
}

void DockFolds::save(QSettings& settings) const
{
    settings.setValue(foldedKey, QStringList(m_folded.begin(), m_folded.end()));
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
