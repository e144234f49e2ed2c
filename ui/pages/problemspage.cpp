// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/problemspage.h"

#include "ui/models/problemmodel.h"
#include "ui/window/icons.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QScrollBar>
#include <QShortcut>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace weightless::ui {

ProblemsPage::ProblemsPage(QWidget* parent)
    : QWidget(parent)
    , m_model(new ProblemModel(this))
    , m_table(new QTableView(this))
    , m_copy(new QPushButton(icon(QStringLiteral("copy")), tr("Copy"), this))
    , m_clear(new QPushButton(icon(QStringLiteral("clear")), tr("Clear"), this))
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Problems"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setShowGrid(false);
    m_table->setWordWrap(true);
    // By rows, one that is taller than the table could not be read to its end, and a table that shows the
    // last row would not move when that row grows.
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(ProblemModel::Message, QHeaderView::Stretch);
    m_table->horizontalHeader()->setSectionResizeMode(ProblemModel::Advice, QHeaderView::Stretch);
    m_copy->setAccessibleName(tr("Copy the problems"));
    m_copy->setToolTip(tr("Copy the selected problems, or all"));
    m_clear->setAccessibleName(tr("Clear the problems"));

    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(m_copy);
    buttons->addWidget(m_clear);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 8);
    layout->addWidget(m_table, 1);
    layout->addLayout(buttons);

    connect(m_copy, &QPushButton::clicked, this, &ProblemsPage::copy);
    connect(m_clear, &QPushButton::clicked, this, &ProblemsPage::clear);
    auto* shortcut = new QShortcut(QKeySequence::Copy, m_table);
    shortcut->setContext(Qt::WidgetShortcut);
    connect(shortcut, &QShortcut::activated, this, &ProblemsPage::copy);
    for (QTimer* timer : {&m_measuring, &m_following})
        timer->setSingleShot(true);
    const auto measure = [this] { m_measuring.start(0); };
    connect(&m_measuring, &QTimer::timeout, this, &ProblemsPage::measureRowsInView);
    connect(&m_following, &QTimer::timeout, this, &ProblemsPage::followNewest);
    connect(m_model, &QAbstractItemModel::rowsInserted, this, measure);
    connect(m_table->verticalScrollBar(), &QScrollBar::valueChanged, this, measure);
    connect(m_table->horizontalHeader(), &QHeaderView::sectionResized, this, measure);
    m_table->viewport()->installEventFilter(this);
    fitColumns();
    updateButtons();
}

bool ProblemsPage::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        m_measuring.start(0);
    return QWidget::eventFilter(watched, event);
}

// Wide enough for whatever may come: a header that follows its contents knows of the rows in view only, and
// asks for every row on each that arrives otherwise.
void ProblemsPage::fitColumns()
{
    constexpr int icon = 24;
    const int margin = 2 * (style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, m_table) + 1) + 8;
    const auto fit = [&](int column, const QStringList& texts, int more) {
        int width = m_table->horizontalHeader()->sectionSizeHint(column);
        for (const QString& text : texts)
            width = std::max(width, m_table->fontMetrics().horizontalAdvance(text) + margin + more);
        m_table->setColumnWidth(column, width);
    };
    QStringList kinds, tasks;
    for (const Severity each : {Severity::Information, Severity::Warning, Severity::Error})
        kinds.append(ProblemText::severity(each));
    for (int task = 0; task <= static_cast<int>(Task::WriteDemo); ++task)
        tasks.append(ProblemText::task(static_cast<Task>(task)));
    fit(ProblemModel::SeverityColumn, kinds, icon);
    fit(ProblemModel::TaskColumn, tasks, 0);
    fit(ProblemModel::Time, {QStringLiteral("00:00:00")}, 0);
}

void ProblemsPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fitColumns();
}

bool ProblemsPage::showsNewest() const
{
    const int last = m_model->rowCount() - 1;
    return last >= 0
        && m_table->rowViewportPosition(last) + m_table->rowHeight(last) <= m_table->viewport()->height();
}

// Rows that grow push those below them out of view: whoever looked at the newest goes on seeing it.
void ProblemsPage::measureRowsInView()
{
    const int height = m_table->viewport()->height();
    const bool follows = showsNewest();
    const int first = std::max(m_table->rowAt(0), 0);
    for (int row = first; row < m_model->rowCount(); ++row) {
        m_table->resizeRowToContents(row);
        if (m_table->rowViewportPosition(row) > height)
            break;
    }
    if (follows && !showsNewest())
        followNewest();
}

// What has arrived is measured from below, so that the newest is whole and at the bottom.
void ProblemsPage::followNewest()
{
    int height = m_table->viewport()->height();
    for (int row = m_model->rowCount() - 1; row >= 0 && height > 0; --row) {
        m_table->resizeRowToContents(row);
        height -= m_table->rowHeight(row);
    }
    // The table puts off what new heights mean for how far it scrolls.
    QMetaObject::invokeMethod(m_table, "updateGeometries", Qt::DirectConnection);
    m_table->scrollToBottom();
}

void ProblemsPage::add(const Problem& problem)
{
    m_model->add(problem);
    m_following.start(0);
    updateButtons();
}

void ProblemsPage::keep(const std::function<bool(const Problem&)>& isKept)
{
    m_model->keep(isKept);
    m_following.start(0);
    updateButtons();
}

void ProblemsPage::copy()
{
    QApplication::clipboard()->setText(m_model->toText(m_table->selectionModel()->selectedRows()));
}

void ProblemsPage::clear()
{
    m_model->clear();
    updateButtons();
}

void ProblemsPage::updateButtons()
{
    m_copy->setEnabled(m_model->rowCount() > 0);
    m_clear->setEnabled(m_model->rowCount() > 0);
    emit changed(m_model->count(Severity::Error), m_model->count(Severity::Warning));
}

} // namespace weightless::ui
