// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/diffdialog.h"

#include "engine/base/error.h"
#include "engine/session/openedmodel.h"
#include "ui/compare/difffilter.h"
#include "ui/compare/diffgraphs.h"
#include "ui/document/tensorcsv.h"
#include "ui/style/screenroom.h"
#include "ui/text/text.h"
#include "ui/window/icons.h"
#include "widgets/columnfit.h"
#include "widgets/formatbytes.h"
#include "widgets/formatnumber.h"
#include "widgets/progressgate.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QStandardItemModel>
#include <QTabWidget>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

namespace weightless::ui {

namespace {

QString kindText(DifferenceKind kind)
{
    switch (kind) {
    case DifferenceKind::Added:
        return DiffDialog::tr("added");
    case DifferenceKind::Removed:
        return DiffDialog::tr("removed");
    case DifferenceKind::Changed:
        return DiffDialog::tr("changed");
    case DifferenceKind::Renamed:
        return DiffDialog::tr("renamed");
    case DifferenceKind::Unread:
        return DiffDialog::tr("cannot be read");
    }
    return {};
}

QString byteDifference(uint64_t before, uint64_t after)
{
    const auto bytes = [](uint64_t value) { return widgets::formatBytes(static_cast<qint64>(value)); };
    return before == after ? QString()
        : after > before   ? DiffDialog::tr("+%1").arg(bytes(after - before))
                           : DiffDialog::tr("−%1").arg(bytes(before - after));
}

QString changeOf(const ConstantDifference& difference)
{
    const QString before = fromUtf8(toString(difference.before));
    const QString types = difference.before == difference.after && difference.changedElements > 0
        ? before
        : DiffDialog::tr("%1 → %2").arg(before, fromUtf8(toString(difference.after)));
    if (difference.hasSameValues)
        return DiffDialog::tr("%1, the same values").arg(types);
    if (difference.changedElements == 0)
        return types;
    const int count =
        static_cast<int>(std::min<uint64_t>(difference.changedElements, std::numeric_limits<int>::max()));
    if (difference.zeroSigns == difference.changedElements)
        return DiffDialog::tr("%1, %Ln value(s) differ, only in the sign of zero", nullptr, count).arg(types);
    const QString values = DiffDialog::tr("%1, %Ln value(s) differ", nullptr, count).arg(types);
    return difference.nonFiniteElements == 0
        ? values
        : DiffDialog::tr("%1, %2 became or ceased to be NaN or infinite")
              .arg(values, QLocale().toString(static_cast<qulonglong>(difference.nonFiniteElements)));
}

QString whatOf(const ConstantDifference& difference)
{
    switch (difference.kind) {
    case DifferenceKind::Unread:
        return fromUtf8(difference.details);
    case DifferenceKind::Renamed:
        return DiffDialog::tr("now %1").arg(fromUtf8(difference.otherName));
    case DifferenceKind::Added:
        return fromUtf8(toString(difference.after));
    case DifferenceKind::Removed:
        return fromUtf8(toString(difference.before));
    case DifferenceKind::Changed:
        break;
    }
    return changeOf(difference);
}

QString whatOf(const NodeDifference& difference)
{
    QStringList parts;
    if (!difference.otherName.empty())
        parts.append(DiffDialog::tr("now %1").arg(fromUtf8(difference.otherName)));
    for (const std::string& detail : difference.details)
        parts.append(fromUtf8(detail));
    return parts.join(QStringLiteral("; "));
}

using Row = QList<QStandardItem*>;

Row rowOf(const QString& kind, const QString& name, const QString& what)
{
    Row row;
    for (const QString& text : {kind, name, what})
        row.append(new QStandardItem(text));
    return row;
}

QStandardItem* numberItem(const QString& text, double number)
{
    auto* item = new QStandardItem(text);
    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    item->setData(number, DiffFilter::NumberRole);
    return item;
}

Row rowOf(const ConstantDifference& difference)
{
    Row row = rowOf(kindText(difference.kind), fromUtf8(difference.name), whatOf(difference));
    const std::optional<double> largest = difference.largestDifference;
    row.append(largest ? numberItem(widgets::formatNumber(*largest), *largest) : new QStandardItem);
    const uint64_t before = difference.bytesBefore, after = difference.bytesAfter;
    row.append(
        numberItem(byteDifference(before, after), static_cast<double>(after) - static_cast<double>(before)));
    return row;
}

Row rowOf(const NodeDifference& difference)
{
    const QString what = whatOf(difference);
    return rowOf(kindText(difference.kind), fromUtf8(difference.name),
        fromUtf8(difference.opType) + (what.isEmpty() ? QString() : QString(QStringLiteral(": ") + what)));
}

Row rowOf(const FactDifference& difference)
{
    return rowOf(QString(), QString(), fromUtf8(difference));
}

// As many as are listed.
template <typename Difference>
QList<Row> rowsOf(const std::vector<Difference>& differences)
{
    QList<Row> rows;
    for (size_t i = 0; i < std::min(differences.size(), DiffDialog::mostRows); ++i)
        rows.append(rowOf(differences[i]));
    return rows;
}

} // namespace

DiffDialog::DiffDialog(ModelDocumentPtr document, const QString& other, QWidget* parent)
    : QDialog(parent)
    , m_rows(new QStandardItemModel(this))
    , m_shown(new DiffFilter(this))
    , m_tabs(new QTabWidget(this))
    , m_view(new QTreeView(this))
    , m_graphs(new widgets::GraphPair(this))
    , m_summary(new QLabel(this))
    , m_progress(new QProgressBar(this))
    , m_jobs([this](const Job& job, uint64_t number, const auto& stops) { work(job, number, stops.job); })
{
    setWindowTitle(
        tr("What differs: %1 and %2").arg(modelTitle(fromPath(document->model.path)), modelTitle(other)));
    resizeOnScreen(*this, {1100, 700});
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    m_summary->setAccessibleName(tr("Summary of the differences"));
    m_summary->setText(tr("Comparing with %1…").arg(other));
    m_progress->setRange(0, 1000);
    m_progress->setAccessibleName(tr("How much was compared"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_summary);
    layout->addWidget(m_progress);
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("What was found"));
    m_tabs->addTab(makeList(), tr("Differences"));
    m_tabs->addTab(m_graphs, tr("Graphs in Step"));
    m_tabs->setTabEnabled(1, false);
    layout->addWidget(m_tabs, 1);
    layout->addWidget(buttons);
    connect(&widgets::byteUnitsNotifier(), &widgets::ByteUnitsNotifier::changed, this, &DiffDialog::showDiff);
    m_jobs.post({std::move(document), toPath(other)});
}

QWidget* DiffDialog::makeList()
{
    m_rows->setHorizontalHeaderLabels(
        {tr("Difference"), tr("Name"), tr("What"), tr("Largest Difference"), tr("Bytes")});
    m_rows->horizontalHeaderItem(LargestDifference)
        ->setToolTip(tr("Between two floats at the same place, of those that are finite in both models"));
    m_shown->setSourceModel(m_rows);
    m_view->setModel(m_shown);
    m_view->setAccessibleName(tr("Differences"));
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setUniformRowHeights(true);
    m_view->setTextElideMode(Qt::ElideMiddle);
    m_view->header()->setSortIndicator(-1, Qt::AscendingOrder); // as they were found
    m_view->header()->setSortIndicatorClearable(true);
    m_view->setSortingEnabled(true);
    new widgets::ColumnFit(*m_view, {Name, What}, What);
    auto* copyAction = new QAction(icon(QStringLiteral("copy")), tr("&Copy"), m_view);
    copyAction->setShortcut(QKeySequence::Copy);
    copyAction->setShortcutContext(Qt::WidgetShortcut);
    m_view->addAction(copyAction);
    m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
    auto* filter = new QLineEdit(this);
    filter->setPlaceholderText(tr("Filter by what is in a row"));
    filter->setAccessibleName(tr("Filter of the differences"));
    filter->setClearButtonEnabled(true);
    auto* copy = new QPushButton(icon(QStringLiteral("copy")), tr("Cop&y"), this);
    copy->setAutoDefault(false);
    copy->setToolTip(tr("Copy the selected rows, or all that are shown, as tab-separated text"));
    copy->setAccessibleName(tr("Copy differences"));
    connect(copyAction, &QAction::triggered, this, &DiffDialog::copyRows);
    connect(copy, &QPushButton::clicked, this, &DiffDialog::copyRows);
    connect(filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_shown->setText(text);
        showHeadings();
    });
    auto* page = new QWidget(this);
    auto* bar = new QHBoxLayout;
    bar->addWidget(filter, 1);
    bar->addWidget(copy);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->addLayout(bar);
    layout->addWidget(m_view, 1);
    return page;
}

QString DiffDialog::summary() const
{
    return m_summary->text();
}

void DiffDialog::work(const Job& job, uint64_t number, const std::stop_token& stop)
{
    try {
        onnx_io::ReadOptions reading;
        reading.stopToken = stop;
        const OpenedModel other = openModel(toUtf8(fromPath(job.other)), reading);
        widgets::ProgressGate gate;
        DiffOptions options;
        options.stop = stop;
        options.onProgress = [&](uint64_t done, uint64_t total) {
            if (!gate.opens())
                return;
            const int promille =
                static_cast<int>(1000.0 * static_cast<double>(done) / static_cast<double>(total));
            m_jobs.deliver(this, number, [this, promille] { m_progress->setValue(promille); });
        };
        const auto diff =
            std::make_shared<const ModelDiff>(diffModels(job.document->model, *other.model, options));
        const ModelDocumentPtr after = makeDocument(other.model);
        const auto sides = std::make_shared<const GraphSides>(graphSides(*diff, *job.document, *after));
        m_jobs.deliver(this, number, [this, diff, sides] {
            m_graphs->setSides(sides->first, sides->second);
            m_tabs->setTabEnabled(1, true);
            m_diff = diff;
            showDiff();
        });
    } catch (...) {
        const QString message = fromUtf8(currentError().message());
        m_jobs.deliver(this, number, [this, message] {
            m_progress->hide();
            m_summary->setText(message);
        });
    }
}

void DiffDialog::addGroup(const QString& title, const QList<QList<QStandardItem*>>& rows, size_t all)
{
    if (rows.empty())
        return;
    auto* group =
        new QStandardItem(tr("%1 (%2)").arg(title, QLocale().toString(static_cast<qulonglong>(all))));
    for (const QList<QStandardItem*>& row : rows)
        group->appendRow(row);
    if (static_cast<size_t>(rows.size()) < all) {
        auto* rest = new QStandardItem(tr("… the others are in the output of weightless-cli diff"));
        rest->setData(true, DiffFilter::RestRole);
        group->appendRow(rest);
    }
    m_rows->appendRow(group);
}

// They take the whole width; a filter that brings one back has forgotten that, and that it was open.
void DiffDialog::showHeadings()
{
    for (int group = 0; group < m_shown->rowCount(); ++group) {
        const QModelIndex heading = m_shown->index(group, 0);
        m_view->setFirstColumnSpanned(group, {}, true);
        m_view->expand(heading);
        for (int row = 0; row < m_shown->rowCount(heading); ++row) {
            if (m_shown->index(row, 0, heading).data(DiffFilter::RestRole).toBool())
                m_view->setFirstColumnSpanned(row, heading, true);
        }
    }
}

// What is selected, of a heading all of its rows; otherwise all that are shown.
void DiffDialog::copyRows()
{
    const QItemSelectionModel* selection = m_view->selectionModel();
    QModelIndexList rows;
    for (int group = 0; group < m_shown->rowCount(); ++group) {
        const QModelIndex heading = m_shown->index(group, 0);
        const bool isWhole = !selection->hasSelection() || selection->isSelected(heading);
        for (int row = 0; row < m_shown->rowCount(heading); ++row) {
            const QModelIndex each = m_shown->index(row, 0, heading);
            if ((isWhole || selection->isSelected(each)) && !each.data(DiffFilter::RestRole).toBool())
                rows.append(each);
        }
    }
    QApplication::clipboard()->setText(rowsAsText(*m_shown, rows, DiffFilter::NumberRole));
}

void DiffDialog::showDiff()
{
    if (!m_diff)
        return;
    const ModelDiff& diff = *m_diff;
    m_progress->hide();
    m_rows->removeRows(0, m_rows->rowCount());
    addGroup(tr("Inputs, outputs, versions, metadata"), rowsOf(diff.facts), diff.facts.size());
    addGroup(tr("Constants"), rowsOf(diff.constants), diff.constants.size());
    addGroup(tr("Nodes"), rowsOf(diff.nodes), diff.nodes.size());
    showHeadings();
    const QString equal = tr("%1 constants and %2 nodes are equal")
                              .arg(QLocale().toString(static_cast<qulonglong>(diff.equalConstants)),
                                  QLocale().toString(static_cast<qulonglong>(diff.equalNodes)));
    const QString bytes = byteDifference(diff.bytesBefore, diff.bytesAfter);
    m_summary->setText(diff.isEqual() ? tr("The models are equal: %1.").arg(equal)
            : bytes.isEmpty()         ? tr("The models differ; %1.").arg(equal)
                                      : tr("The models differ by %1 of constants; %2.").arg(bytes, equal));
    m_tabs->setTabEnabled(0, !diff.isEqual());
}

} // namespace weightless::ui
