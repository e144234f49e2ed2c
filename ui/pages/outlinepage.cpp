// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/outlinepage.h"

#include "ui/document/selection.h"
#include "ui/models/chosenindex.h"
#include "ui/models/outlinemodel.h"

#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QSortFilterProxyModel>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace weightless::ui {

OutlinePage::OutlinePage(Selection& selection, QWidget* parent)
    : QWidget(parent)
    , m_selection(selection)
    , m_model(new OutlineModel(this))
    , m_proxy(new QSortFilterProxyModel(this))
    , m_filter(new QLineEdit(this))
    , m_tree(new QTreeView(this))
{
    m_proxy->setSourceModel(m_model);
    m_proxy->setRecursiveFilteringEnabled(true);
    m_proxy->setAutoAcceptChildRows(true); // a scope that is found can be opened
    m_proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_filter->setPlaceholderText(tr("Filter scopes and nodes"));
    m_filter->setAccessibleName(tr("Filter of the outline"));
    m_filter->setClearButtonEnabled(true);
    setModelToChooseFrom(*m_tree, *m_proxy, this, [this](const QModelIndex& index) { select(index); });
    m_tree->setUniformRowHeights(true);
    m_tree->setAccessibleName(tr("Outline of the model"));
    m_tree->header()->setStretchLastSection(false);
    m_tree->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_tree->header()->moveSection(OutlineModel::Bytes, OutlineModel::Operator); // what it weighs, first
    connect(m_tree->header(), &QHeaderView::sectionResized, this, [this](int section, int, int width) {
        if (section == OutlineModel::Operator && !m_isFitting)
            m_operatorsWidth = width;
    });
    m_tree->setTextElideMode(Qt::ElideMiddle); // names differ at their ends

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 8);
    layout->addWidget(m_filter);
    layout->addWidget(m_tree);

    connect(m_filter, &QLineEdit::textChanged, this, &OutlinePage::filter);
    m_filter->installEventFilter(this);
    for (const auto change : {&QTreeView::expanded, &QTreeView::collapsed})
        connect(m_tree, change, this, &OutlinePage::fitColumns);
    m_tree->viewport()->installEventFilter(this);
    connect(&m_selection, &Selection::changed, this, &OutlinePage::onSelectionChanged);
}

bool OutlinePage::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_tree->viewport() && event->type() == QEvent::Resize)
        fitColumns();
    const bool isDown = watched == m_filter && event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Down;
    if (!isDown || m_matches.isEmpty())
        return QWidget::eventFilter(watched, event);
    m_tree->setFocus(Qt::OtherFocusReason);
    m_tree->setCurrentIndex(m_matches.front());
    return true;
}

// What is found is in view, not only what it lies in; of very many, the first.
void OutlinePage::filter(const QString& text)
{
    constexpr int mostShown = 200;
    m_proxy->setFilterFixedString(text);
    m_matches.clear();
    if (!text.isEmpty())
        m_matches = matchesBelow({}, text, mostShown);
    for (const QPersistentModelIndex& match : std::as_const(m_matches)) {
        for (QModelIndex above = match.parent(); above.isValid(); above = above.parent())
            m_tree->expand(above);
    }
    onSelectionChanged(m_selection.current(), nullptr); // its row may have come back
}

QList<QPersistentModelIndex> OutlinePage::matchesBelow(
    const QModelIndex& parent, const QString& text, int most) const
{
    QList<QPersistentModelIndex> matches;
    for (int row = 0; row < m_proxy->rowCount(parent) && matches.size() < most; ++row) {
        const QModelIndex index = m_proxy->index(row, 0, parent);
        // What is in a match can be opened there; everything else in view leads to one.
        if (index.data().toString().contains(text, Qt::CaseInsensitive))
            matches.append(index);
        else
            matches.append(matchesBelow(index, text, most - static_cast<int>(matches.size())));
    }
    return matches;
}

// What a node weighs is never cut. Names take what they need of the rest, and operators what is left, elided
// where they want more; in a narrow tree names are elided, too, and it scrolls sideways to the operators.
void OutlinePage::fitColumns()
{
    const auto neededBy = [this](int column) {
        return std::max(static_cast<QAbstractItemView*>(m_tree)->sizeHintForColumn(column),
            m_tree->header()->sectionSizeHint(column));
    };
    const int bytes = neededBy(OutlineModel::Bytes);
    const int needed = neededBy(OutlineModel::Name);
    const int room = m_tree->viewport()->width() - bytes;
    const int left = room - needed;
    constexpr int letters = 7;
    const bool canElide = left >= letters * m_tree->fontMetrics().averageCharWidth();
    const int operators = canElide ? std::min(left, m_operatorsWidth) : m_operatorsWidth;
    const QScopedValueRollback fitting(m_isFitting, true);
    m_tree->setColumnWidth(OutlineModel::Operator, operators);
    m_tree->setColumnWidth(OutlineModel::Bytes, bytes);
    m_tree->setColumnWidth(OutlineModel::Name,
        std::max(room - operators, std::max(std::min(room, needed), std::min(needed, leastName()))));
}

// Deep in the tree some letters of a name are left beside what it is indented by.
int OutlinePage::leastName() const
{
    constexpr int letters = 10;
    int depth = 1;
    QModelIndex index = m_tree->indexAt({0, 0});
    for (; index.isValid() && m_tree->visualRect(index).top() < m_tree->viewport()->height();
         index = m_tree->indexBelow(index)) {
        int own = 1;
        for (QModelIndex above = index.parent(); above.isValid(); above = above.parent())
            ++own;
        depth = std::max(depth, own);
    }
    return depth * m_tree->indentation() + letters * m_tree->fontMetrics().averageCharWidth();
}

void OutlinePage::setDocument(ModelDocumentPtr document)
{
    const QScopedValueRollback following(m_isFollowing, true);
    m_document = std::move(document);
    m_model->setDocument(m_document);
    fitColumns();
}

void OutlinePage::select(const QModelIndex& index)
{
    if (m_isFollowing)
        return;
    const OutlineItem* item = m_model->item(m_proxy->mapToSource(index));
    if (!item)
        return;
    if (item->node >= 0)
        m_selection.selectNode(item->node, this);
    else
        m_selection.selectScope(item->path, this);
}

void OutlinePage::onSelectionChanged(const SelectedItem& item, QObject* source)
{
    if (source == this || !m_document)
        return;
    QModelIndex index;
    if (item.kind == SelectedItem::Kind::Node) {
        index = m_model->indexOfNode(item.index);
    } else if (item.kind == SelectedItem::Kind::Scope) {
        index = m_model->indexOfScope(item.scope);
    } else if (item.kind == SelectedItem::Kind::Tensor) {
        const auto& nodes = m_document->tensors[static_cast<size_t>(item.index)].nodes;
        if (!nodes.empty())
            index = m_model->indexOfNode(nodes.front());
    }
    const QScopedValueRollback following(m_isFollowing, true);
    const QModelIndex shown = m_proxy->mapFromSource(index);
    if (shown.isValid()) {
        m_tree->setCurrentIndex(shown);
        m_tree->scrollTo(shown);
    } else {
        m_tree->selectionModel()->clear();
    }
}

} // namespace weightless::ui
