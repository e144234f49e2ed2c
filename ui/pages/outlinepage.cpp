// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/outlinepage.h"

#include "ui/document/selection.h"
#include "ui/models/chosenindex.h"
#include "ui/models/outlinemodel.h"
#include "ui/window/icons.h"
#include "widgets/emptynote.h"
#include "widgets/formatbytes.h"

#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QShortcut>
#include <QSortFilterProxyModel>
#include <QStyle>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace weightless::ui {

namespace {

// Operators and counts of nodes are told by how they begin.
class OperatorDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->textElideMode = Qt::ElideRight;
    }
};

} // namespace

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
    new widgets::EmptyNote(*m_tree, *m_proxy); // the tree's
    m_tree->setUniformRowHeights(true);
    m_tree->setAccessibleName(tr("Outline of the model"));
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setResizeContentsPrecision(100); // rows below those in view
    m_tree->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_tree->header()->moveSection(OutlineModel::Bytes, OutlineModel::Operator); // what it weighs, first
    connect(m_tree->header(), &QHeaderView::sectionResized, this, [this](int section, int, int width) {
        if (section == OutlineModel::Operator && !m_isFitting)
            m_operatorsWidth = width;
    });
    m_tree->setTextElideMode(Qt::ElideMiddle); // names differ at their ends
    m_tree->setItemDelegateForColumn(OutlineModel::Operator, new OperatorDelegate(m_tree));

    makeMenu();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 8);
    layout->addWidget(m_filter);
    layout->addWidget(m_tree);

    connect(m_filter, &QLineEdit::textChanged, this, &OutlinePage::filter);
    m_filter->installEventFilter(this);
    for (const auto change : {&QTreeView::expanded, &QTreeView::collapsed})
        connect(m_tree, change, &m_fitSoon, qOverload<>(&QTimer::start));
    m_fitSoon.setSingleShot(true); // for all that open together once
    connect(&m_fitSoon, &QTimer::timeout, this, &OutlinePage::fitColumns);
    connect(
        &widgets::byteUnitsNotifier(), &widgets::ByteUnitsNotifier::changed, this, &OutlinePage::fitColumns);
    m_tree->viewport()->installEventFilter(this);
    connect(&m_selection, &Selection::changed, this, &OutlinePage::onSelectionChanged);
}

void OutlinePage::makeMenu()
{
    auto* show = new QAction(icon(QStringLiteral("explore")), tr("Show on the &Graph"), m_tree);
    auto* expand = new QAction(icon(QStringLiteral("expand")), tr("&Expand All Below"), m_tree);
    auto* collapse = new QAction(icon(QStringLiteral("collapse")), tr("Co&llapse All Below"), m_tree);
    auto* copy = new QAction(icon(QStringLiteral("copy")), tr("&Copy Name"), m_tree);
    m_tree->addActions({show, expand, collapse, copy});
    m_tree->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(show, &QAction::triggered, this, &OutlinePage::graphRequested);
    connect(expand, &QAction::triggered, this, [this] { setExpandedBelow(true); });
    connect(collapse, &QAction::triggered, this, [this] { setExpandedBelow(false); });
    connect(copy, &QAction::triggered, this, &OutlinePage::copyName);
    auto* keys = new QShortcut(QKeySequence::Copy, m_tree);
    keys->setContext(Qt::WidgetShortcut);
    connect(keys, &QShortcut::activated, this, &OutlinePage::copyName);
    const auto update = [=, this] {
        const QModelIndex current = m_tree->currentIndex();
        for (QAction* action : {show, copy})
            action->setEnabled(current.isValid());
        for (QAction* action : {expand, collapse})
            action->setEnabled(m_proxy->hasChildren(current.siblingAtColumn(0)) && current.isValid());
    };
    update();
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, update);
    connect(m_proxy, &QAbstractItemModel::modelReset, this, update);
}

void OutlinePage::copyName() const
{
    const QModelIndex current = m_proxy->mapToSource(m_tree->currentIndex());
    if (current.isValid())
        QGuiApplication::clipboard()->setText(m_model->fullName(current));
}

void OutlinePage::setExpandedBelow(bool isExpanded)
{
    const QModelIndex top = m_tree->currentIndex().siblingAtColumn(0);
    if (isExpanded) {
        m_tree->expandRecursively(top);
        return;
    }
    QList<QModelIndex> pending {top};
    while (!pending.isEmpty()) {
        const QModelIndex index = pending.takeLast();
        m_tree->collapse(index);
        for (int row = 0; row < m_proxy->rowCount(index); ++row) {
            if (const QModelIndex below = m_proxy->index(row, 0, index); m_tree->isExpanded(below))
                pending.append(below);
        }
    }
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

// What a node weighs is never cut. Names take what they need of the rest, and operators what is left; both
// are elided where they want more. Deep trees are indented less where names would have no room, and scroll
// sideways to the operators when that is not enough.
void OutlinePage::fitColumns()
{
    constexpr int lettersOfOperators = 6, lettersOfNames = 14, leastIndentation = 8, usualOperators = 84;
    const int letter = m_tree->fontMetrics().averageCharWidth();
    const auto neededBy = [this](int column) {
        return std::max(static_cast<QAbstractItemView*>(m_tree)->sizeHintForColumn(column),
            m_tree->header()->sectionSizeHint(column));
    };
    const QScopedValueRollback fitting(m_isFitting, true);
    const int bytes = neededBy(OutlineModel::Bytes);
    const int room = m_tree->viewport()->width() - bytes;
    const bool isChosen = m_operatorsWidth > 0;
    const int mostOperators =
        isChosen ? m_operatorsWidth : std::max(usualOperators, neededBy(OutlineModel::Operator));
    const int leastOperators = std::min(mostOperators, lettersOfOperators * letter);
    const int depth = depthInView();
    const int usual = m_tree->style()->pixelMetric(QStyle::PM_TreeViewIndentation, nullptr, m_tree);
    const int left = room - leastOperators - lettersOfNames * letter;
    m_tree->setIndentation(std::clamp(left / depth, std::min(leastIndentation, usual), usual));

    const int needed = neededBy(OutlineModel::Name);
    const int leastName = std::min(needed, depth * m_tree->indentation() + lettersOfNames * letter);
    const bool isRoom = room - leastName >= leastOperators;
    const int operators = isRoom ? std::clamp(room - needed, leastOperators, mostOperators)
        : isChosen               ? mostOperators
                                 : usualOperators;
    m_tree->setColumnWidth(OutlineModel::Operator, operators);
    m_tree->setColumnWidth(OutlineModel::Bytes, bytes);
    m_tree->setColumnWidth(
        OutlineModel::Name, isRoom ? room - operators : std::max(std::min(room, needed), leastName));
}

int OutlinePage::depthInView() const
{
    int depth = 1;
    QModelIndex index = m_tree->indexAt({0, 0});
    for (; index.isValid() && m_tree->visualRect(index).top() < m_tree->viewport()->height();
         index = m_tree->indexBelow(index)) {
        int own = 1;
        for (QModelIndex above = index.parent(); above.isValid(); above = above.parent())
            ++own;
        depth = std::max(depth, own);
    }
    return depth;
}

void OutlinePage::setDocument(ModelDocumentPtr document)
{
    const QScopedValueRollback following(m_isFollowing, true);
    if (document && std::exchange(m_filtered, document->model.path) != document->model.path)
        m_filter->clear(); // it was for another model
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
