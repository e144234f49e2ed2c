// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/columnfit.h"

#include <QEvent>
#include <QHeaderView>
#include <QScopedValueRollback>
#include <QTableView>
#include <QTreeView>

#include <algorithm>

namespace weightless::widgets {

namespace {

constexpr int lettersThatStay = 12; // of a column that gives way
constexpr int lettersOfFirst = 26; // of the first of them, as long as others can
constexpr int measuredRows = 100; // below those in view

} // namespace

ColumnFit::ColumnFit(QTableView& table, QList<int> elastic, int filling)
    : ColumnFit(table, *table.horizontalHeader(), std::move(elastic), filling)
{
}

ColumnFit::ColumnFit(QTreeView& tree, QList<int> elastic, int filling)
    : ColumnFit(tree, *tree.header(), std::move(elastic), filling)
{
}

ColumnFit::ColumnFit(QAbstractItemView& view, QHeaderView& header, QList<int> elastic, int filling)
    : QObject(&view)
    , m_view(view)
    , m_header(header)
    , m_elastic(std::move(elastic))
    , m_filling(filling)
{
    m_timer.setSingleShot(true);
    m_header.setStretchLastSection(false);
    m_header.setResizeContentsPrecision(measuredRows);
    m_view.viewport()->installEventFilter(this);
    connect(&m_timer, &QTimer::timeout, this, &ColumnFit::fit);
    connect(&m_header, &QHeaderView::sectionResized, this, [this](int, int before, int) {
        if (!m_isFitting && before > 0 && m_view.isVisible())
            m_isUsers = true;
    });
    watchModel();
}

void ColumnFit::watchModel()
{
    const QAbstractItemModel* model = m_view.model();
    const auto soon = [this] { m_timer.start(0); };
    connect(model, &QAbstractItemModel::modelReset, this, soon);
    connect(model, &QAbstractItemModel::rowsInserted, this, soon);
    connect(model, &QAbstractItemModel::layoutChanged, this, soon);
    connect(model, &QAbstractItemModel::dataChanged, this, [this] {
        if (!m_timer.isActive())
            m_timer.start(100); // they come in hundreds
    });
}

bool ColumnFit::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Show:
    case QEvent::Resize:
        fit();
        break;
    case QEvent::FontChange:
    case QEvent::StyleChange:
        m_timer.start(0);
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

int ColumnFit::giveWay(QList<int>& widths, int excess, const QHash<int, int>& kept) const
{
    const int letter = m_view.fontMetrics().averageCharWidth();
    const auto spare = [&](int column) {
        return widths[column] - std::max(lettersThatStay, kept.value(column)) * letter;
    };
    while (excess > 0) {
        int widest = -1, next = 0;
        for (const int column : m_elastic) {
            if (spare(column) <= 0)
                continue;
            if (widest < 0 || widths[column] > widths[widest]) {
                if (widest >= 0)
                    next = std::max(next, widths[widest]);
                widest = column;
            } else {
                next = std::max(next, widths[column]);
            }
        }
        if (widest < 0)
            break;
        const int step = std::clamp(widths[widest] - next, 1, std::min(excess, spare(widest)));
        widths[widest] -= step;
        excess -= step;
    }
    return excess;
}

void ColumnFit::keep(int column, int letters)
{
    m_kept.insert(column, letters);
}

void ColumnFit::fit()
{
    // A table that is not shown would measure all of its rows.
    if (m_isUsers || m_isFitting || !m_view.isVisible() || m_view.model() == nullptr)
        return;
    const QScopedValueRollback fitting(m_isFitting, true);
    const int room = m_view.viewport()->width();
    QList<int> widths(m_header.count(), 0);
    int all = 0;
    for (int column = 0; column < m_header.count(); ++column) {
        if (m_header.isSectionHidden(column))
            continue;
        const int held = m_view.sizeHintForColumn(column);
        widths[column] = std::max(held, m_header.sectionSizeHint(column));
        if (!m_elastic.contains(column))
            widths[column] = std::min(widths[column], std::max(room / 2, m_header.sectionSizeHint(column)));
        all += widths[column];
    }
    if (all < room) {
        widths[m_filling] += room - all;
    } else if (const int excess = giveWay(widths, all - room, m_kept); excess > 0) {
        // Where it scrolls all the same, what is kept stays.
        QList<int> narrower = widths;
        if (giveWay(narrower, excess, {}) == 0)
            widths = narrower;
    }
    for (int column = 0; column < m_header.count(); ++column) {
        if (!m_header.isSectionHidden(column))
            m_header.resizeSection(column, widths[column]);
    }
}

} // namespace weightless::widgets
