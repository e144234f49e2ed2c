// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/valueinspector.h"

#include "ui/inspector/slicebar.h"
#include "ui/text/valuetext.h"
#include "ui/window/flatbutton.h"
#include "ui/window/icons.h"
#include "widgets/elidinglabel.h"
#include "widgets/fontfollowing.h"
#include "widgets/formatbytes.h"
#include "widgets/heatmapview.h"
#include "widgets/histogramview.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QProgressBar>
#include <QPushButton>
#include <QResizeEvent>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace weightless::ui {

namespace {

constexpr int wideEnough = 720; // for the facts beside the values
constexpr int64_t mostCells = 192; // of a heat map along each side

} // namespace

ValueInspector::ValueInspector(QWidget* parent)
    : QWidget(parent)
    , m_model(new SliceModel(this))
    , m_body(new QBoxLayout(QBoxLayout::TopToBottom, this))
    , m_kind(new widgets::ElidingLabel(Qt::ElideRight, this))
    , m_statistics(new QLabel(this))
    , m_message(new QLabel(this))
    , m_read(new QPushButton(this))
    , m_save(new QPushButton(icon(QStringLiteral("save")), tr("Save Values…"), this))
    , m_progress(new QProgressBar(this))
    , m_cancel(makeFlatButton(this, QStringLiteral("close"), tr("Stop reading")))
    , m_histogram(new widgets::HistogramView(this))
    , m_slice(new SliceBar(this))
    , m_tabs(new QTabWidget(this))
    , m_table(new QTableView(this))
    , m_heatMap(new widgets::HeatMapView(this))
    , m_sampling(new QLabel(this))
{
    m_body->setContentsMargins(0, 0, 0, 0);
    m_body->setSpacing(8);
    m_body->addWidget(makeFacts(), 0);
    m_body->addWidget(makeViews(), 1);
    connectReaders();
    setTensor({});
}

QWidget* ValueInspector::makeFacts()
{
    m_kind->setAccessibleName(tr("Shape, type and size"));
    m_statistics->setTextFormat(Qt::RichText);
    m_statistics->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_statistics->setAccessibleName(tr("Statistics of the values"));
    m_message->setTextFormat(Qt::PlainText);
    m_message->setWordWrap(true);
    m_message->setAccessibleName(tr("Why there are no values"));
    m_histogram->setAccessibleName(tr("Histogram of the values"));
    m_progress->setRange(0, 1000);
    m_progress->setAccessibleName(tr("Values read so far"));
    m_read->setAccessibleName(tr("Read all values for their statistics"));
    m_save->setToolTip(tr("Save all values as .npy or .csv"));
    m_save->setAccessibleName(tr("Save the values"));
    auto* facts = new QWidget(this);
    auto* reading = new QHBoxLayout;
    reading->addWidget(m_progress, 1);
    reading->addWidget(m_cancel);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_read);
    buttons->addWidget(m_save);
    buttons->addStretch();
    auto* layout = new QVBoxLayout(facts);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_kind);
    layout->addWidget(m_message);
    layout->addLayout(reading);
    layout->addWidget(m_statistics);
    layout->addWidget(m_histogram);
    layout->addLayout(buttons);
    layout->addStretch();
    return facts;
}

QWidget* ValueInspector::makeViews()
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Values of the slice"));
    m_table->setTabKeyNavigation(false);
    m_table->setWordWrap(false);
    m_table->setShowGrid(false);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->setTextElideMode(Qt::ElideMiddle); // without its sign or exponent, a number reads as another
    widgets::measureByFont(*m_table, [this] { fitColumns(); });
    widgets::fitRowsToFont(*m_table, 6);
    m_heatMap->setAccessibleName(tr("Heat map of the slice"));
    m_sampling->setAccessibleName(tr("How much of the slice the heat map shows"));
    m_sampling->setTextFormat(Qt::PlainText);
    m_sampling->setWordWrap(true);
    m_sampling->hide();
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("Views of the values"));
    m_tabs->addTab(m_table, tr("Table"));
    auto* heat = new QWidget(this);
    auto* heatLayout = new QVBoxLayout(heat);
    heatLayout->setContentsMargins(0, 8, 0, 0);
    heatLayout->addWidget(m_heatMap, 1);
    heatLayout->addWidget(m_sampling);
    m_tabs->addTab(heat, tr("Heat map"));
    connect(m_tabs, &QTabWidget::currentChanged, this, [this] {
        stopHeatMap();
        readWhatIsDue();
    });
    auto* views = new QWidget(this);
    auto* layout = new QVBoxLayout(views);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_slice);
    layout->addWidget(m_tabs, 1);
    return views;
}

void ValueInspector::connectReaders()
{
    connect(&m_summary, &SummaryReader::advanced, this,
        [this](double fraction) { m_progress->setValue(static_cast<int>(fraction * 1000)); });
    connect(&m_summary, &SummaryReader::finished, this, [this](const TensorSummary& summary) {
        showReading();
        m_statistics->setText(ValueText::statistics(summary.statistics, tensor().descriptor().type));
        m_statistics->show();
        const Histogram& histogram = summary.histogram;
        m_histogram->setCounts(
            {histogram.counts.begin(), histogram.counts.end()}, histogram.lowest, histogram.highest);
        m_histogram->setVisible(!histogram.counts.empty());
    });
    connect(&m_summary, &SummaryReader::failed, this, [this](const QString& message) {
        showReading();
        showMessage(message);
    });
    connect(m_model, &SliceModel::failed, this, &ValueInspector::showMessage);
    connect(&m_heatReader, &SliceReader::advanced, this, [this](double fraction) {
        if (!m_summary.isReading()) // which is told first
            m_progress->setValue(static_cast<int>(fraction * 1000));
    });
    connect(&m_heatReader, &SliceReader::failed, this, [this](const QString& message) {
        m_isHeatMapRead = false;
        showReading();
        showMessage(message);
    });
    connect(&m_heatReader, &SliceReader::sliceRead, this,
        [this](int, const std::shared_ptr<const HostTensor>& slice) {
            m_isHeatMapRead = false;
            showReading();
            showHeatMap(*slice);
        });
    connect(m_read, &QPushButton::clicked, this, [this] {
        readSummary();
        m_mayReadAll = true;
        m_isHeatMapDue = true;
        readWhatIsDue();
    });
    connect(m_cancel, &QToolButton::clicked, this, &ValueInspector::cancel);
    connect(m_save, &QPushButton::clicked, this, &ValueInspector::saveRequested);
    connect(
        &widgets::byteUnitsNotifier(), &widgets::ByteUnitsNotifier::changed, this, &ValueInspector::showSize);
    connect(m_slice, &SliceBar::changed, this, [this] {
        m_isHeatMapShown = false;
        m_model->setView(m_slice->view());
        m_isHeatMapDue = true;
        readWhatIsDue();
    });
}

void ValueInspector::setSavable(bool isSavable)
{
    m_save->setVisible(isSavable);
}

QString ValueInspector::statisticsText() const
{
    return m_statistics->isHidden() ? QString() : m_statistics->text();
}

void ValueInspector::setTensor(const TensorValues& tensor, const QString& nothing)
{
    m_summary.cancel();
    m_heatReader.cancel();
    m_isHeatMapRead = m_isHeatMapShown = false;
    m_heatMap->clear();
    m_sampling->hide();
    m_histogram->clear();
    m_model->setTensor(tensor);
    fitColumns();
    m_slice->setShape(tensor.descriptor().shape);
    const bool hasValues = m_model->rowCount() > 0;
    const bool hasNumbers = hasValues && weightless::hasNumbers(TensorReader(tensor).valueType());
    const bool isSmall = tensor.storedBytes() <= readUnasked && !tensor.isRemote();
    m_kind->setVisible(!tensor.isEmpty());
    showSize();
    showMessage(tensor.isEmpty() ? nothing
            : hasValues
            ? (m_model->isComplete() ? QString() : tr("The table shows the beginning of this slice."))
            : tensor.elementCount() == 0 ? tr("This tensor has no elements.")
                                         : tr("Values of this type cannot be shown."));
    m_read->setVisible(hasNumbers && !isSmall);
    m_save->setEnabled(hasValues);
    m_statistics->hide();
    m_histogram->hide();
    m_tabs->setVisible(hasValues);
    m_tabs->setTabEnabled(1, hasNumbers);
    showReading();
    m_isSummaryDue = hasNumbers && isSmall;
    m_mayReadAll = isSmall || tensor.values; // in memory it takes no time worth asking
    m_isHeatMapDue = hasNumbers;
    readWhatIsDue();
}

// Every number of the type fits; strings, which may be of any length, have room for a word or two.
void ValueInspector::fitColumns()
{
    const QFontMetrics metrics = m_table->fontMetrics();
    int width = metrics.averageCharWidth() * 6; // as column numbers have
    const QStringList longest = longestElementTexts(m_model->valueType());
    for (const QString& text : longest)
        width = std::max(width, metrics.horizontalAdvance(text));
    if (longest.isEmpty())
        width = metrics.averageCharWidth() * 16;
    const int margin = m_table->style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, m_table) + 1;
    m_table->horizontalHeader()->setDefaultSectionSize(width + 2 * margin + metrics.averageCharWidth());
}

void ValueInspector::showSize()
{
    const TensorValues& tensor = m_model->tensor();
    m_kind->setText(
        tensor.isEmpty() ? QString() : ValueText::kind(tensor.descriptor(), tensor.storedBytes()));
    m_read->setText(tr("Read All %1").arg(widgets::formatBytes(static_cast<qint64>(tensor.storedBytes()))));
}

// Nothing is read for what nobody sees.
void ValueInspector::readWhatIsDue()
{
    if (!isVisible())
        return;
    if (m_isSummaryDue)
        readSummary();
    if (m_isHeatMapDue && m_tabs->currentIndex() == 1)
        readHeatMap();
}

void ValueInspector::readSummary()
{
    m_isSummaryDue = false;
    m_read->hide();
    m_progress->setValue(0);
    m_summary.read(m_model->tensor());
    showReading();
}

// What takes no time needs no bar.
void ValueInspector::showReading()
{
    const bool isRemote = m_model->tensor().isRemote();
    const bool isReading = m_summary.isReading() || (m_isHeatMapRead && (m_isOfAll || isRemote));
    const bool isLong = isRemote || m_model->tensor().storedBytes() > readUnasked / 16;
    m_progress->setVisible(isReading && isLong);
    m_cancel->setVisible(isReading && isLong);
}

// All can be asked for again; until then the heat map is what it was, or of a sample. A sample that was
// stopped is read when it is looked at again.
void ValueInspector::cancel()
{
    const bool isOfSample = m_isHeatMapRead && !m_isOfAll;
    m_summary.cancel();
    m_heatReader.cancel();
    m_isHeatMapRead = false;
    showReading();
    m_read->show();
    m_mayReadAll = false;
    m_isHeatMapDue = !m_isHeatMapShown;
    if (!m_isHeatMapShown) {
        m_heatMap->clear();
        m_sampling->hide();
    }
    if (!isOfSample)
        readWhatIsDue();
}

// Nobody sees it: it is read when it is looked at again.
void ValueInspector::stopHeatMap()
{
    if (!m_isHeatMapRead)
        return;
    m_heatReader.cancel();
    m_isHeatMapRead = false;
    m_isHeatMapDue = true;
    showReading();
}

void ValueInspector::showMessage(const QString& message)
{
    m_message->setText(message);
    m_message->setVisible(!message.isEmpty());
}

// Of a slice with more numbers than there is room for, the extremes of n by m, or, where reading all takes
// long, every n-th.
void ValueInspector::readHeatMap()
{
    m_isHeatMapDue = false;
    const SliceView& view = m_model->view();
    const Shape shape = m_model->tensor().descriptor().shape;
    const auto sizeOf = [&shape](int dimension) {
        return dimension < 0 ? int64_t {1} : shape[static_cast<size_t>(dimension)];
    };
    const auto axis = [&sizeOf](int dimension) {
        const int64_t size = sizeOf(dimension);
        const int64_t step = (size + mostCells - 1) / mostCells;
        return SliceAxis {.count = (size + step - 1) / step, .step = step};
    };
    const SliceAxis rows = axis(view.rows), columns = axis(view.columns);
    m_rowStep = rows.step;
    m_columnStep = columns.step;
    m_rowIndices = sizeOf(view.rows);
    m_columnIndices = sizeOf(view.columns);
    m_isOfAll = m_mayReadAll && (rows.step > 1 || columns.step > 1);
    m_heatReader.read(m_model->tensor(), {view.request(rows, columns)},
        m_isOfAll ? SliceReader::Of::All : SliceReader::Of::Met);
    m_isHeatMapRead = true;
    if (!m_summary.isReading())
        m_progress->setValue(0);
    showReading();
}

void ValueInspector::showHeatMap(const HostTensor& slice)
{
    m_isHeatMapShown = true;
    widgets::HeatMapView::Grid grid;
    grid.rows = static_cast<int>(slice.descriptor.shape[0]);
    grid.columns = static_cast<int>(slice.descriptor.shape[1]);
    widen(slice, grid.values);
    grid.rowStep = m_rowStep;
    grid.columnStep = m_columnStep;
    grid.areExtremes = m_isOfAll;
    grid.rowIndices = m_rowIndices;
    grid.columnIndices = m_columnIndices;
    m_heatMap->setGrid(std::move(grid));
    m_sampling->setText(m_heatMap->samplingText());
    m_sampling->setVisible(!m_sampling->text().isEmpty());
}

void ValueInspector::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool isWide = event->size().width() >= wideEnough;
    m_body->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    // A third, or what the figures need: a layout sees to it whenever they change.
    m_body->setStretch(0, isWide ? 1 : 0);
    m_body->setStretch(1, isWide ? 2 : 1);
}

void ValueInspector::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    readWhatIsDue();
}

void ValueInspector::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    if (!event->spontaneous()) // the window is still there when it is minimised
        stopHeatMap();
}

} // namespace weightless::ui
