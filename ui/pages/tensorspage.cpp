// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/tensorspage.h"

#include "ui/dialogs/filetosave.h"
#include "ui/document/modelfolder.h"
#include "ui/document/selection.h"
#include "ui/document/tensorcsv.h"
#include "ui/models/chosenindex.h"
#include "ui/models/tensorfilterproxy.h"
#include "ui/window/icons.h"
#include "widgets/bytesizedelegate.h"
#include "widgets/columnfit.h"
#include "widgets/elidedname.h"
#include "widgets/elidinglabel.h"
#include "widgets/emptynote.h"
#include "widgets/fontfollowing.h"
#include "widgets/formatbytes.h"
#include "widgets/sizetreemap.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QShortcut>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <QtConcurrent>

#include <algorithm>
#include <utility>

namespace weightless::ui {

TensorsPage::TensorsPage(Selection& selection, QWidget* parent)
    : QWidget(parent)
    , m_selection(selection)
    , m_model(new TensorModel(this))
    , m_proxy(new TensorFilterProxy(this))
    , m_delegate(new widgets::ByteSizeDelegate(this))
    , m_tabs(new QTabWidget(this))
    , m_table(new QTableView(this))
    , m_treemap(new widgets::SizeTreemap(this))
    , m_filter(new QLineEdit(this))
    , m_stateFilter(new QComboBox(this))
    , m_footer(new widgets::ElidingLabel(Qt::ElideRight, this))
{
    m_proxy->setSourceModel(m_model);
    m_treemap->setAccessibleName(tr("Map of tensor sizes"));
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("Views of the tensors"));
    m_tabs->addTab(makeTable(), tr("Table"));
    m_tabs->addTab(m_treemap, tr("Map"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 0, 8, 4);
    layout->setSpacing(4);
    layout->addWidget(m_tabs, 1);
    layout->addWidget(makeFooter());

    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
        &TensorsPage::currentChanged);
    connect(m_treemap, &widgets::SizeTreemap::selected, this, &TensorsPage::selectInMap);
    connect(&m_selection, &Selection::changed, this, &TensorsPage::onSelectionChanged);
    connect(m_proxy, &QAbstractItemModel::rowsInserted, this, &TensorsPage::updateFooter);
    connect(m_proxy, &QAbstractItemModel::rowsRemoved, this, &TensorsPage::updateFooter);
    connect(m_proxy, &QAbstractItemModel::modelReset, this, &TensorsPage::updateFooter);
    connect(&widgets::byteUnitsNotifier(), &widgets::ByteUnitsNotifier::changed, this,
        &TensorsPage::updateFooter);
    updateFooter();
}

QWidget* TensorsPage::makeTable()
{
    m_filter->setPlaceholderText(tr("Filter by name, type or shape"));
    m_filter->setAccessibleName(tr("Filter of the tensors"));
    m_filter->setClearButtonEnabled(true);
    m_stateFilter->setAccessibleName(tr("State of the tensors shown"));
    m_stateFilter->addItem(tr("all states"), -1);
    for (const TensorState state : {TensorState::Hollow, TensorState::Set, TensorState::ComesWithRuns,
             TensorState::Known, TensorState::NotNeeded, TensorState::Broken})
        m_stateFilter->addItem(toString(state), static_cast<int>(state));

    m_delegate->setValueRole(TensorModel::BytesRole);
    m_table->setAccessibleName(tr("Tensors"));
    setModelToChooseFrom(*m_table, *m_proxy, this, [this](const QModelIndex& index) {
        if (!m_isFollowing)
            m_selection.selectTensor(m_proxy->mapToSource(index).row(), this);
    });
    new widgets::EmptyNote(*m_table, *m_proxy); // the table's
    m_table->setItemDelegateForColumn(TensorModel::Bytes, m_delegate);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(TensorModel::Bytes, Qt::DescendingOrder);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->setTextElideMode(Qt::ElideMiddle); // places differ at their ends
    m_table->setItemDelegateForColumn(TensorModel::Name, new widgets::NameDelegate(m_table));
    m_table->setItemDelegateForColumn(
        TensorModel::Location, new widgets::NameDelegate(m_table, widgets::elidedPlace));
    widgets::fitRowsToFont(*m_table, 6);
    // In a low window its rows scroll, not the page with what is below them.
    m_table->setMinimumHeight(3 * fontMetrics().height());
    m_treemap->setMinimumHeight(m_table->minimumHeight());
    auto* columns =
        new widgets::ColumnFit(*m_table, {TensorModel::Name, TensorModel::Location}, TensorModel::Location);
    columns->keep(TensorModel::Name, 28); // letters of "up_blocks.0.resnets.1.conv1.weight", cut
    columns->keep(TensorModel::Location, 18); // "model… @ 361902"

    auto* page = new QWidget(this);
    // Beside the tabs: low windows have no row to spare.
    auto* bar = new QWidget(this);
    auto* barLayout = new QHBoxLayout(bar);
    barLayout->setContentsMargins(0, 0, 0, 0);
    barLayout->addWidget(m_filter, 1);
    barLayout->addWidget(m_stateFilter);
    m_filter->setMinimumWidth(24 * fontMetrics().averageCharWidth());
    m_tabs->setCornerWidget(bar);
    connect(m_tabs, &QTabWidget::currentChanged, bar,
        [bar](int tab) { bar->setVisible(tab == 0); }); // the table's
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_table, 1);

    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_proxy->setText(text);
        onSelectionChanged(m_selection.current(), m_treemap); // its row may have come back
        updateFooter();
    });
    connect(m_stateFilter, &QComboBox::currentIndexChanged, this, [this] {
        const int state = m_stateFilter->currentData().toInt();
        m_proxy->setState(state < 0 ? std::nullopt : std::optional(static_cast<TensorState>(state)));
        onSelectionChanged(m_selection.current(), m_treemap);
        updateFooter();
    });
    auto* extract = new QAction(tr("&Extract Tensor…"), m_table);
    auto* copyRows = new QAction(icon(QStringLiteral("copy")), tr("&Copy"), m_table);
    auto* showValues = new QAction(icon(QStringLiteral("eye")), tr("Show &Values"), m_table);
    m_table->addActions({extract, showValues, copyRows});
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(showValues, &QAction::triggered, this, &TensorsPage::valuesRequested);
    connect(m_table, &QTableView::doubleClicked, this, &TensorsPage::valuesRequested);
    connect(extract, &QAction::triggered, this, &TensorsPage::extractCurrent);
    connect(copyRows, &QAction::triggered, this, &TensorsPage::copySelection);
    auto* copy = new QShortcut(QKeySequence::Copy, m_table);
    copy->setContext(Qt::WidgetShortcut);
    connect(copy, &QShortcut::activated, this, &TensorsPage::copySelection);
    return page;
}

QWidget* TensorsPage::makeFooter()
{
    auto* footer = new QWidget(this);
    auto* copy = new QPushButton(icon(QStringLiteral("copy")), tr("Cop&y"), footer);
    copy->setToolTip(tr("Copy the selected rows, or all that are shown, as tab-separated text"));
    copy->setAccessibleName(tr("Copy tensors"));
    auto* save = new QPushButton(icon(QStringLiteral("save")), tr("&Save as CSV…"), footer);
    save->setAccessibleName(tr("Save the tensors as CSV"));
    m_footer->setAccessibleName(tr("Sum of the tensors"));
    auto* layout = new QHBoxLayout(footer);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_footer, 1);
    layout->addWidget(copy);
    layout->addWidget(save);
    connect(copy, &QPushButton::clicked, this, &TensorsPage::copySelection);
    connect(save, &QPushButton::clicked, this, &TensorsPage::exportCsv);
    return footer;
}

void TensorsPage::setDocument(ModelDocumentPtr document)
{
    const QScopedValueRollback following(m_isFollowing, true);
    if (document && std::exchange(m_filtered, document->model.path) != document->model.path) {
        m_filter->clear(); // it was for another model
        m_stateFilter->setCurrentIndex(0);
    }
    m_delegate->setTotalBytes(document ? document->tensorBytes : 0);
    m_model->setDocument(std::move(document));
    m_table->scrollToTop(); // the heaviest first, not the place where another model was looked at
    fillTreemap();
    updateFooter();
}

void TensorsPage::fillTreemap()
{
    std::vector<widgets::SizeItem> items;
    if (const ModelDocumentPtr& document = m_model->document()) {
        // The outline's scopes, with each tensor below the first node that uses it.
        std::vector<int> itemOfNode(document->graph.nodes.size(), -1);
        for (const OutlineItem& entry : document->outline) {
            if (entry.node >= 0)
                itemOfNode[static_cast<size_t>(entry.node)] = static_cast<int>(items.size());
            items.push_back({entry.name, 0, entry.parent, -1});
        }
        for (size_t i = 0; i < document->tensors.size(); ++i) {
            const TensorRow& row = document->tensors[i];
            int node = row.nodes.empty() ? -1 : row.nodes.front();
            // What is inside a node belongs to it.
            while (node >= 0 && itemOfNode[static_cast<size_t>(node)] < 0)
                node = document->graph.nodes[static_cast<size_t>(node)].owner;
            const int parent = node < 0 ? -1 : itemOfNode[static_cast<size_t>(node)];
            items.push_back({row.name, row.sizeBytes, parent, static_cast<int>(i)});
        }
    }
    m_treemap->setItems(std::move(items));
}

// The map's first items are the outline's.
void TensorsPage::selectInMap(int item, int tensor)
{
    if (m_isFollowing)
        return;
    const auto& outline = m_model->document()->outline;
    if (tensor >= 0)
        m_selection.selectTensor(tensor, m_treemap);
    else if (const OutlineItem& entry = outline[static_cast<size_t>(item)]; entry.node >= 0)
        m_selection.selectNode(entry.node, m_treemap);
    else
        m_selection.selectScope(entry.path, m_treemap);
}

void TensorsPage::showScopeInMap(const QString& path)
{
    const auto& outline = m_model->document()->outline;
    const auto found = std::find_if(outline.begin(), outline.end(),
        [&path](const OutlineItem& entry) { return entry.node < 0 && entry.path == path; });
    if (found != outline.end())
        m_treemap->setCurrentIndex(static_cast<int>(found - outline.begin()));
}

void TensorsPage::updateFooter()
{
    const ModelDocumentPtr& document = m_model->document();
    if (!document) {
        m_footer->setText(tr("No model is open."));
        return;
    }
    QString text = tr("%Ln tensor(s), %1 on disk", nullptr, m_model->rowCount())
                       .arg(widgets::formatBytesExact(document->storedBytes));
    if (document->missingBytes > 0)
        text += tr(", %1 missing").arg(widgets::formatBytesExact(document->missingBytes));
    if (document->storedBytes + document->missingBytes != document->tensorBytes) // some are widened
        text += tr(", %1 once loaded").arg(widgets::formatBytesExact(document->tensorBytes));
    if (m_proxy->rowCount() != m_model->rowCount()) {
        text += tr(" · shown: %1, %2")
                    .arg(QLocale().toString(m_proxy->rowCount()),
                        widgets::formatBytesExact(m_proxy->shownBytes()));
    }
    m_footer->setText(text);
    m_footer->setToolTip(text);
}

void TensorsPage::copySelection()
{
    QModelIndexList rows = m_table->selectionModel()->selectedRows();
    if (rows.size() < 2 && !m_table->hasFocus()) {
        rows.clear();
        for (int row = 0; row < m_proxy->rowCount(); ++row)
            rows.append(m_proxy->index(row, 0));
    }
    QApplication::clipboard()->setText(rowsAsText(*m_proxy, rows));
}

void TensorsPage::exportCsv()
{
    if (!m_model->document())
        return;
    const auto write = [this, document = m_model->document(), states = m_model->states()](
                           const QString& path) {
        QtConcurrent::run([path, document, states] {
            return writeTensorCsv(path, *document, states);
        }).then(this, [this, path](const QString& problem) {
            if (problem.isEmpty())
                emit saved(path);
            else
                emit failed(problem);
        });
    };
    chooseFileToSave(this, tr("Save the tensors"),
        proposedFile(m_model->document(), QStringLiteral("tensors.csv")),
        tr("Comma-separated values (*.csv)"), write);
}

bool TensorsPage::hasCurrent() const
{
    return m_table->selectionModel()->hasSelection() && m_table->currentIndex().isValid();
}

void TensorsPage::extractCurrent()
{
    const QModelIndex current = m_proxy->mapToSource(m_table->currentIndex());
    if (current.isValid())
        emit extractRequested(current.row());
    else
        emit failed(tr("Select a tensor in the table first."));
}

void TensorsPage::onSelectionChanged(const SelectedItem& item, QObject* source)
{
    if (source == this || !m_model->document())
        return;
    const QScopedValueRollback following(m_isFollowing, true);
    int row = item.kind == SelectedItem::Kind::Tensor ? item.index : -1;
    if (item.kind == SelectedItem::Kind::Node) {
        const auto& constants = m_model->document()->graph.nodes[static_cast<size_t>(item.index)].constants;
        row = constants.empty() ? -1 : constants.front();
    }
    const QModelIndex shown = row < 0 ? QModelIndex() : m_proxy->mapFromSource(m_model->index(row, 0));
    if (shown.isValid()) {
        m_table->setCurrentIndex(shown);
        m_table->scrollTo(shown);
    } else {
        m_table->selectionModel()->clear();
    }
    if (source == m_treemap)
        return;
    if (row >= 0)
        m_treemap->selectId(row);
    else if (item.kind == SelectedItem::Kind::Scope)
        showScopeInMap(item.scope);
}

} // namespace weightless::ui
