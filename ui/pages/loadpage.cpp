// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/loadpage.h"

#include "ui/run/freedimensionseditor.h"
#include "ui/text/loadtext.h"
#include "ui/text/modetext.h"
#include "ui/text/text.h"
#include "ui/window/icons.h"
#include "widgets/formatbytes.h"
#include "widgets/plaintext.h"

#include <QComboBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSettings>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <algorithm>

namespace weightless::ui {

namespace {

// As wide as the widest of its texts: the next button stays where it is.
void keepWidth(QPushButton& button, const QStringList& texts)
{
    const QString shown = button.text();
    int width = 0;
    for (const QString& text : texts) {
        button.setText(text);
        width = std::max(width, button.sizeHint().width());
    }
    button.setText(shown);
    button.setMinimumWidth(width);
}

} // namespace

LoadPage::LoadPage(EngineController& controller, QWidget* parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_device(new QComboBox(this))
    , m_mode(new QComboBox(this))
    , m_order(new QComboBox(this))
    , m_dimensions(new FreeDimensionsEditor(this))
    , m_prediction(new QLabel(this))
    , m_state(new QLabel(this))
    , m_start(new QPushButton(icon(QStringLiteral("load")), tr("&Start"), this))
    , m_pause(new QPushButton(icon(QStringLiteral("pause")), tr("&Pause"), this))
    , m_cancel(new QPushButton(icon(QStringLiteral("stop")), tr("&Cancel"), this))
    , m_unload(new QPushButton(icon(QStringLiteral("unload")), tr("&Unload"), this))
    , m_progress(new QProgressBar(this))
    , m_current(new QLabel(this))
    , m_rate(new QLabel(this))
    , m_paths(new QLabel(this))
{
    for (QLabel* label : {m_state, m_current, m_rate, m_paths})
        label->setTextFormat(Qt::PlainText); // names of constants, messages
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 6, 6, 6);
    layout->addWidget(makeChoices());
    layout->addWidget(m_dimensionsBox);
    // Below what is pressed lies what grows by a row with another mode, or with a load.
    layout->addWidget(makeButtons());
    layout->addWidget(m_progress);
    layout->addWidget(makePrediction());
    layout->addWidget(makeProgress());
    layout->addStretch();
    connectController();
    fillDevices();
    updateButtons();
}

QWidget* LoadPage::makeChoices()
{
    auto* box = new QWidget(this);
    auto* form = new QFormLayout(box);
    form->setContentsMargins(0, 0, 0, 0);
    m_device->setAccessibleName(tr("Device"));
    m_device->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_device->setMinimumContentsLength(18);
    m_mode->setAccessibleName(tr("Load mode"));
    for (QComboBox* choice : {m_mode, m_order}) {
        choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        choice->setMinimumContentsLength(6);
    }
    for (const LoadMode mode : loadModes) {
        m_mode->addItem(ModeText::name(mode), static_cast<int>(mode));
        m_mode->setItemData(m_mode->count() - 1, ModeText::description(mode), Qt::ToolTipRole);
    }
    m_order->setAccessibleName(tr("Which constants come first"));
    for (const LoadOrder order : loadOrders)
        m_order->addItem(ModeText::order(order), static_cast<int>(order));
    form->addRow(tr("Dev&ice:"), m_device);
    // One line for both: low windows have none to spare.
    auto* orderLabel = new QLabel(tr("Co&nstants:"), box);
    orderLabel->setBuddy(m_order);
    auto* how = new QHBoxLayout;
    how->addWidget(m_mode, 2);
    how->addWidget(orderLabel);
    how->addWidget(m_order, 3);
    auto* modeLabel = new QLabel(tr("&Mode:"), box);
    modeLabel->setBuddy(m_mode);
    form->addRow(modeLabel, how);

    m_dimensionsBox = new QGroupBox(tr("Free dimensions"), this);
    auto* dimensionsLayout = new QVBoxLayout(m_dimensionsBox);
    dimensionsLayout->setContentsMargins(6, 4, 6, 4);
    dimensionsLayout->addWidget(m_dimensions);
    m_dimensionsBox->hide();

    connect(m_device, &QComboBox::activated, this, &LoadPage::chooseDevice);
    connect(m_mode, &QComboBox::currentIndexChanged, this, &LoadPage::showPrediction);
    connect(m_dimensions, &FreeDimensionsEditor::edited, this, [this] {
        m_controller.setFreeDimensions(m_dimensions->values());
        m_controller.buildGraph();
    });
    return box;
}

QWidget* LoadPage::makePrediction()
{
    auto* box = new QGroupBox(tr("What it will need"), this);
    m_prediction->setWordWrap(true);
    m_prediction->setTextFormat(Qt::RichText);
    m_prediction->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_prediction->setAccessibleName(tr("What the load will need"));
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(6, 4, 6, 4);
    layout->addWidget(m_prediction);
    return box;
}

QWidget* LoadPage::makeButtons()
{
    auto* box = new QWidget(this);
    auto* layout = new QHBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    for (QPushButton* button : {m_start, m_pause, m_cancel, m_unload})
        layout->addWidget(button);
    keepWidth(*m_start, {tr("&Start"), tr("Con&tinue")});
    keepWidth(*m_pause, {tr("&Pause"), tr("R&esume")});
    m_start->setAccessibleName(tr("Start loading"));
    m_pause->setAccessibleName(tr("Pause or resume loading"));
    m_cancel->setAccessibleName(tr("Cancel loading"));
    m_unload->setAccessibleName(tr("Unload the weights"));
    m_cancel->setToolTip(tr("Constants that are set stay set"));
    m_unload->setToolTip(tr("Give the device memory back: every constant is hollow again"));
    connect(m_start, &QPushButton::clicked, this, &LoadPage::start);
    connect(m_pause, &QPushButton::clicked, this, &LoadPage::togglePause);
    connect(m_cancel, &QPushButton::clicked, &m_controller, &EngineController::cancelLoad);
    connect(m_unload, &QPushButton::clicked, &m_controller, &EngineController::unload);
    return box;
}

QWidget* LoadPage::makeProgress()
{
    auto* box = new QWidget(this);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(3);
    m_progress->setAccessibleName(tr("Load progress"));
    m_progress->setRange(0, 1000);
    m_state->setWordWrap(true);
    m_state->setAccessibleName(tr("State of the model"));
    m_current->setAccessibleName(tr("Current tensor"));
    // A long name must not widen the page.
    m_current->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_rate->setAccessibleName(tr("Bytes and rate"));
    m_paths->setAccessibleName(tr("Bytes by path"));
    m_paths->setWordWrap(true);
    for (QLabel* label : {m_state, m_current, m_rate, m_paths})
        layout->addWidget(label);
    return box;
}

void LoadPage::connectController()
{
    connect(&m_controller, &EngineController::devicesListed, this, &LoadPage::fillDevices);
    connect(&m_controller, &EngineController::modelOpened, this, &LoadPage::fillDimensions);
    connect(&m_controller, &EngineController::modelClosed, this, &LoadPage::fillDimensions);
    connect(&m_controller, &EngineController::graphBuilt, this, &LoadPage::showPrediction);
    connect(&m_controller, &EngineController::stateChanged, this, &LoadPage::updateButtons);
    connect(&m_controller, &EngineController::progressed, this, &LoadPage::showProgress);
    connect(&m_controller, &EngineController::loadStarted, this, &LoadPage::clearProgress);
    connect(&m_controller, &EngineController::loadEnded, this, &LoadPage::showResult);
    connect(&m_controller, &EngineController::unloaded, this, &LoadPage::clearProgress);
}

LoadMode LoadPage::mode() const
{
    return static_cast<LoadMode>(m_mode->currentData().toInt());
}

void LoadPage::setMode(LoadMode mode)
{
    m_mode->setCurrentIndex(m_mode->findData(static_cast<int>(mode)));
}

LoadOrder LoadPage::order() const
{
    return static_cast<LoadOrder>(m_order->currentData().toInt());
}

void LoadPage::setOrder(LoadOrder order)
{
    m_order->setCurrentIndex(m_order->findData(static_cast<int>(order)));
}

void LoadPage::start()
{
    LoadOptions options;
    options.mode = mode();
    options.order = order();
    m_controller.startLoad(options);
}

void LoadPage::togglePause()
{
    if (m_controller.state() == EngineState::Paused)
        m_controller.resumeLoad();
    else
        m_controller.pauseLoad();
}

bool LoadPage::canStart() const
{
    return m_controller.canLoad() && LoadText::missingData(m_controller).isEmpty();
}

void LoadPage::restore(const QSettings& settings)
{
    const auto text = [&settings](const QString& key) { return toUtf8(settings.value(key).toString()); };
    setMode(loadModeFromString(text(QStringLiteral("load/mode"))).value_or(LoadMode::Auto));
    setOrder(loadOrderFromString(text(QStringLiteral("load/order"))).value_or(LoadOrder::File));
    if (settings.contains(QStringLiteral("load/device")))
        m_controller.setDevice(settings.value(QStringLiteral("load/device")).toInt());
}

void LoadPage::save(QSettings& settings) const
{
    settings.setValue(QStringLiteral("load/mode"), fromUtf8(weightless::toString(mode())));
    settings.setValue(QStringLiteral("load/order"), fromUtf8(weightless::toString(order())));
    if (m_controller.device())
        settings.setValue(QStringLiteral("load/device"), *m_controller.device());
    else
        settings.remove(QStringLiteral("load/device"));
}

void LoadPage::fillDevices()
{
    const QSignalBlocker blocker(m_device);
    m_device->clear();
    const DeviceList& list = *m_controller.devices();
    if (!list.problem.isEmpty() || list.devices.empty()) {
        m_device->addItem(list.problem.isEmpty() ? tr("looking for devices…") : tr("no Vulkan device"));
        m_device->setToolTip(widgets::plainToolTip(list.problem));
        m_device->setEnabled(false);
        updateButtons();
        return;
    }
    m_device->addItem(tr("best: %1").arg(fromUtf8(list.devices.front().traits.name)), -1);
    for (const vulkan::DeviceInfo& device : list.devices) {
        const QString text = LoadText::device(device);
        m_device->addItem(text, device.index);
        m_device->setItemData(m_device->count() - 1, LoadText::deviceDetails(device), Qt::ToolTipRole);
        if (!device.isUsable)
            qobject_cast<QStandardItemModel*>(m_device->model())
                ->item(m_device->count() - 1)
                ->setEnabled(false);
    }
    const int index = m_device->findData(m_controller.device().value_or(-1));
    m_device->setCurrentIndex(index < 0 ? 0 : index);
    updateButtons();
}

void LoadPage::chooseDevice()
{
    const int device = m_device->currentData().toInt();
    m_controller.setDevice(device < 0 ? std::nullopt : std::optional(device));
    m_controller.buildGraph();
}

void LoadPage::fillDimensions()
{
    const ModelDocumentPtr& document = m_controller.document();
    m_dimensions->setDimensions(
        document ? document->freeDimensions : std::vector<FreeDimension>(), m_controller.freeDimensions());
    m_dimensionsBox->setVisible(!m_dimensions->isEmpty());
    clearProgress();
    showPrediction();
}

void LoadPage::showPrediction()
{
    m_mode->setToolTip(ModeText::description(mode()));
    m_prediction->setText(LoadText::prediction(m_controller, mode()));
}

QString LoadPage::stateText() const
{
    return LoadText::state(m_controller);
}

void LoadPage::updateButtons()
{
    const EngineState state = m_controller.state();
    const bool isLoading = state == EngineState::Loading || state == EngineState::Paused;
    const bool isChangeable = m_controller.canBuild() && !m_controller.canUnload();
    m_device->setEnabled(
        (isChangeable || state == EngineState::Empty) && !m_controller.devices()->devices.empty());
    m_dimensions->setEnabled(isChangeable);
    m_mode->setEnabled(!isLoading);
    m_order->setEnabled(!isLoading);
    m_start->setEnabled(canStart());
    m_start->setText(m_controller.canLoad() && m_controller.canUnload() ? tr("Con&tinue") : tr("&Start"));
    m_pause->setEnabled(isLoading);
    const bool isPaused = state == EngineState::Paused;
    m_pause->setText(isPaused ? tr("R&esume") : tr("&Pause"));
    m_pause->setIcon(icon(isPaused ? QStringLiteral("resume") : QStringLiteral("pause")));
    m_cancel->setEnabled(isLoading);
    m_unload->setEnabled(m_controller.canUnload());
    m_state->setText(stateText());
    showPrediction();
}

void LoadPage::clearProgress()
{
    m_progress->setValue(0);
    m_current->clear();
    m_rate->clear();
    m_paths->clear();
    updateButtons();
}

void LoadPage::showProgress()
{
    const LoadFeedPtr& feed = m_controller.feed();
    if (!feed)
        return;
    const LoadText::Progress text = LoadText::progress(m_controller, *feed);
    m_progress->setValue(static_cast<int>(text.fraction * 1000));
    m_current->setText(text.current);
    m_current->setToolTip(widgets::plainToolTip(text.current));
    m_rate->setText(text.rate);
}

void LoadPage::showResult(const LoadResult& result)
{
    showProgress();
    m_paths->setText(LoadText::result(result));
    if (result.outcome == LoadOutcome::Finished) {
        m_progress->setValue(m_progress->maximum());
        m_current->clear();
    }
    updateButtons();
}

} // namespace weightless::ui
