// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/problemspage.h"

#include "ui/models/problemmodel.h"
#include "ui/window/icons.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QShortcut>
#include <QTableView>
#include <QVBoxLayout>

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
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(ProblemModel::Message, QHeaderView::Stretch);
    m_table->horizontalHeader()->setSectionResizeMode(ProblemModel::Advice, QHeaderView::Stretch);
    for (const int column : {ProblemModel::SeverityColumn, ProblemModel::TaskColumn, ProblemModel::Time})
        m_table->horizontalHeader()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    m_copy->setAccessibleName(tr("Copy the problems"));
    m_copy->setToolTip(tr("Copy the selected problems, or all"));
    m_clear->setAccessibleName(tr("Clear the problems"));

    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(m_copy);
    buttons->addWidget(m_clear);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addWidget(m_table, 1);
    layout->addLayout(buttons);

    connect(m_copy, &QPushButton::clicked, this, &ProblemsPage::copy);
    connect(m_clear, &QPushButton::clicked, this, &ProblemsPage::clear);
    auto* shortcut = new QShortcut(QKeySequence::Copy, m_table);
    shortcut->setContext(Qt::WidgetShortcut);
    connect(shortcut, &QShortcut::activated, this, &ProblemsPage::copy);
    updateButtons();
}

void ProblemsPage::add(const Problem& problem)
{
    m_model->add(problem);
    m_table->scrollToBottom();
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
