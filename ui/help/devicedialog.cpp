// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/devicedialog.h"

#include "engine/base/error.h"
#include "engine/runtime/context.h"
#include "engine/runtime/devicerecord.h"
#include "ui/engine/contextoptions.h"
#include "ui/help/devicetext.h"
#include "ui/style/screenroom.h"
#include "ui/text/text.h"
#include "widgets/fontfollowing.h"
#include "widgets/formatbytes.h"

#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace weightless::ui {

namespace {

void fill(QTableWidget& table, const DeviceText::Rows& rows)
{
    table.setRowCount(static_cast<int>(rows.size()));
    for (int row = 0; row < table.rowCount(); ++row) {
        const auto& [what, value] = rows[static_cast<size_t>(row)];
        table.setItem(row, 0, new QTableWidgetItem(what));
        table.setItem(row, 1, new QTableWidgetItem(value));
        table.item(row, 1)->setToolTip(value.toHtmlEscaped()); // drivers name themselves
    }
    table.resizeColumnToContents(0);
}

QString textOf(const QTableWidget& table)
{
    QString text;
    for (int row = 0; row < table.rowCount(); ++row)
        text += table.item(row, 0)->text() + QStringLiteral(": ") + table.item(row, 1)->text() + u'\n';
    return text;
}

} // namespace

DeviceDialog::DeviceDialog(std::optional<int> device, BenchmarkOptions benchmark, QWidget* parent)
    : QDialog(parent)
    , m_wanted(device)
    , m_benchmark(std::move(benchmark))
    , m_device(new QComboBox(this))
    , m_facts(makeTable(tr("What the device is")))
    , m_rates(makeTable(tr("What the device reaches")))
    , m_message(new QLabel(tr("Asking the drivers…"), this))
    , m_measure(new QPushButton(tr("&Measure"), this))
    , m_copy(new QPushButton(tr("&Copy"), this))
    , m_jobs([this](const Job& job, uint64_t number, const auto& stops) { work(job, number, stops.job); })
{
    setWindowTitle(tr("Devices"));
    resizeOnScreen(*this, {620, 640});
    arrange();
    connect(m_device, &QComboBox::currentIndexChanged, this, &DeviceDialog::showDevice);
    connect(m_measure, &QPushButton::clicked, this, &DeviceDialog::measureOrStop);
    connect(m_copy, &QPushButton::clicked, this, &DeviceDialog::copyAll);
    connect(
        &widgets::byteUnitsNotifier(), &widgets::ByteUnitsNotifier::changed, this, &DeviceDialog::showTexts);
    m_jobs.post({});
}

DeviceDialog::~DeviceDialog()
{
    m_jobs.end();
    tellOfRecord();
}

QTableWidget* DeviceDialog::makeTable(const QString& name)
{
    auto* table = new QTableWidget(0, 2, this);
    table->setAccessibleName(name);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setTabKeyNavigation(false);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->verticalHeader()->hide();
    widgets::fitRowsToFont(*table, 12);
    table->horizontalHeader()->hide();
    table->horizontalHeader()->setStretchLastSection(true);
    return table;
}

void DeviceDialog::arrange()
{
    m_device->setAccessibleName(tr("Device"));
    m_device->setEnabled(false);
    m_measure->setEnabled(false);
    m_copy->setEnabled(false);
    m_message->setTextFormat(Qt::PlainText);
    m_message->setWordWrap(true);
    m_message->setAccessibleName(tr("State of the measurement"));
    m_rates->hide();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->addButton(m_measure, QDialogButtonBox::ActionRole);
    buttons->addButton(m_copy, QDialogButtonBox::ActionRole);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(8);
    layout->addWidget(m_device);
    layout->addWidget(m_facts, 3);
    layout->addWidget(m_message);
    layout->addWidget(m_rates, 2);
    layout->addWidget(buttons);
}

void DeviceDialog::work(const Job& job, uint64_t number, const std::stop_token& stop)
{
    try {
        if (!job.measured) {
            const std::vector<ListedDevice> devices = listDeviceFacts({}, cacheFolder());
            m_jobs.deliver(this, number, [this, devices] { takeDevices(devices); });
            return;
        }
        const DeviceRates rates = measure(*job.measured, number, stop);
        m_jobs.deliver(this, number, [this, device = *job.measured, rates] { takeRates(device, rates); });
    } catch (...) {
        const QString message = fromUtf8(currentError().message());
        m_jobs.deliver(this, number, [this, message] { end(message); });
    }
}

// Kernels that fail are recorded even where the measurement is stopped or fails itself.
DeviceRates DeviceDialog::measure(int device, uint64_t number, const std::stop_token& stop)
{
    const auto context = Context::create(contextOptions(device));
    const vulkan::DeviceInfo info = context->device();
    const auto former = keptRates(cacheFolder(), info);
    BenchmarkOptions options = m_benchmark;
    options.stopToken = stop;
    options.onStep = [&](const std::string& what) {
        m_jobs.deliver(
            this, number, [this, what] { m_message->setText(tr("Measuring: %1").arg(fromUtf8(what))); });
    };
    const auto note = [this] {
        m_hasRecord = true;
        QMetaObject::invokeMethod(this, &DeviceDialog::tellOfRecord, Qt::QueuedConnection);
    };
    try {
        DeviceRates rates = measureDevice(context, options).rates;
        note();
        return rates;
    } catch (...) {
        if (keptRates(cacheFolder(), info) != former)
            note();
        throw;
    }
}

void DeviceDialog::tellOfRecord()
{
    if (m_hasRecord.exchange(false))
        emit measured();
}

void DeviceDialog::takeDevices(std::vector<ListedDevice> devices)
{
    m_devices = std::move(devices);
    for (const ListedDevice& device : m_devices)
        m_device->addItem(fromUtf8(device.info.traits.name));
    if (m_wanted) {
        const auto found = std::ranges::find(
            m_devices, *m_wanted, [](const ListedDevice& device) { return device.info.index; });
        if (found != m_devices.end())
            m_device->setCurrentIndex(static_cast<int>(found - m_devices.begin()));
    }
    m_device->setEnabled(m_devices.size() > 1);
    m_copy->setEnabled(!m_devices.empty());
    showDevice();
    if (m_devices.empty())
        end(tr("This machine has a Vulkan loader, but no device."));
}

void DeviceDialog::takeRates(int index, const DeviceRates& rates)
{
    const auto device =
        std::ranges::find(m_devices, index, [](const ListedDevice& listed) { return listed.info.index; });
    if (device == m_devices.end())
        return;
    device->info.traits = withRates(std::move(device->info.traits), rates);
    device->rates = rates;
    showTexts();
    end(tr("The best of a few tries each, with this program's own kernels. What is loaded from now on "
           "follows it."));
}

void DeviceDialog::showDevice()
{
    m_jobs.cancel();
    end({});
    showTexts();
    if (m_device->currentIndex() < 0)
        return;
    const ListedDevice& device = m_devices[static_cast<size_t>(m_device->currentIndex())];
    m_measure->setEnabled(device.info.isUsable);
    if (device.rates)
        m_message->setText(tr("As it was measured last, which the program follows."));
    else if (device.info.isUsable)
        m_message->setText(
            tr("Measuring takes some seconds, and loads the device fully. The program then takes "
               "the kernels that were fastest."));
}

void DeviceDialog::showTexts()
{
    const int index = m_device->currentIndex();
    if (index < 0)
        return;
    const ListedDevice& device = m_devices[static_cast<size_t>(index)];
    fill(*m_facts, DeviceText::facts(device));
    fill(*m_rates, device.rates ? DeviceText::rates(*device.rates) : DeviceText::Rows {});
    m_rates->setVisible(device.rates.has_value());
}

void DeviceDialog::measureOrStop()
{
    if (m_isMeasuring) {
        m_jobs.cancel();
        end(tr("Stopped."));
        return;
    }
    m_isMeasuring = true;
    m_measure->setText(tr("&Stop"));
    m_message->setText(tr("Measuring…"));
    m_jobs.post({m_devices[static_cast<size_t>(m_device->currentIndex())].info.index});
}

void DeviceDialog::end(const QString& message)
{
    m_isMeasuring = false;
    m_measure->setText(tr("&Measure"));
    m_message->setText(message);
}

void DeviceDialog::copyAll() const
{
    QGuiApplication::clipboard()->setText(
        m_device->currentText() + u'\n' + textOf(*m_facts) + textOf(*m_rates));
}

} // namespace weightless::ui
