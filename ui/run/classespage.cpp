// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/classespage.h"

#include "engine/results/classes.h"
#include "ui/models/tablecell.h"
#include "ui/run/batchbar.h"
#include "ui/text/text.h"
#include "ui/window/icons.h"
#include "widgets/fontfollowing.h"
#include "widgets/sharebar.h"

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
constexpr int probabilityColumn = 2;
constexpr int scoreColumn = 3;

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
    , m_warning(new QLabel(this))
    , m_note(new QLabel(this))
    , m_noNames(new QPushButton(tr("No Names"), this))
    , m_batchBar(new BatchBar(tr("Element of the batch:"), tr("Which element of the batch is shown"), this))
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("The best classes"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    widgets::fitRowsToFont(*m_table, 8);
    m_table->setItemDelegateForColumn(
        probabilityColumn, new widgets::ShareBarDelegate(Qt::UserRole, 1.0, m_table));
    m_table->horizontalHeader()->setHighlightSections(false);
    m_warning->setTextFormat(Qt::PlainText);
    m_warning->setWordWrap(true);
    m_warning->setAccessibleName(tr("What is wrong with the scores"));
    m_warning->hide();
    m_note->setTextFormat(Qt::PlainText);
    m_note->setWordWrap(true);
    m_note->setAccessibleName(tr("Where the names of the classes are from"));
    auto* labels = new QPushButton(icon(QStringLiteral("open")), tr("Names of Classes…"), this);
    labels->setAccessibleName(tr("Choose a file with the names of the classes"));
    labels->setToolTip(
        tr("A text file with one name a line, in the order of the classes; a CSV file with their numbers and "
           "names; JSON, as a config.json with id2label. A labels.txt beside the model is found by itself."));
    m_noNames->setAccessibleName(tr("Show the classes without names"));
    m_noNames->hide();
    connect(m_noNames, &QPushButton::clicked, this, &ClassesPage::labelsDropped);
    connect(labels, &QPushButton::clicked, this, &ClassesPage::labelsRequested);
    connect(m_batchBar, &BatchBar::elementChosen, this, &ClassesPage::showClasses);
    auto* bar = new QHBoxLayout;
    bar->addWidget(m_note, 1);
    bar->addWidget(m_noNames);
    bar->addWidget(labels);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->addWidget(m_batchBar);
    layout->addWidget(m_warning);
    layout->addWidget(m_table, 1);
    layout->addLayout(bar);
}

void ClassesPage::setLabels(std::vector<std::string> labels)
{
    m_labels = std::move(labels);
    showClasses();
}

bool ClassesPage::showOutput(const OutputResult* output, bool isOfPictures)
{
    m_isOfPictures = isOfPictures;
    const auto scores = output && output->values ? classScoresIn(output->values->descriptor) : std::nullopt;
    m_shown = scores ? output->values : nullptr;
    if (scores)
        m_batchBar->offer(static_cast<int64_t>(scores->batch), output->name);
    else
        m_batchBar->offer(1);
    showClasses();
    return m_shown != nullptr;
}

// Any list of floats has the shape of scores: those of a classifier sum to 1, have names, or are said of a
// picture.
bool ClassesPage::areEvident(const ClassScores& scores, const std::vector<RankedClass>& best) const
{
    constexpr size_t fewestOfPictures = 10;
    const bool areProbabilities = !best.empty()
        && std::ranges::all_of(best, [](const RankedClass& each) { return each.score == each.probability; });
    return areProbabilities || m_labels.size() == scores.classes
        || (m_isOfPictures && scores.batch == 1 && scores.classes >= fewestOfPictures);
}

void ClassesPage::showClasses()
{
    m_model->clear();
    m_model->setHorizontalHeaderLabels({tr("Class"), tr("Name"), tr("Probability"), tr("Score")});
    m_isEvident = false;
    m_warning->hide();
    m_noNames->setVisible(!m_labels.empty());
    const auto scores = m_shown ? classScoresIn(m_shown->descriptor) : std::nullopt;
    if (!scores)
        return;
    const auto element = static_cast<size_t>(m_batchBar->element());
    const auto best = topClasses(*m_shown, shownClasses, element);
    m_isEvident = areEvident(*scores, best);
    const size_t notNumbers = countNotNumbers(*m_shown, element);
    m_warning->setVisible(notNumbers > 0);
    m_warning->setText(tr("%1 of %2 scores are not numbers: no probabilities follow from the others.")
                           .arg(QLocale().toString(static_cast<qulonglong>(notNumbers)),
                               QLocale().toString(static_cast<qulonglong>(scores->classes))));
    const int whole = wholeDigits(best);
    for (const RankedClass& ranked : best) {
        const QString name = ranked.index < m_labels.size() ? fromUtf8(m_labels[ranked.index]) : QString();
        const QString probability = std::isnan(ranked.probability)
            ? QString()
            : tr("%1 %").arg(QLocale().toString(100 * ranked.probability, 'f', 1));
        QStandardItem* share = tableCell(probability, Qt::AlignRight);
        share->setData(ranked.probability, Qt::UserRole);
        m_model->appendRow({tableCell(QString::number(ranked.index), Qt::AlignRight), // a name, no amount
            tableCell(name, Qt::AlignLeft), share,
            tableCell(scoreText(ranked.score, whole), Qt::AlignRight)});
    }
    m_table->resizeColumnsToContents(); // ten rows
    m_table->setColumnWidth(
        nameColumn, std::max(m_table->columnWidth(nameColumn), 24 * fontMetrics().averageCharWidth()));
    // Both are aligned to the right: their numbers would read as one.
    m_table->setColumnWidth(
        scoreColumn, m_table->columnWidth(scoreColumn) + 3 * fontMetrics().averageCharWidth());
    m_table->setColumnHidden(nameColumn, m_labels.empty());
    m_note->setText(best.empty() ? QString()
            : m_labels.empty()   ? tr("The classes have no names yet.")
            : m_labels.size() == scores->classes
            ? QString()
            : tr("There are %1 names for %2 classes: they may belong to another model.")
                  .arg(m_labels.size())
                  .arg(scores->classes));
}

} // namespace weightless::ui
