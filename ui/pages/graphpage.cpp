// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/graphpage.h"

#include "ui/document/selection.h"
#include "ui/window/icons.h"
#include "widgets/graph/graphview.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QScopedValueRollback>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace weightless::ui {

GraphPage::GraphPage(Selection& selection, QWidget* parent)
    : QWidget(parent)
    , m_selection(selection)
    , m_view(new widgets::GraphView(this))
    , m_findEdit(new QLineEdit(this))
    , m_matches(new QLabel(this))
    , m_layoutState(new QLabel(this))
{
    m_view->setAccessibleName(tr("Graph of the model"));
    m_findEdit->setPlaceholderText(tr("Find: name, tensor, or op:Conv"));
    m_findEdit->setAccessibleName(tr("Find in the graph"));
    m_findEdit->setClearButtonEnabled(true);
    m_findEdit->setMaximumWidth(320);
    auto* previous = makeButton(QStringLiteral("up"), tr("Previous match"));
    auto* next = makeButton(QStringLiteral("down"), tr("Next match"));
    auto* collapse = makeButton(QStringLiteral("collapse"), tr("Collapse all scopes"));
    auto* expand = makeButton(QStringLiteral("expand"), tr("Expand all scopes"));
    auto* fit = makeButton(QStringLiteral("fit"), tr("Fit the graph to the window"));
    auto* zoomOut = makeButton(QStringLiteral("zoom-out"), tr("Zoom out"));
    auto* zoomIn = makeButton(QStringLiteral("zoom-in"), tr("Zoom in"));

    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(4, 4, 4, 0);
    bar->addWidget(m_findEdit, 1);
    bar->addWidget(previous);
    bar->addWidget(next);
    bar->addWidget(m_matches);
    bar->addStretch();
    bar->addWidget(m_layoutState);
    for (QToolButton* button : {collapse, expand, fit, zoomOut, zoomIn})
        bar->addWidget(button);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(bar);
    layout->addWidget(m_view, 1);

    connect(previous, &QToolButton::clicked, this, [this] { findNext(false); });
    connect(next, &QToolButton::clicked, this, [this] { findNext(true); });
    connect(collapse, &QToolButton::clicked, m_view, &widgets::GraphView::collapseAll);
    connect(expand, &QToolButton::clicked, m_view, &widgets::GraphView::expandAll);
    connect(fit, &QToolButton::clicked, m_view, &widgets::GraphView::fit);
    connect(zoomOut, &QToolButton::clicked, m_view, &widgets::GraphView::zoomOut);
    connect(zoomIn, &QToolButton::clicked, m_view, &widgets::GraphView::zoomIn);
    connect(m_findEdit, &QLineEdit::textChanged, this, &GraphPage::find);
    connect(m_findEdit, &QLineEdit::returnPressed, this, [this] { findNext(true); });
    connectView();
}

QToolButton* GraphPage::makeButton(const QString& iconName, const QString& text)
{
    auto* button = new QToolButton(this);
    button->setIcon(icon(iconName));
    button->setAutoRaise(true);
    button->setToolTip(text);
    button->setAccessibleName(text);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

void GraphPage::connectView()
{
    connect(m_view, &widgets::GraphView::nodeSelected, this, [this](int node) {
        if (!m_isFollowing)
            m_selection.selectNode(node, this);
    });
    connect(m_view, &widgets::GraphView::chipSelected, this, [this](int constant) {
        if (!m_isFollowing)
            m_selection.selectTensor(constant, this);
    });
    connect(m_view, &widgets::GraphView::groupSelected, this, [this](const QString& path) {
        if (!m_isFollowing)
            m_selection.selectScope(path, this);
    });
    connect(m_view, &widgets::GraphView::selectionCleared, this, [this] {
        if (!m_isFollowing)
            m_selection.clear(this);
    });
    connect(m_view, &widgets::GraphView::layoutStarted, this,
        [this] { m_layoutState->setText(tr("Laying out…")); });
    connect(m_view, &widgets::GraphView::layoutFinished, this, [this](int items, double) {
        if (std::exchange(m_isFirstLayout, false))
            m_view->fit();
        m_layoutState->setText(tr("%Ln box(es) of %1 nodes", nullptr, items)
                                   .arg(QLocale().toString(m_view->graph().nodes.size())));
    });
    connect(&m_selection, &Selection::changed, this, &GraphPage::onSelectionChanged);
}

void GraphPage::setDocument(ModelDocumentPtr document)
{
    const QScopedValueRollback following(m_isFollowing, true);
    m_document = std::move(document);
    m_isFirstLayout = true;
    m_findEdit->clear();
    m_matches->clear();
    m_layoutState->clear();
    if (m_document) {
        m_view->setGraph(m_document->graph);
        resetStates();
    } else {
        m_view->clear();
    }
}

void GraphPage::resetStates()
{
    m_view->resetConstantStates();
    if (!m_document)
        return;
    for (size_t i = 0; i < m_document->tensors.size(); ++i) {
        if (m_document->tensors[i].isKnown)
            m_view->setConstantSet(static_cast<int>(i), true);
    }
}

void GraphPage::markSet(const std::vector<int>& tensors)
{
    for (const int tensor : tensors) {
        if (tensor >= 0)
            m_view->setConstantSet(tensor, true);
    }
}

void GraphPage::focusFind()
{
    m_findEdit->setFocus(Qt::ShortcutFocusReason);
    m_findEdit->selectAll();
}

void GraphPage::savePicture()
{
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save the graph"), QStringLiteral("graph.svg"), tr("Pictures (*.svg *.png)"));
    if (!path.isEmpty())
        m_view->exportPicture(path);
}

void GraphPage::find(const QString& text)
{
    const int count = m_view->find(text);
    if (text.isEmpty())
        m_matches->clear();
    else
        m_matches->setText(count == 0 ? tr("no match") : tr("%Ln match(es)", nullptr, count));
}

void GraphPage::findNext(bool forward)
{
    m_view->findNext(forward);
}

void GraphPage::onSelectionChanged(const SelectedItem& item, QObject* source)
{
    if (source == this || !m_document)
        return;
    const QScopedValueRollback following(m_isFollowing, true);
    switch (item.kind) {
    case SelectedItem::Kind::Node:
        m_view->selectNode(item.index);
        break;
    case SelectedItem::Kind::Tensor:
        m_view->selectConstant(item.index);
        break;
    case SelectedItem::Kind::Scope:
        break; // the outline's scope stays where it is: expanding it is the user's choice
    case SelectedItem::Kind::None:
        m_view->clearSelection();
        break;
    }
}

} // namespace weightless::ui
