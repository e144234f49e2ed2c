// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/findpanel.h"

#include "ui/models/findmodel.h"
#include "ui/window/flatbutton.h"
#include "widgets/elidedname.h"
#include "widgets/fontfollowing.h"
#include "widgets/graph/searchworker.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QSignalBlocker>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace weightless::ui {

FindPanel::FindPanel(QWidget* parent)
    : QWidget(parent)
    , m_model(new FindModel(this))
    , m_worker(new widgets::SearchWorker(this))
    , m_edit(new QLineEdit(this))
    , m_position(new QLabel(this))
    , m_list(new QWidget(this))
    , m_table(new QTableView(m_list))
{
    m_edit->setPlaceholderText(tr("Find: name, op:Conv, type:float16, bytes>10M"));
    m_edit->setAccessibleName(tr("Find in the graph"));
    m_edit->setToolTip(tr("Words that all must be in a name, operator, type, shape or attribute.\n"
                          "op:Conv  type:float16  shape:320×64  name:to_q  attr:pads  bytes>10M  params<1k\n"
                          "\"Words in quotes\" stay together."));
    m_edit->setClearButtonEnabled(true);
    m_edit->setMaximumWidth(360);
    m_edit->installEventFilter(this);
    QToolButton* previous = makeFlatButton(this, QStringLiteral("up"), tr("Previous match"));
    QToolButton* next = makeFlatButton(this, QStringLiteral("down"), tr("Next match"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_position->setMinimumWidth(fontMetrics().horizontalAdvance(tr("%1 of %2").arg(9'999).arg(9'999)));
    m_edit->setMinimumWidth(fontMetrics().averageCharWidth() * 14); // what is found beside it makes way
    layout->addWidget(m_edit, 1);
    layout->addWidget(previous);
    layout->addWidget(next);
    layout->addWidget(m_position);
    m_position->hide();
    makeList();
    connect(previous, &QToolButton::clicked, this, &FindPanel::goPrevious);
    connect(next, &QToolButton::clicked, this, &FindPanel::goNext);
    connect(m_edit, &QLineEdit::textChanged, this, &FindPanel::ask);
    connect(m_edit, &QLineEdit::returnPressed, this, &FindPanel::goNext);
    connect(m_worker, &widgets::SearchWorker::found, this, &FindPanel::show);
}

void FindPanel::makeList()
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("What was found in the graph"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setItemDelegateForColumn(FindModel::Name, new widgets::NameDelegate(m_table));
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    widgets::fitRowsToFont(*m_table, 6);
    // Not by all of the contents: there may be 50,000 rows.
    m_table->horizontalHeader()->setResizeContentsPrecision(100); // rows below those in view
    m_table->horizontalHeader()->setSectionResizeMode(FindModel::Name, QHeaderView::Stretch);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    widgets::measureByFont(*m_table, [this] {
        const int digit = m_table->fontMetrics().horizontalAdvance(QLatin1Char('0'));
        m_table->horizontalHeader()->setMinimumSectionSize(8 * digit);
        m_list->setMinimumWidth(34 * digit);
    });
    auto* layout = new QVBoxLayout(m_list);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_table);
    m_list->hide();
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &FindPanel::goTo);
    // The first is current before anyone goes there.
    connect(m_table, &QTableView::clicked, this, &FindPanel::goTo);
}

void FindPanel::setDocument(const ModelDocumentPtr& document)
{
    {
        const QSignalBlocker blocked(m_edit);
        m_edit->clear();
    }
    m_model->setDocument(document);
    m_list->hide();
    tellPosition({});
    m_worker->setGraph(graphOf(document));
}

void FindPanel::focus()
{
    m_edit->setFocus(Qt::ShortcutFocusReason);
    m_edit->selectAll();
}

// From the line into the list and back, as in a browser's.
bool FindPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_edit || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    const bool isBack = static_cast<QKeyEvent*>(event)->modifiers() & Qt::ShiftModifier;
    if (key == Qt::Key_Down || key == Qt::Key_Up) {
        step(key == Qt::Key_Down ? 1 : -1);
    } else if ((key == Qt::Key_Return || key == Qt::Key_Enter) && isBack) {
        step(-1);
    } else if (key == Qt::Key_Escape && !m_edit->text().isEmpty()) {
        m_edit->clear();
    } else {
        return false;
    }
    return true;
}

void FindPanel::ask(const QString& text)
{
    m_worker->find(text);
}

void FindPanel::show(const QString& text, const std::vector<widgets::GraphHit>& hits)
{
    // An answer that nobody asked for is the new graph's first.
    const bool isAsked = !text.trimmed().isEmpty();
    m_model->setHits(hits);
    m_list->setVisible(isAsked && !hits.empty());
    if (m_list->isVisible())
        fitColumns();
    emit found(hits);
    if (!hits.empty()) {
        const QSignalBlocker blocked(m_table->selectionModel());
        m_table->setCurrentIndex(m_model->index(0, 0));
        emit pointedAt(hits.front());
    }
    m_table->viewport()->update();
    m_isNew = true;
    updatePosition();
    if (!isAsked)
        tellPosition({});
}

// Names have the room that what they are leaves: two words of an operator, or the size and type of a tensor.
void FindPanel::fitColumns()
{
    constexpr int mostLetters = 18;
    const int most = mostLetters * m_table->fontMetrics().horizontalAdvance(QLatin1Char('0'));
    const int held = static_cast<QAbstractItemView*>(m_table)->sizeHintForColumn(FindModel::What);
    m_table->setColumnWidth(
        FindModel::What, std::clamp(held, m_table->horizontalHeader()->minimumSectionSize(), most));
}

void FindPanel::step(int by)
{
    const int count = m_model->rowCount();
    if (count == 0)
        return;
    const int row = m_table->currentIndex().row();
    // The first has been pointed at only: the first step goes there.
    const bool isFirst = std::exchange(m_isNew, false) && by > 0;
    const QModelIndex next = m_model->index(isFirst ? row : (row + by + count) % count, 0);
    m_table->setCurrentIndex(next);
    if (isFirst)
        goTo(next);
}

void FindPanel::goTo(const QModelIndex& index)
{
    updatePosition();
    if (index.isValid() && index.row() < m_model->rowCount())
        emit chosen(m_model->hits()[static_cast<size_t>(index.row())]);
}

void FindPanel::updatePosition()
{
    const int count = m_model->rowCount();
    if (count == 0)
        tellPosition(tr("no match"));
    else
        tellPosition(
            tr("%1 of %2")
                .arg(QLocale().toString(m_table->currentIndex().row() + 1), QLocale().toString(count)));
}

// Its place is kept while something is looked for, and is the neighbours' otherwise.
void FindPanel::tellPosition(const QString& text)
{
    m_position->setText(text);
    m_position->setVisible(!text.isEmpty());
}

} // namespace weightless::ui
