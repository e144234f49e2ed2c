// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/bookmarkspage.h"

#include "ui/document/selection.h"
#include "widgets/elidedname.h"
#include "widgets/fontfollowing.h"

#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QTableView>
#include <QVBoxLayout>

namespace weightless::ui {

BookmarksPage::BookmarksPage(Selection& selection, QWidget* parent)
    : QWidget(parent)
    , m_selection(selection)
    , m_model(new BookmarkModel(this))
    , m_table(new QTableView(this))
    , m_hint(new QLabel(
          tr("Select a node in the graph and press Ctrl+D to come back to it later, with a note."), this))
    , m_toggle(new QPushButton(this))
{
    m_hint->setWordWrap(true);
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Bookmarks"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed
        | QAbstractItemView::AnyKeyPressed);
    m_table->setTabKeyNavigation(false);
    m_table->setShowGrid(false);
    m_table->setItemDelegateForColumn(BookmarkModel::NodeColumn, new widgets::NameDelegate(m_table));
    m_table->verticalHeader()->hide();
    widgets::fitRowsToFont(*m_table, 6);
    m_table->horizontalHeader()->setHighlightSections(false);
    // The panel is narrow: the operator is in the tooltip.
    m_table->setColumnHidden(BookmarkModel::OperatorColumn, true);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 8);
    layout->addWidget(m_hint);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_toggle, 0, Qt::AlignLeft);
    connect(m_toggle, &QPushButton::clicked, this, &BookmarksPage::toggle);
    connect(m_model, &QAbstractItemModel::modelReset, this, &BookmarksPage::updateControls);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex& current) {
            if (!m_isFollowing && current.isValid())
                m_selection.selectNode(m_model->nodeAt(current.row()), this);
        });
    connect(&m_selection, &Selection::changed, this, &BookmarksPage::follow);
    updateControls();
}

void BookmarksPage::setDocument(ModelDocumentPtr document)
{
    m_model->setDocument(std::move(document));
}

int BookmarksPage::selectedNode() const
{
    const SelectedItem& item = m_selection.current();
    return item.kind == SelectedItem::Kind::Node ? item.index : -1;
}

void BookmarksPage::toggle()
{
    const int node = selectedNode();
    const QScopedValueRollback following(m_isFollowing, true);
    m_model->toggle(node);
    if (m_model->isMarked(node))
        emit noteWanted();
    follow();
}

void BookmarksPage::follow()
{
    const QScopedValueRollback following(m_isFollowing, true);
    const int row = m_model->rowOf(selectedNode());
    if (row >= 0)
        m_table->setCurrentIndex(m_model->index(row, BookmarkModel::NoteColumn));
    else
        m_table->setCurrentIndex({});
    updateControls();
}

void BookmarksPage::updateControls()
{
    const int node = selectedNode();
    m_hint->setVisible(m_model->rowCount() == 0);
    m_toggle->setText(m_model->isMarked(node) ? tr("Remove the Bookmark") : tr("Bookmark the Selected Node"));
    m_toggle->setEnabled(node >= 0);
}

} // namespace weightless::ui
