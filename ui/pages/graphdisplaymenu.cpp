// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/graphdisplaymenu.h"

#include "widgets/graph/graphcolours.h"
#include "widgets/graph/graphview.h"

#include <QActionGroup>
#include <QSettings>

#include <algorithm>

namespace weightless::ui {

using widgets::GraphColouring;
using widgets::GraphDisplay;

namespace {

constexpr auto colouringKey = "graph/colours";

QString settingOf(const char* key)
{
    return QStringLiteral("graph/") + QString::fromLatin1(key);
}

} // namespace

GraphDisplayMenu::GraphDisplayMenu(widgets::GraphView& view, QWidget* parent)
    : QMenu(tr("Show in the graph"), parent)
    , m_view(view)
{
    addSection(tr("Boxes"));
    add(
        tr("&Names"), "names", [](const GraphDisplay& d) { return d.options.showsNames; },
        [](GraphDisplay& d, bool on) { d.options.showsNames = on; });
    add(
        tr("&Attributes"), "attributes", [](const GraphDisplay& d) { return d.options.showsAttributes; },
        [](GraphDisplay& d, bool on) { d.options.showsAttributes = on; });
    add(
        tr("&Weights"), "weights", [](const GraphDisplay& d) { return d.options.showsWeights; },
        [](GraphDisplay& d, bool on) { d.options.showsWeights = on; });
    addSection(tr("Layout"));
    add(
        tr("&Fold Constants and Shape Arithmetic"), "folded",
        [](const GraphDisplay& d) { return d.options.foldsPlumbing; },
        [](GraphDisplay& d, bool on) { d.options.foldsPlumbing = on; });
    add(
        tr("From Left to &Right"), "horizontal", [](const GraphDisplay& d) { return d.options.isHorizontal; },
        [](GraphDisplay& d, bool on) { d.options.isHorizontal = on; });
    add(
        tr("&Overview"), "overview", [](const GraphDisplay& d) { return d.showsMinimap; },
        [](GraphDisplay& d, bool on) { d.showsMinimap = on; });
    add(
        tr("&Motion"), "motion", [](const GraphDisplay& d) { return d.animates; },
        [](GraphDisplay& d, bool on) { d.animates = on; });
    addSection(tr("Colour tells"));
    auto* group = new QActionGroup(this);
    for (const GraphColouring colouring : {GraphColouring::Category, GraphColouring::Bytes,
             GraphColouring::Parameters, GraphColouring::Activations, GraphColouring::Time}) {
        addColouring(colouring);
        group->addAction(m_colourings.back().first);
    }
    addSeparator();
    add(
        tr("&Legend"), "legend", [](const GraphDisplay& d) { return d.showsLegend; },
        [](GraphDisplay& d, bool on) { d.showsLegend = on; });
    add(
        tr("&Colours for Colour-Blind People"), "colourblind",
        [](const GraphDisplay& d) { return d.isForColourBlind; },
        [](GraphDisplay& d, bool on) { d.isForColourBlind = on; });
    connect(&view, &widgets::GraphView::displayChanged, this, &GraphDisplayMenu::follow);
    follow(view.display());
}

void GraphDisplayMenu::add(const QString& text, const char* key, Question isOn, Change change)
{
    QAction* action = addAction(text);
    action->setCheckable(true);
    m_entries.push_back({action, isOn, key, change});
    connect(action, &QAction::triggered, this, [this, change](bool on) { apply(change, on); });
}

void GraphDisplayMenu::addColouring(GraphColouring colouring)
{
    QAction* action = addAction(widgets::GraphColours::name(colouring));
    action->setCheckable(true);
    m_colourings.emplace_back(action, colouring);
    connect(action, &QAction::triggered, this, [this, colouring] {
        GraphDisplay display = m_view.display();
        display.colouring = colouring;
        m_view.setDisplay(display);
    });
}

void GraphDisplayMenu::apply(Change change, bool isOn)
{
    GraphDisplay display = m_view.display();
    change(display, isOn);
    m_view.setDisplay(display);
}

void GraphDisplayMenu::follow(const GraphDisplay& display)
{
    for (const Entry& entry : m_entries)
        entry.action->setChecked(entry.isOn(display));
    for (const auto& colouring : m_colourings)
        colouring.first->setChecked(display.colouring == colouring.second);
}

void GraphDisplayMenu::restore(const QSettings& settings)
{
    GraphDisplay display = m_view.display();
    for (const Entry& entry : m_entries) {
        const QString key = settingOf(entry.key);
        if (settings.contains(key))
            entry.change(display, settings.value(key).toBool());
    }
    const int colouring = settings.value(QLatin1String(colouringKey)).toInt();
    const bool isKnown = std::any_of(m_colourings.begin(), m_colourings.end(),
        [&](const auto& known) { return static_cast<int>(known.second) == colouring; });
    if (isKnown)
        display.colouring = static_cast<GraphColouring>(colouring);
    m_restored = display;
    m_view.setDisplay(display);
}

void GraphDisplayMenu::save(QSettings& settings) const
{
    const GraphDisplay& display = m_view.display();
    for (const Entry& entry : m_entries) {
        if (entry.isOn(display) != entry.isOn(m_restored))
            settings.setValue(settingOf(entry.key), entry.isOn(display));
    }
    if (display.colouring != m_restored.colouring
        && display.colouring != widgets::GraphColouring::Time) // that is of a run
        settings.setValue(QLatin1String(colouringKey), static_cast<int>(display.colouring));
}

} // namespace weightless::ui
