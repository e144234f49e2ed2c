// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The profile of a run in a ResultView.
#include "ui/run/resultview.h"

#include "ui/dialogs/filetosave.h"
#include "ui/document/modelfolder.h"
#include "ui/models/chosenindex.h"
#include "ui/models/profilemodel.h"
#include "ui/run/profilefile.h"
#include "ui/text/text.h"
#include "widgets/elidinglabel.h"
#include "widgets/formatduration.h"
#include "widgets/sharebar.h"
#include "widgets/timelineview.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>
#include <QtConcurrent>

#include <utility>

namespace weightless::ui {

QWidget* ResultView::makeProfile()
{
    m_profileProxy->setSourceModel(m_profile);
    m_profileProxy->setSortRole(ProfileModel::SortRole);
    m_profileTable->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_profileTable->setSelectionMode(QAbstractItemView::SingleSelection);
    m_profileTable->setSortingEnabled(true);
    m_profileTable->sortByColumn(ProfileModel::Milliseconds, Qt::DescendingOrder);
    m_profileTable->verticalHeader()->hide();
    // Names have what room there is, numbers and their headings what they need, in every language.
    QHeaderView* header = m_profileTable->horizontalHeader();
    header->setMinimumSectionSize(fontMetrics().averageCharWidth() * 8);
    for (int column = 0; column < ProfileModel::ColumnCount; ++column)
        header->setSectionResizeMode(column,
            column == ProfileModel::NodeName || column == ProfileModel::Kernel
                ? QHeaderView::Stretch
                : QHeaderView::ResizeToContents);
    // Of the rows in view: a run may have thousands of steps.
    header->setResizeContentsPrecision(0);
    m_profileTable->setColumnHidden(ProfileModel::NodeName, true);
    m_profileTable->setItemDelegateForColumn(
        ProfileModel::Share, new widgets::ShareBarDelegate(ProfileModel::SortRole, 100, m_profileTable));
    m_grouping->addItem(tr("by operator"), static_cast<int>(ProfileModel::Grouping::ByOperator));
    m_grouping->addItem(tr("by scope"), static_cast<int>(ProfileModel::Grouping::ByScope));
    m_grouping->addItem(tr("by step"), static_cast<int>(ProfileModel::Grouping::ByStep));
    m_grouping->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_grouping->setAccessibleName(tr("Grouping of the profile"));
    m_timeline->setAccessibleName(tr("Steps of the run over time"));
    connect(m_timeline, &widgets::TimelineView::chosen, this, &ResultView::chooseStep);
    connect(m_timeline, &widgets::TimelineView::cleared, this, &ResultView::clearStep);
    setModelToChooseFrom(
        *m_profileTable, *m_profileProxy, this, [this](const QModelIndex& index) { chooseRow(index); });
    connect(m_grouping, &QComboBox::currentIndexChanged, this, &ResultView::regroupProfile);
    auto* page = new QWidget(this);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->addWidget(m_timeline);
    layout->addWidget(makeProfileBar());
    layout->addWidget(m_profileTable, 1);
    return page;
}

QWidget* ResultView::makeProfileBar()
{
    m_profileSum->setAccessibleName(tr("Sum of the profile"));
    m_onGraph->setToolTip(
        tr("Colours the graph by the time that each node took; a closed group by that of all in it"));
    m_saveProfile->setAccessibleName(tr("Save the profile"));
    m_saveProfile->setToolTip(
        tr("The steps as a table (.csv), or as a trace (.json) for Perfetto and chrome://tracing"));
    connect(m_onGraph, &QPushButton::clicked, this, &ResultView::graphWanted);
    connect(m_saveProfile, &QPushButton::clicked, this, &ResultView::saveProfile);
    auto* bar = new QWidget(this);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_grouping);
    layout->addWidget(m_profileSum, 1);
    layout->addWidget(m_saveProfile);
    layout->addWidget(m_onGraph);
    return bar;
}

void ResultView::regroupProfile()
{
    const auto grouping = static_cast<ProfileModel::Grouping>(m_grouping->currentData().toInt());
    const int current = m_timeline->current();
    m_profile->setGrouping(grouping);
    m_profileTable->setColumnHidden(ProfileModel::NodeName, grouping != ProfileModel::Grouping::ByStep);
    showTimeline(m_result);
    const QScopedValueRollback choosing(m_isChoosing, true);
    markStep(current);
}

// One thing is marked in the timeline and the table: the step, and the row that is it and nothing else.
void ResultView::markStep(int step)
{
    m_timeline->setCurrent(step);
    const bool isByStep =
        m_grouping->currentData().toInt() == static_cast<int>(ProfileModel::Grouping::ByStep);
    const QModelIndex row =
        m_profileProxy->mapFromSource(m_profile->index(isByStep ? step : -1, ProfileModel::Operator));
    if (!row.isValid())
        m_profileTable->selectionModel()->clear();
    else if (m_profileTable->currentIndex().row() != row.row()
        || !m_profileTable->selectionModel()->hasSelection())
        m_profileTable->setCurrentIndex(row);
}

void ResultView::chooseStep(int step)
{
    const QScopedValueRollback choosing(m_isChoosing, true);
    markStep(step);
    emit nodeChosen(m_timeline->steps()[static_cast<size_t>(step)].name);
}

// A scope is one thing; operators are everywhere, and stand for their step that took longest.
void ResultView::chooseRow(const QModelIndex& index)
{
    if (m_isChoosing)
        return;
    const QScopedValueRollback choosing(m_isChoosing, true);
    const QString scope = index.data(ProfileModel::ScopeRole).toString();
    const int step = scope.isEmpty() ? index.data(ProfileModel::StepRole).toInt() : -1;
    m_timeline->setCurrent(step);
    if (step < 0)
        emit scopeChosen(scope);
    else
        emit nodeChosen(m_timeline->steps()[static_cast<size_t>(step)].name);
}

void ResultView::clearStep()
{
    if (m_isChoosing)
        return;
    const QScopedValueRollback choosing(m_isChoosing, true);
    markStep(-1);
}

void ResultView::saveProfile()
{
    if (!m_result || m_result->steps.empty())
        return;
    const auto write = [this, result = m_result](const QString& path) {
        QtConcurrent::run([path, result] {
            return writeProfile(path, *result);
        }).then(this, [this, path](const QString& problem) {
            if (problem.isEmpty())
                emit saved(path);
            else
                emit failed(problem);
        });
    };
    chooseFileToSave(this, tr("Save the profile"),
        proposedFile(m_controller.document(), QStringLiteral("profile")),
        tr("Comma-separated values (*.csv);;Trace for Perfetto and chrome://tracing (*.json)"), write);
}

// In the colours of what the table groups by.
void ResultView::showTimeline(const RunResultPtr& result)
{
    const bool isByScope =
        m_grouping->currentData().toInt() == static_cast<int>(ProfileModel::Grouping::ByScope);
    std::vector<widgets::TimelineView::Step> steps;
    for (const StepTime& step : result ? result->steps : std::vector<StepTime>()) {
        const QString group =
            isByScope ? ProfileModel::scopeName(ProfileModel::scopeOf(step.node)) : fromUtf8(step.opType);
        steps.push_back({fromUtf8(step.node), group, step.milliseconds, step.waitedMilliseconds});
    }
    m_timeline->setVisible(!steps.empty());
    std::vector<widgets::TimelineView::Span> read;
    std::vector<widgets::TimelineView::Span> copied;
    if (result && !result->weights.brought.empty() && !steps.empty()) {
        steps.front().waitedMilliseconds = 1000 * result->weights.firstSubmissionSeconds;
        for (const BroughtConstant& each : result->weights.brought) {
            const QString name = fromUtf8(each.name);
            read.push_back({name, 1000 * each.beginSeconds, 1000 * each.endSeconds});
            if (each.copyEndSeconds > 0)
                copied.push_back({name, 1000 * each.copyBeginSeconds, 1000 * each.copyEndSeconds});
        }
    }
    m_timeline->setSteps(std::move(steps));
    m_timeline->setLanes({{tr("Weights that come"), std::move(read)},
        {tr("Copies of them to the device"), std::move(copied)}});
}

// Which steps waited for weights that came while the model ran.
QString ResultView::waitedText(const RunResult& result)
{
    double total = 0;
    const StepTime* longest = nullptr;
    for (const StepTime& step : result.steps) {
        total += step.waitedMilliseconds;
        if (step.waitedMilliseconds > (longest != nullptr ? longest->waitedMilliseconds : 0.0))
            longest = &step;
    }
    const auto text = [](double milliseconds) { return widgets::formatDuration(milliseconds / 1000); };
    return longest == nullptr
        ? QString()
        : tr("; waited %1 for weights, %2 of it before %3")
              .arg(text(total), text(longest->waitedMilliseconds), fromUtf8(longest->node));
}

} // namespace weightless::ui
