// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/duplicatesdialog.h"

#include "engine/base/error.h"
#include "ui/style/screenroom.h"
#include "ui/text/text.h"
#include "widgets/formatbytes.h"
#include "widgets/plaintext.h"
#include "widgets/progressgate.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QProgressBar>
#include <QStandardItemModel>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace weightless::ui {

namespace {

constexpr size_t mostGroups = 1'000;
constexpr size_t mostMembers = 1'000;

} // namespace

DuplicatesDialog::DuplicatesDialog(ModelDocumentPtr document, QWidget* parent)
    : QDialog(parent)
    , m_document(std::move(document))
    , m_rows(new QStandardItemModel(this))
    , m_view(new QTreeView(this))
    , m_summary(new QLabel(tr("Reading the weights…"), this))
    , m_progress(new QProgressBar(this))
    , m_jobs([this](const ModelDocumentPtr& job, uint64_t number, const auto& stops) {
        work(job, number, stops.job);
    })
{
    setWindowTitle(tr("Duplicate Weights"));
    resizeOnScreen(*this, {720, 480});
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    m_progress->setRange(0, 1000);
    m_progress->setAccessibleName(tr("How much was read"));
    connect(&widgets::byteUnitsNotifier(), &widgets::ByteUnitsNotifier::changed, this, [this] {
        if (m_isRead)
            showGroups(m_groups);
    });
    m_view->setModel(m_rows);
    m_view->setAccessibleName(tr("Weights that are stored more than once"));
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setUniformRowHeights(true);
    m_view->setTextElideMode(Qt::ElideMiddle);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex& current) {
            const QVariant row = current.siblingAtColumn(0).data(Qt::UserRole);
            if (row.isValid())
                emit tensorChosen(row.toInt());
        });
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->addWidget(m_summary);
    layout->addWidget(m_progress);
    layout->addWidget(m_view, 1);
    layout->addWidget(buttons);
    m_jobs.post(m_document);
}

QString DuplicatesDialog::summary() const
{
    return m_summary->text();
}

void DuplicatesDialog::work(const ModelDocumentPtr& document, uint64_t number, const std::stop_token& stop)
{
    widgets::ProgressGate gate;
    const auto report = [&](uint64_t done, uint64_t total) {
        if (!gate.opens())
            return;
        const int promille =
            static_cast<int>(1000.0 * static_cast<double>(done) / static_cast<double>(total));
        m_jobs.deliver(this, number, [this, promille] { m_progress->setValue(promille); });
    };
    try {
        const std::vector<DuplicateGroup> groups = findDuplicates(document->constants, report, stop);
        m_jobs.deliver(this, number, [this, groups] {
            m_groups = groups;
            m_isRead = true;
            showGroups(groups);
        });
    } catch (...) {
        const QString message = fromUtf8(currentError().message());
        m_jobs.deliver(this, number, [this, message] {
            m_progress->hide();
            m_summary->setText(message);
        });
    }
}

void DuplicatesDialog::showGroups(const std::vector<DuplicateGroup>& groups)
{
    m_progress->hide();
    m_rows->clear();
    m_rows->setHorizontalHeaderLabels({tr("Weight"), tr("Bytes each"), tr("To spare")});
    const auto text = [](uint64_t bytes) { return widgets::formatBytes(static_cast<qint64>(bytes)); };
    uint64_t spare = 0;
    for (const DuplicateGroup& group : groups) {
        spare += group.spareBytes();
        if (static_cast<size_t>(m_rows->rowCount()) == mostGroups)
            continue;
        auto* head =
            new QStandardItem(tr("%Ln equal weight(s)", nullptr, static_cast<int>(group.constants.size())));
        for (size_t i = 0; i < std::min(group.constants.size(), mostMembers); ++i) {
            auto* member =
                new QStandardItem(widgets::shownName(m_document->tensors[group.constants[i]].name));
            member->setData(static_cast<int>(group.constants[i]), Qt::UserRole);
            head->appendRow(member);
        }
        m_rows->appendRow(
            {head, new QStandardItem(text(group.sizeBytes)), new QStandardItem(text(group.spareBytes()))});
    }
    constexpr size_t readableGroups = 20;
    if (groups.size() <= readableGroups)
        m_view->expandAll();
    m_view->setColumnWidth(0, 420);
    m_view->setVisible(!groups.empty());
    const QString least = text(leastDuplicateBytes);
    m_summary->setText(groups.empty()
            ? tr("No two weights of %1 or more are the same.").arg(least)
            : tr("%Ln group(s) of weights of %1 or more with the same values; one of each would be %2 less.",
                nullptr, static_cast<int>(groups.size()))
                  .arg(least, text(spare)));
}

} // namespace weightless::ui
