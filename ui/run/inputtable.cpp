// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/inputtable.h"

#include "ui/models/inputmodel.h"
#include "ui/run/inputdelegate.h"
#include "widgets/columnfit.h"

#include <QActionGroup>
#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QScrollBar>

#include <algorithm>

namespace weightless::ui {

namespace {

constexpr int leastRows = 3; // in a page that has no room for more, the table scrolls
constexpr int rowsAskedFor = 16; // that it asks for

} // namespace

InputTable::InputTable(InputModel& model, QWidget* parent)
    : QTableView(parent)
    , m_model(model)
    , m_delegate(new InputDelegate(this))
{
    setModel(&m_model);
    setItemDelegate(m_delegate);
    setAccessibleName(tr("Inputs of the graph"));
    setEditTriggers(EditKeyPressed | AnyKeyPressed);
    setTabKeyNavigation(false);
    setShowGrid(false);
    setWordWrap(false);
    setTextElideMode(Qt::ElideMiddle);
    setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_Hover);
    horizontalHeader()->setHighlightSections(false);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    auto* columns = new widgets::ColumnFit(*this,
        {InputModel::Name, InputModel::ShapeColumn, InputModel::Source, InputModel::Value},
        InputModel::Value);
    columns->keep(InputModel::Source, 17);
    columns->keep(InputModel::ShapeColumn, 24); // half a shape says nothing, half a name much
    for (const auto change : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&m_model, change, this, &InputTable::fitRows);
    connect(&m_model, &QAbstractItemModel::modelReset, this, &InputTable::fitRows);
    connect(this, &QTableView::clicked, this, [this](const QModelIndex& index) {
        const QRect button = InputDelegate::fileButton(visualRect(index), layoutDirection());
        open(index, button.contains(m_released));
    });
    // The bar takes room of its own, once it is there.
    connect(
        horizontalScrollBar(), &QScrollBar::rangeChanged, this, &InputTable::fitRows, Qt::QueuedConnection);
    fitRows();
}

bool InputTable::finishEditing()
{
    auto* editor = state() == EditingState ? viewport()->findChild<QLineEdit*>() : nullptr;
    if (editor == nullptr)
        return true;
    if (!editor->hasAcceptableInput()) {
        editor->setFocus();
        return false;
    }
    commitData(editor);
    closeEditor(editor, QAbstractItemDelegate::NoHint);
    return true;
}

void InputTable::setFolder(const QString& folder)
{
    m_delegate->setFolder(folder);
}

void InputTable::fitRows()
{
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 10);
    setMaximumHeight(heightOf(std::min(std::max(m_model.rowCount(), 1), 10'000)));
    updateGeometry();
}

int InputTable::heightOf(int rows) const
{
    const int scrollBar = horizontalScrollBar()->isVisibleTo(this) ? horizontalScrollBar()->height() : 0;
    return 2 * frameWidth() + horizontalHeader()->sizeHint().height()
        + rows * verticalHeader()->defaultSectionSize() + scrollBar;
}

QSize InputTable::sizeHint() const
{
    return {QTableView::sizeHint().width(), heightOf(std::clamp(m_model.rowCount(), 1, rowsAskedFor))};
}

QSize InputTable::minimumSizeHint() const
{
    return {QTableView::minimumSizeHint().width(), heightOf(std::clamp(m_model.rowCount(), 1, leastRows))};
}

bool InputTable::edit(const QModelIndex& index, EditTrigger trigger, QEvent* event)
{
    if (index.column() != InputModel::Source) {
        const bool opens = QTableView::edit(index, trigger, event);
        if (opens)
            emit editingChanged();
        return opens;
    }
    if (trigger != EditKeyPressed && trigger != AllEditTriggers)
        return false;
    chooseSource(index);
    return true;
}

void InputTable::closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint)
{
    QTableView::closeEditor(editor, hint);
    emit editingChanged();
}

void InputTable::open(const QModelIndex& index, bool asksForFile)
{
    if (!(m_model.flags(index) & Qt::ItemIsEditable))
        return;
    const bool isFile = index.column() == InputModel::Value && m_model.takesFile(index.row());
    if (isFile && (asksForFile || !m_model.problem(index.row()).isEmpty()))
        chooseFile(index);
    else
        edit(index);
}

void InputTable::keyPressEvent(QKeyEvent* event)
{
    const bool isAltDown = event->key() == Qt::Key_Down && event->modifiers() == Qt::AltModifier;
    const bool isPlain = event->modifiers() == Qt::NoModifier;
    const bool isReturn = isPlain && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter);
    const bool isSpace = isPlain && event->key() == Qt::Key_Space;
    if (currentIndex().isValid() && state() != EditingState && (isAltDown || isSpace || isReturn))
        open(currentIndex(), true);
    else
        QTableView::keyPressEvent(event);
}

void InputTable::mouseReleaseEvent(QMouseEvent* event)
{
    m_released = event->position().toPoint();
    QTableView::mouseReleaseEvent(event);
}

void InputTable::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fitRows();
}

// As wide as what it offers, however narrow the column is.
void InputTable::chooseSource(const QModelIndex& index)
{
    scrollTo(index);
    setFocus();
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setAttribute(Qt::WA_NoMouseReplay); // the click that closes it would open it again
    menu->setAccessibleName(tr("Source of the input"));
    auto* group = new QActionGroup(menu);
    for (const auto& [code, text] : m_model.choices(index.row())) {
        QAction* action = group->addAction(text);
        action->setCheckable(true);
        action->setChecked(code == index.data(Qt::EditRole).toInt());
        connect(
            action, &QAction::triggered, this, [this, chosen = code, cell = QPersistentModelIndex(index)] {
                if (!m_model.setData(cell, chosen, Qt::EditRole))
                    return;
                // A file is the next thing to choose.
                if (!m_model.problem(cell.row()).isEmpty())
                    setCurrentIndex(m_model.index(cell.row(), InputModel::Value));
            });
    }
    menu->addActions(group->actions());
    const QRect cell = visualRect(index);
    menu->setMinimumWidth(cell.width());
    menu->setActiveAction(group->checkedAction());
    menu->popup(viewport()->mapToGlobal(cell.bottomLeft()));
}

void InputTable::chooseFile(const QModelIndex& index)
{
    const QPersistentModelIndex cell(index);
    const QString path =
        m_delegate->askForFile(this, index.data(Qt::EditRole).toString(), InputDelegate::fileFilter(index));
    if (!path.isEmpty() && cell.isValid())
        m_model.setData(cell, path, Qt::EditRole);
    setFocus();
}

} // namespace weightless::ui
