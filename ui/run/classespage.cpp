// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/classespage.h"

#include "engine/results/classes.h"
#include "ui/models/tablecell.h"
#include "ui/run/batchbar.h"
#include "ui/text/text.h"
#include "ui/window/icons.h"
#include "widgets/fontfollowing.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <optional>

namespace weightless::ui {

namespace {

constexpr int nameColumn = 1;

// Before the point, of the largest score.
int wholeDigits(const std::vector<RankedClass>& classes)
{
    double largest = 0;
    for (const RankedClass& ranked : classes) {
        largest = std::isfinite(ranked.score) ? std::max(largest, std::abs(ranked.score)) : largest;
    }
    return largest > 0 ? static_cast<int>(std::floor(std::log10(largest))) + 1 : 1;
}

// With as many decimals as give the largest score five digits: those below it are compared with it.
QString scoreText(double score, int whole)
{
    constexpr int digits = 5;
    constexpr int mostWhole = 9;
    return whole > mostWhole ? QLocale().toString(score, 'g', digits)
                             : QLocale().toString(score, 'f', std::clamp(digits - whole, 0, digits + 1));
}

} // namespace

ClassesPage::ClassesPage(QWidget* parent)
    : QWidget(parent)
    , m_model(new QStandardItemModel(this))
    , m_table(new QTableView(this))
    , m_note(new QLabel(this))
    , m_batchBar(new BatchBar(tr("Element of the batch:"), tr("Which element of the batch is shown"), this))
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("The best classes"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    widgets::fitRowsToFont(*m_table, 8);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setWordWrap(true);
    m_note->setAccessibleName(tr("Where the names of the classes are from"));
    auto* labels = new QPushButton(icon(QStringLiteral("open")), tr("Names of Classes…"), this);
    labels->setAccessibleName(tr("Choose a file with the names of the classes"));
    labels->setToolTip(
        tr("A text file with one name a line, in the order of the classes. A labels.txt beside the "
           "model is found by itself."));
    connect(labels, &QPushButton::clicked, this, &ClassesPage::labelsRequested);
    connect(m_batchBar, &BatchBar::elementChosen, this, &ClassesPage::showClasses);
    auto* bar = new QHBoxLayout;
    bar->addWidget(m_note, 1);
    bar->addWidget(labels);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->addWidget(m_batchBar);
    layout->addWidget(m_table, 1);
    layout->addLayout(bar);
}

void ClassesPage::setLabels(std::vector<std::string> labels)
{
    m_labels = std::move(labels);
    showClasses();
}

bool ClassesPage::showOutput(const OutputResult* output)
{
    const auto scores = output && output->values ? classScoresIn(output->values->descriptor) : std::nullopt;
    m_shown = scores ? output->values : nullptr;
    if (scores)
        m_batchBar->offer(static_cast<int64_t>(scores->batch), output->name);
    else
        m_batchBar->offer(1);
    showClasses();
    return m_shown != nullptr;
}

void ClassesPage::showClasses()
{
    m_model->clear();
    m_model->setHorizontalHeaderLabels({tr("Class"), tr("Name"), tr("Probability"), tr("Score")});
    m_isEvident = false;
    const auto scores = m_shown ? classScoresIn(m_shown->descriptor) : std::nullopt;
    if (!scores)
        return;
    const auto best = topClasses(*m_shown, shownClasses, static_cast<size_t>(m_batchBar->element()));
    m_isEvident = scores->batch == 1 || m_labels.size() == scores->classes
        || (!best.empty() && std::ranges::all_of(best, [](const RankedClass& each) {
               return each.score == each.probability;
           }));
    const int whole = wholeDigits(best);
    for (const RankedClass& ranked : best) {
        const QString name = ranked.index < m_labels.size() ? fromUtf8(m_labels[ranked.index]) : QString();
        m_model->appendRow({tableCell(
                                QLocale().toString(static_cast<qulonglong>(ranked.index)), Qt::AlignRight),
            tableCell(name, Qt::AlignLeft),
            tableCell(tr("%1 %").arg(QLocale().toString(100 * ranked.probability, 'f', 1)), Qt::AlignRight),
            tableCell(scoreText(ranked.score, whole), Qt::AlignRight)});
    }
    m_table->resizeColumnsToContents(); // ten rows
    m_table->setColumnWidth(
        nameColumn, std::max(m_table->columnWidth(nameColumn), 24 * fontMetrics().averageCharWidth()));
    m_table->setColumnHidden(nameColumn, m_labels.empty());
    m_note->setText(m_labels.empty() ? tr("The classes have no names yet.")
            : m_labels.size() == scores->classes
            ? QString()
            : tr("There are %1 names for %2 classes: they may belong to another model.")
                  .arg(m_labels.size())
                  .arg(scores->classes));
}

} // namespace weightless::ui
