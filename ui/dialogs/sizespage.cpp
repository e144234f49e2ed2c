// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/sizespage.h"

#include "engine/base/error.h"
#include "engine/base/text.h"
#include "engine/runtime/context.h"
#include "ui/engine/contextoptions.h"
#include "ui/models/tablecell.h"
#include "ui/text/text.h"
#include "widgets/fontfollowing.h"
#include "widgets/formatbytes.h"
#include "widgets/plaintext.h"
#include "widgets/sizecurveview.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace weightless::ui {

namespace {

constexpr int largestSize = 1 << 20;

} // namespace

SizesPage::SizesPage(SizedModel model, QWidget* parent)
    : QWidget(parent)
    , m_model(std::move(model))
    , m_dimension(new QComboBox(this))
    , m_largest(new QSpinBox(this))
    , m_compute(new QPushButton(this))
    , m_progress(new QProgressBar(this))
    , m_message(new QLabel(this))
    , m_curve(new widgets::SizeCurveView(this))
    , m_table(new QTableView(this))
    , m_rows(new QStandardItemModel(this))
    , m_jobs([this](const Job& job, uint64_t number, const auto& stops) { work(job, number, stops.job); })
{
    if (m_model.model)
        m_dimensions = freeDimensionsOf(*m_model.model);
    m_message->setTextFormat(Qt::PlainText);
    m_message->setWordWrap(true);
    m_message->setAccessibleName(tr("What the marked size needs"));
    m_curve->setAccessibleName(tr("Device memory by size"));
    makeTable();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(makeChoice());
    layout->addWidget(m_message);
    layout->addWidget(m_curve, 3);
    layout->addWidget(m_table, 2);
    layout->addStretch(); // the room of both, where nothing is predicted yet
    connect(&widgets::byteUnitsNotifier(), &widgets::ByteUnitsNotifier::changed, this, [this] {
        if (m_results.empty())
            return;
        const int row = m_table->currentIndex().row();
        showCurve();
        showPoint(row);
    });
    connect(m_curve, &widgets::SizeCurveView::currentChanged, this, &SizesPage::showPoint);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex& row) { m_curve->setCurrent(row.row()); });
    connect(m_dimension, &QComboBox::currentIndexChanged, this, &SizesPage::chooseDimension);
    connect(m_compute, &QPushButton::clicked, this, [this] { m_isBusy ? cancel() : compute(); });
    chooseDimension();
}

QWidget* SizesPage::makeChoice()
{
    auto* box = new QWidget(this);
    auto* label = new QLabel(tr("&Dimension:"), box);
    label->setBuddy(m_dimension);
    auto* upTo = new QLabel(tr("&up to"), box);
    upTo->setBuddy(m_largest);
    for (const FreeDimension& dimension : m_dimensions) {
        QStringList inputs;
        for (const std::string& input : dimension.inputs)
            inputs.append(widgets::shownName(fromUtf8(shortened(input))));
        m_dimension->addItem(widgets::shownName(fromUtf8(shortened(dimension.symbol))));
        m_dimension->setItemData(m_dimension->count() - 1,
            widgets::plainToolTip(inputs.join(QStringLiteral(", "))), Qt::ToolTipRole);
    }
    m_dimension->setAccessibleName(tr("Free dimension whose sizes are tried"));
    m_largest->setRange(1, largestSize);
    m_largest->setGroupSeparatorShown(true);
    m_largest->setAccessibleName(tr("Largest size that is tried"));
    m_compute->setAccessibleName(tr("Predict the memory of each size"));
    m_progress->setAccessibleName(tr("How many sizes are planned"));
    m_progress->setTextVisible(false);
    m_progress->hide();
    auto* layout = new QHBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    for (QWidget* widget : std::initializer_list<QWidget*> {label, m_dimension, upTo, m_largest, m_compute})
        layout->addWidget(widget);
    layout->addWidget(m_progress, 1);
    layout->addStretch();
    return box;
}

void SizesPage::makeTable()
{
    m_table->setModel(m_rows);
    m_table->setAccessibleName(tr("Memory of each size"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setShowGrid(false);
    m_table->setTextElideMode(Qt::ElideMiddle);
    m_table->setWordWrap(false);
    m_table->verticalHeader()->hide();
    widgets::fitRowsToFont(*m_table, 12);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setStretchLastSection(true);
}

QString SizesPage::message() const
{
    return m_message->text();
}

int64_t SizesPage::currentSize() const
{
    const auto index = static_cast<size_t>(std::max(m_dimension->currentIndex(), 0));
    const auto given = m_model.dimensions.find(m_dimensions[index].symbol);
    return given == m_model.dimensions.end() ? m_dimensions[index].suggested : given->second;
}

void SizesPage::chooseDimension()
{
    m_jobs.cancel();
    m_results.clear();
    if (!hasDimensions()) {
        end(tr("This model leaves no dimension of its inputs free: a run always needs the same."));
        m_compute->setEnabled(false);
        return;
    }
    const int64_t now = currentSize();
    m_largest->setValue(static_cast<int>(std::min<int64_t>(now < 8 ? 16 : 2 * now, largestSize)));
    end(tr("It is planned with %1. Nothing is loaded to find out what other sizes need.")
            .arg(QLocale().toString(static_cast<qlonglong>(now))));
}

void SizesPage::compute()
{
    if (!hasDimensions())
        return;
    Job job {m_model, {}};
    job.request.symbol = m_dimensions[static_cast<size_t>(m_dimension->currentIndex())].symbol;
    job.request.sizes = sizesUpTo(m_largest->value(), currentSize());
    job.request.freeDimensions = m_model.dimensions;
    m_results.clear();
    m_isBusy = true;
    m_compute->setText(tr("&Stop"));
    m_progress->setRange(0, static_cast<int>(job.request.sizes.size()));
    m_progress->setValue(0);
    m_progress->show();
    m_message->setText(tr("Planning for %Ln size(s)…", nullptr, static_cast<int>(job.request.sizes.size())));
    showCurve();
    m_jobs.post(std::move(job));
}

void SizesPage::cancel()
{
    if (!m_isBusy)
        return;
    m_jobs.cancel();
    end(tr("Stopped."));
}

void SizesPage::work(const Job& job, uint64_t number, const std::stop_token& stop)
{
    try {
        const auto context = Context::create(contextOptions(job.model.device));
        MemoryBySizeRequest request = job.request;
        request.stop = stop;
        request.onSize = [&](const MemoryAtSize& result) {
            m_jobs.deliver(this, number, [this, result] { take(result); });
        };
        static_cast<void>(memoryBySize(context, *job.model.model, request));
        m_jobs.deliver(this, number, [this] { end({}); });
    } catch (...) {
        const QString message = fromUtf8(currentError().message());
        m_jobs.deliver(this, number, [this, message] { end(message); });
    }
}

void SizesPage::take(const MemoryAtSize& result)
{
    m_results.push_back(result);
    m_progress->setValue(static_cast<int>(m_results.size()));
    showCurve();
}

void SizesPage::end(const QString& message)
{
    m_isBusy = false;
    m_compute->setText(tr("&Predict"));
    m_progress->hide();
    showCurve();
    m_message->setText(message);
    if (message.isEmpty() && !m_results.empty()) {
        const auto now = std::ranges::find(m_results, currentSize(), &MemoryAtSize::size);
        const int index = now == m_results.end() ? 0 : static_cast<int>(now - m_results.begin());
        m_curve->setCurrent(index);
        showPoint(index);
    }
}

void SizesPage::showCurve()
{
    std::vector<widgets::SizeCurveView::Point> points;
    m_rows->clear();
    m_rows->setHorizontalHeaderLabels(
        {tr("Size"), tr("On the device"), tr("of it activations"), tr("Most is held at")});
    for (const MemoryAtSize& each : m_results) {
        const bool isPlanned = each.problem.empty();
        points.push_back({each.size, isPlanned ? static_cast<qint64>(each.deviceBytes()) : -1});
        const QString size = QLocale().toString(static_cast<qlonglong>(each.size));
        m_rows->appendRow({tableCell(size, Qt::AlignRight),
            tableCell(isPlanned ? bytesText(each.deviceBytes()) : tr("none"), Qt::AlignRight),
            tableCell(isPlanned ? bytesText(each.plan.runBytes()) : QString(), Qt::AlignRight),
            tableCell(isPlanned ? fromUtf8(each.plan.peakStep) : fromUtf8(each.problem), Qt::AlignLeft)});
    }
    const int widths[] {90, 130, 150};
    for (int column = 0; column < 3; ++column)
        m_table->setColumnWidth(column, widths[column]);
    const auto free = static_cast<qint64>(m_model.freeBytes);
    m_curve->setPoints(std::move(points), free, tr("free on the device: %1").arg(widgets::formatBytes(free)));
    m_curve->setVisible(!m_results.empty() || m_isBusy);
    m_table->setVisible(!m_results.empty() || m_isBusy);
}

void SizesPage::showPoint(int index)
{
    if (index < 0 || static_cast<size_t>(index) >= m_results.size())
        return;
    m_table->selectRow(index);
    if (m_isBusy)
        return;
    const MemoryAtSize& each = m_results[static_cast<size_t>(index)];
    const QString size = QLocale().toString(static_cast<qlonglong>(each.size));
    const QString name = m_dimension->currentText();
    if (!each.problem.empty()) {
        m_message->setText(
            tr("%1 = %2 is none that this model can have: %3").arg(name, size, fromUtf8(each.problem)));
        return;
    }
    const auto [needed, free] = comparedBytesTexts(each.deviceBytes(), m_model.freeBytes);
    const QString need = tr("With %1 = %2 a run needs %3 on the device, %4 of it for activations.")
                             .arg(name, size, needed, bytesText(each.plan.runBytes()));
    m_message->setText(m_model.freeBytes > 0 && each.deviceBytes() > m_model.freeBytes
            ? need + QLatin1Char(' ') + tr("That is more than the %1 that are free.").arg(free)
            : each.plan.isComplete ? need
                                   : need + QLatin1Char(' ') + tr("What only a run can know comes on top."));
}

} // namespace weightless::ui
