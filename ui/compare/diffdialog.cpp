// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/diffdialog.h"

#include "engine/base/error.h"
#include "engine/session/openedmodel.h"
#include "ui/text/text.h"
#include "widgets/formatbytes.h"

#include <QDialogButtonBox>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QStandardItemModel>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

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

} // namespace

DiffDialog::DiffDialog(std::shared_ptr<const Model> model, const QString& other, QWidget* parent)
    : QDialog(parent)
    , m_rows(new QStandardItemModel(this))
    , m_view(new QTreeView(this))
    , m_summary(new QLabel(this))
    , m_progress(new QProgressBar(this))
    , m_jobs([this](const Job& job, uint64_t number, const auto& stops) { work(job, number, stops.job); })
{
    setWindowTitle(tr("What differs: %1 and %2")
                       .arg(QFileInfo(fromPath(model->path)).fileName(), QFileInfo(other).fileName()));
    resize(900, 600);
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    m_summary->setAccessibleName(tr("What was found"));
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
    layout->addWidget(m_view, 1);
    layout->addWidget(buttons);
    m_jobs.post({std::move(model), toPath(other)});
}

QString DiffDialog::summary() const
{
    return m_summary->text();
}

template <typename Deliver>
void DiffDialog::deliver(uint64_t number, Deliver deliver)
{
    QMetaObject::invokeMethod(
        this,
        [this, number, deliver] {
            if (m_jobs.isNewest(number))
                deliver();
        },
        Qt::QueuedConnection);
}

void DiffDialog::work(const Job& job, uint64_t number, const std::stop_token& stop)
{
    try {
        onnx_io::ReadOptions reading;
        reading.stopToken = stop;
        const OpenedModel other = openModel(toUtf8(fromPath(job.other)), reading);
        QElapsedTimer sinceReport;
        sinceReport.start();
        DiffOptions options;
        options.stop = stop;
        options.onProgress = [&](uint64_t done, uint64_t total) {
            if (sinceReport.elapsed() < 50)
                return;
            sinceReport.restart();
            const int promille =
                static_cast<int>(1000.0 * static_cast<double>(done) / static_cast<double>(total));
            deliver(number, [this, promille] { m_progress->setValue(promille); });
        };
        const auto diff = std::make_shared<const ModelDiff>(diffModels(*job.model, *other.model, options));
        deliver(number, [this, diff] { showDiff(*diff); });
    } catch (...) {
        const QString message = fromUtf8(currentError().message());
        deliver(number, [this, message] {
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
    m_view->expand(group->index());
}

void DiffDialog::showDiff(const ModelDiff& diff)
{
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
    const int widths[] {200, 220, 320, 80};
    for (int column = 0; column < m_rows->columnCount(); ++column)
        m_view->setColumnWidth(column, widths[column]);
    const QString equal = tr("%1 constants and %2 nodes are equal")
                              .arg(QLocale().toString(static_cast<qulonglong>(diff.equalConstants)),
                                  QLocale().toString(static_cast<qulonglong>(diff.equalNodes)));
    const QString bytes = byteDifference(diff.bytesBefore, diff.bytesAfter);
    m_summary->setText(diff.isEqual() ? tr("The models are equal: %1.").arg(equal)
            : bytes.isEmpty()         ? tr("The models differ; %1.").arg(equal)
                                      : tr("The models differ by %1 of constants; %2.").arg(bytes, equal));
    m_view->setVisible(!diff.isEqual());
}

} // namespace weightless::ui
