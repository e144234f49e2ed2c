// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/diffdialog.h"

#include "engine/base/error.h"
#include "engine/session/openedmodel.h"
#include "ui/text/text.h"
#include "widgets/formatbytes.h"
#include "widgets/progressgate.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QStandardItemModel>
#include <QTabWidget>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

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

QString whatOf(const ConstantDifference& difference)
{
    QString before = fromUtf8(toString(difference.before)), after = fromUtf8(toString(difference.after));
    switch (difference.kind) {
    case DifferenceKind::Unread:
        return fromUtf8(difference.details);
    case DifferenceKind::Renamed:
        return DiffDialog::tr("now %1").arg(fromUtf8(difference.otherName));
    case DifferenceKind::Added:
        return after;
    case DifferenceKind::Removed:
        return before;
    case DifferenceKind::Changed:
        break;
    }
    return difference.changedElements > 0
        ? DiffDialog::tr("%1, %2 values differ")
              .arg(before, QLocale().toString(static_cast<qulonglong>(difference.changedElements)))
        : DiffDialog::tr("%1 → %2").arg(before, after);
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

using Sides = std::pair<widgets::GraphPair::Side, widgets::GraphPair::Side>;

// A function's nodes are in the graph once for each call: the first call goes with the first.
using Places = std::unordered_map<const Node*, std::vector<int>>;

Places placesOf(const ModelDocument& document)
{
    Places places;
    for (size_t i = 0; i < document.nodes.size(); ++i) {
        if (document.nodes[i])
            places[document.nodes[i]].push_back(static_cast<int>(i));
    }
    return places;
}

// Inputs and outputs of the graph, which are no nodes of the model, by their names.
void matchPorts(const ModelDocument& before, const ModelDocument& after, Sides& sides)
{
    const auto keyOf = [](const widgets::GraphDescription::Node& node) {
        return std::pair(static_cast<int>(node.kind), node.name);
    };
    std::map<std::pair<int, QString>, int> ports;
    for (size_t i = 0; i < after.nodes.size(); ++i) {
        if (!after.nodes[i])
            ports.emplace(keyOf(after.graph.nodes[i]), static_cast<int>(i));
    }
    for (size_t i = 0; i < before.nodes.size(); ++i) {
        const auto port = before.nodes[i] ? ports.end() : ports.find(keyOf(before.graph.nodes[i]));
        if (port == ports.end())
            continue;
        sides.first.partners[i] = port->second;
        sides.second.partners[static_cast<size_t>(port->second)] = static_cast<int>(i);
    }
}

// Nodes that use a constant which differs; one that was only renamed does not.
void markOtherWeights(const ModelDiff& diff, const ModelDocument& document,
    const ConstantInfo* ConstantDifference::*constant, widgets::GraphPair::Side& side)
{
    std::unordered_set<const ConstantInfo*> others;
    for (const ConstantDifference& difference : diff.constants) {
        if (difference.kind != DifferenceKind::Renamed && difference.kind != DifferenceKind::Unread)
            others.insert(difference.*constant);
    }
    const auto differs = [&](int index) {
        return others.contains(document.constants[static_cast<size_t>(index)].get());
    };
    for (size_t i = 0; i < document.graph.nodes.size(); ++i) {
        if (std::ranges::any_of(document.graph.nodes[i].constants, differs))
            side.otherWeights.push_back(static_cast<int>(i));
    }
}

// Who is who in the two graphs, and which nodes are in one alone or not what they were.
Sides sidesOf(const ModelDiff& diff, const ModelDocument& before, const ModelDocument& after)
{
    Sides sides;
    sides.first = {fromPath(before.model.path), before.graph, std::vector<int>(before.nodes.size(), -1)};
    sides.second = {fromPath(after.model.path), after.graph, std::vector<int>(after.nodes.size(), -1)};
    matchPorts(before, after, sides);
    Places earlier = placesOf(before), later = placesOf(after);
    for (const auto& [one, other] : diff.matched) {
        const std::vector<int>&from = earlier[one], &to = later[other];
        for (size_t i = 0; i < std::min(from.size(), to.size()); ++i) {
            sides.first.partners[static_cast<size_t>(from[i])] = to[i];
            sides.second.partners[static_cast<size_t>(to[i])] = from[i];
        }
    }
    for (const auto& [one, other] : diff.changed) {
        for (const int place : earlier[one])
            sides.first.differing.push_back(place);
        for (const int place : later[other])
            sides.second.differing.push_back(place);
    }
    for (widgets::GraphPair::Side* side : {&sides.first, &sides.second}) {
        for (size_t i = 0; i < side->partners.size(); ++i) {
            if (side->partners[i] < 0)
                side->differing.push_back(static_cast<int>(i));
        }
        std::ranges::sort(side->differing);
    }
    markOtherWeights(diff, before, &ConstantDifference::constantBefore, sides.first);
    markOtherWeights(diff, after, &ConstantDifference::constantAfter, sides.second);
    return sides;
}

} // namespace

DiffDialog::DiffDialog(ModelDocumentPtr document, const QString& other, QWidget* parent)
    : QDialog(parent)
    , m_rows(new QStandardItemModel(this))
    , m_tabs(new QTabWidget(this))
    , m_view(new QTreeView(this))
    , m_graphs(new widgets::GraphPair(this))
    , m_summary(new QLabel(this))
    , m_progress(new QProgressBar(this))
    , m_jobs([this](const Job& job, uint64_t number, const auto& stops) { work(job, number, stops.job); })
{
    setWindowTitle(
        tr("What differs: %1 and %2")
            .arg(QFileInfo(fromPath(document->model.path)).fileName(), QFileInfo(other).fileName()));
    resize(1100, 700);
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    m_summary->setAccessibleName(tr("Summary of the differences"));
    m_summary->setText(tr("Comparing with %1…").arg(other));
    m_progress->setRange(0, 1000);
    m_progress->setAccessibleName(tr("How much was compared"));
    m_view->setModel(m_rows);
    m_view->setAccessibleName(tr("Differences"));
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setUniformRowHeights(true);
    m_view->setTextElideMode(Qt::ElideMiddle);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_summary);
    layout->addWidget(m_progress);
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("What was found"));
    m_tabs->addTab(m_view, tr("Differences"));
    m_tabs->addTab(m_graphs, tr("Graphs in Step"));
    m_tabs->setTabEnabled(1, false);
    layout->addWidget(m_tabs, 1);
    layout->addWidget(buttons);
    connect(&widgets::byteUnitsNotifier(), &widgets::ByteUnitsNotifier::changed, this, &DiffDialog::showDiff);
    m_jobs.post({std::move(document), toPath(other)});
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
        const auto sides = std::make_shared<const Sides>(sidesOf(*diff, *job.document, *after));
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

void DiffDialog::addGroup(const QString& title, const std::vector<QStringList>& rows, size_t all)
{
    if (rows.empty())
        return;
    auto* group =
        new QStandardItem(tr("%1 (%2)").arg(title, QLocale().toString(static_cast<qulonglong>(all))));
    for (const QStringList& row : rows) {
        QList<QStandardItem*> items;
        for (const QString& text : row)
            items.append(new QStandardItem(text));
        group->appendRow(items);
    }
    if (rows.size() < all)
        group->appendRow(new QStandardItem(tr("… the others are in the output of weightless-cli diff")));
    m_rows->appendRow(group);
    m_view->setFirstColumnSpanned(group->row(), {}, true);
    m_view->expand(group->index());
}

// What they hold, and of names as much as leaves room for what happened to them.
void DiffDialog::fitColumns()
{
    constexpr int measuredRows = 100;
    m_view->header()->setResizeContentsPrecision(measuredRows);
    m_view->header()->setStretchLastSection(false);
    const int room = m_view->viewport()->width();
    int left = room;
    for (const int column : {0, 3, 1}) {
        m_view->resizeColumnToContents(column);
        const int most = column == 1 ? std::max(left / 2, 0) : room / 4;
        m_view->setColumnWidth(column, std::min(m_view->columnWidth(column), most));
        left -= m_view->columnWidth(column);
    }
    m_view->setColumnWidth(2, std::max(left, room / 4));
}

void DiffDialog::showDiff()
{
    if (!m_diff)
        return;
    const ModelDiff& diff = *m_diff;
    m_progress->hide();
    m_rows->clear();
    m_rows->setHorizontalHeaderLabels({tr("Difference"), tr("Name"), tr("What"), tr("Bytes")});
    std::vector<QStringList> facts, constants, nodes;
    for (size_t i = 0; i < std::min(diff.facts.size(), mostRows); ++i)
        facts.push_back({QString(), QString(), fromUtf8(diff.facts[i])});
    for (size_t i = 0; i < std::min(diff.constants.size(), mostRows); ++i) {
        const ConstantDifference& each = diff.constants[i];
        constants.push_back({kindText(each.kind), fromUtf8(each.name), whatOf(each),
            byteDifference(each.bytesBefore, each.bytesAfter)});
    }
    for (size_t i = 0; i < std::min(diff.nodes.size(), mostRows); ++i) {
        const NodeDifference& each = diff.nodes[i];
        nodes.push_back({kindText(each.kind), fromUtf8(each.name),
            fromUtf8(each.opType)
                + (whatOf(each).isEmpty() ? QString() : QString(QStringLiteral(": ") + whatOf(each)))});
    }
    addGroup(tr("Inputs, outputs, operator sets"), facts, diff.facts.size());
    addGroup(tr("Constants"), constants, diff.constants.size());
    addGroup(tr("Nodes"), nodes, diff.nodes.size());
    fitColumns();
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
