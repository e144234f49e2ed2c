// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparedialog.h"

#include "ui/dialogs/filetosave.h"
#include "ui/document/modelfolder.h"
#include "ui/models/tablecell.h"
#include "ui/style/screenroom.h"
#include "ui/text/modetext.h"
#include "ui/window/icons.h"
#include "widgets/fontfollowing.h"
#include "widgets/formatbytes.h"
#include "widgets/plot/memoryplot.h"

#include <QCheckBox>
#include <QFile>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QSaveFile>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>

namespace weightless::ui {

namespace {

QStandardItem* figureCell(const QString& text)
{
    return tableCell(text, Qt::AlignRight);
}

QString timesText(qint64 bytes, qint64 weightBytes)
{
    return weightBytes > 0
        ? QLocale().toString(static_cast<double>(bytes) / static_cast<double>(weightBytes), 'f', 2)
        : QString();
}

bool copyFile(const QString& from, const QString& to, QString& error)
{
    QFile source(from);
    const QByteArray bytes = source.open(QIODevice::ReadOnly) ? source.readAll() : QByteArray();
    if (source.error() != QFileDevice::NoError) {
        error = CompareDialog::tr("Cannot read %1: %2").arg(from, source.errorString());
        return false;
    }
    QSaveFile target(to);
    if (target.open(QIODevice::WriteOnly) && target.write(bytes) == bytes.size() && target.commit())
        return true;
    error = CompareDialog::tr("Cannot write %1: %2").arg(to, target.errorString());
    return false;
}

} // namespace

CompareDialog::CompareDialog(ComparisonRequest request, QWidget* parent)
    : QDialog(parent)
    , m_request(std::move(request))
    , m_plot(new widgets::MemoryPlot(this))
    , m_rows(new QStandardItemModel(this))
    , m_table(new QTableView(this))
    , m_sentence(new QLabel(this))
    , m_progress(new QProgressBar(this))
    , m_withOnnxRuntime(new QCheckBox(tr("Also &ONNX Runtime, if it is installed"), this))
    , m_start(new QPushButton(icon(QStringLiteral("load")), tr("&Compare"), this))
    , m_cancel(new QPushButton(icon(QStringLiteral("stop")), tr("Ca&ncel"), this))
    , m_save(new QPushButton(icon(QStringLiteral("save")), tr("&Save…"), this))
{
    setWindowTitle(tr("Compare loading %1").arg(QFileInfo(m_request.model).fileName()));
    resizeOnScreen(*this, {860, 620});
    m_sentence->setWordWrap(true);
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setAccessibleName(tr("Result of the comparison"));
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_sentence->setText(
        tr("Loads the model in each mode, each in a process of its own, and shows what that took."));
    m_table->setModel(m_rows);
    m_table->setAccessibleName(tr("Figures of each load"));
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    widgets::fitRowsToFont(*m_table, 12);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_progress->setRange(0, 0); // how long it takes is what is measured
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Comparing"));
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_sentence);
    layout->addWidget(m_plot, 1);
    layout->addWidget(m_table);
    layout->addWidget(m_progress);
    layout->addWidget(makeButtons());
    connect(&m_process, &ComparisonProcess::finished, this, &CompareDialog::showResult);
    connect(&widgets::byteUnitsNotifier(), &widgets::ByteUnitsNotifier::changed, this, [this] {
        if (m_result && !m_process.isRunning())
            showResult(ComparisonResult(*m_result));
    });
    connect(&m_process, &ComparisonProcess::failed, this, &CompareDialog::showEnd);
    connect(&m_process, &ComparisonProcess::cancelled, this, [this] { showEnd(tr("Cancelled.")); });
    m_plot->setAccessibleName(tr("Memory over time, for each load"));
    m_plot->setDeviceMemoryVisible(false);
    for (const LoadMode mode : {LoadMode::ZeroCopy, LoadMode::Streamed, LoadMode::Conventional})
        m_plot->addRun(ModeText::name(mode), {}, ModeText::look(mode));
    updateButtons();
}

QWidget* CompareDialog::makeButtons()
{
    auto* box = new QWidget(this);
    auto* layout = new QHBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* close = new QPushButton(tr("C&lose"), box);
    layout->addWidget(m_withOnnxRuntime);
    layout->addStretch();
    for (QPushButton* button : {m_start, m_cancel, m_save, close})
        layout->addWidget(button);
    m_start->setDefault(true);
    connect(m_start, &QPushButton::clicked, this, &CompareDialog::start);
    connect(m_cancel, &QPushButton::clicked, &m_process, &ComparisonProcess::cancel);
    connect(m_save, &QPushButton::clicked, this, [this] { save(); });
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    return box;
}

void CompareDialog::start()
{
    m_sentence->setText(tr("Comparing: zero-copy, streamed and conventional, one after the other…"));
    m_request.withOnnxRuntime = m_withOnnxRuntime->isChecked();
    m_process.start(m_request);
    updateButtons();
}

void CompareDialog::updateButtons()
{
    const bool isRunning = m_process.isRunning();
    m_start->setEnabled(!isRunning);
    m_cancel->setEnabled(isRunning);
    m_save->setEnabled(m_result.has_value() && !isRunning);
    m_withOnnxRuntime->setEnabled(!isRunning);
    m_progress->setVisible(isRunning);
    // The focus leaves what is switched off for the next button, and Enter would close the window.
    if (isRunning)
        m_cancel->setFocus();
    else if (m_save->isEnabled())
        m_save->setFocus();
    else
        m_start->setFocus();
}

void CompareDialog::showEnd(const QString& message)
{
    m_sentence->setText(message);
    updateButtons();
}

void CompareDialog::showResult(const ComparisonResult& result)
{
    using widgets::formatBytes;
    m_result = result;
    m_rows->clear();
    m_rows->setHorizontalHeaderLabels({tr("Mode"), tr("Peak CPU"), tr("Beyond the weights"), tr("× model"),
        tr("Device"), tr("Seconds"), tr("Bytes by path")});
    m_plot->clear();
    for (const ComparedMode& mode : result.modes) {
        const bool isOurs = !mode.isReference;
        m_rows->appendRow({tableCell(mode.name), figureCell(formatBytes(mode.peakBytes)),
            figureCell(isOurs ? formatBytes(mode.overheadBytes) : tr("–")),
            figureCell(isOurs ? timesText(mode.overheadBytes, result.weightBytes) : tr("–")),
            figureCell(isOurs ? formatBytes(mode.deviceBytes) : tr("–")),
            figureCell(QLocale().toString(mode.seconds, 'f', 3)),
            tableCell(isOurs ? pathsText(mode) : tr("–"))});
        if (!mode.curve.empty())
            m_plot->addRun(mode.name, mode.curve, mode.look);
    }
    m_table->resizeColumnsToContents();
    m_table->horizontalHeader()->setStretchLastSection(true);
    showEnd(conclusionOf(result));
}

void CompareDialog::save(const QString& path)
{
    if (path.isEmpty()) {
        chooseFileToSave(this, tr("Save the comparison"),
            proposedFile(m_request.model, QStringLiteral("comparison")),
            tr("Report (*.html);;Samples (*.csv);;Chart (*.png)"),
            [this](const QString& chosen) { save(chosen); });
        return;
    }
    QString error;
    const QString suffix = QFileInfo(path).suffix().toLower();
    const bool isSaved = suffix == QLatin1String("png") ? m_plot->savePng(path, &error)
        : suffix == QLatin1String("csv")                ? copyFile(m_process.csvFile(), path, error)
                                                        : copyFile(m_process.htmlFile(), path, error);
    if (!isSaved)
        m_sentence->setText(error);
}

} // namespace weightless::ui
