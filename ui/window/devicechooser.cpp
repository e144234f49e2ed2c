// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/devicechooser.h"

#include "ui/text/loadtext.h"
#include "ui/text/text.h"
#include "widgets/formatbytes.h"
#include "widgets/plaintext.h"

#include <QAbstractItemView>
#include <QSignalBlocker>
#include <QStandardItemModel>

#include <algorithm>

namespace weightless::ui {

DeviceChooser::DeviceChooser(EngineController& controller, QWidget* parent)
    : QComboBox(parent)
    , m_controller(controller)
{
    setAccessibleName(tr("Device"));
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    view()->setTextElideMode(Qt::ElideRight);
    connect(&widgets::byteUnitsNotifier(), &widgets::ByteUnitsNotifier::changed, this, &DeviceChooser::fill);
    connect(this, &QComboBox::activated, this, &DeviceChooser::choose);
    connect(&m_controller, &EngineController::devicesListed, this, &DeviceChooser::fill);
    connect(&m_controller, &EngineController::deviceChanged, this, &DeviceChooser::showDevice);
    connect(&m_controller, &EngineController::stateChanged, this, &DeviceChooser::updateState);
    connect(&m_controller, &EngineController::unloaded, this, &DeviceChooser::updateState);
    fill();
}

void DeviceChooser::fill()
{
    const QSignalBlocker blocker(this);
    clear();
    const DeviceList& list = *m_controller.devices();
    if (!list.problem.isEmpty() || list.devices.empty()) {
        addItem(list.problem.isEmpty() ? tr("looking for devices…") : tr("no Vulkan device"));
        updateState();
        return;
    }
    addItem(tr("best: %1").arg(fromUtf8(list.devices.front().traits.name)), -1);
    for (const vulkan::DeviceInfo& device : list.devices) {
        addItem(LoadText::device(device), device.index);
        setItemData(count() - 1, LoadText::deviceDetails(device), Qt::ToolTipRole);
        if (!device.isUsable)
            qobject_cast<QStandardItemModel*>(model())->item(count() - 1)->setEnabled(false);
    }
    showDevice();
}

void DeviceChooser::showDevice()
{
    setCurrentIndex(std::max(findData(m_controller.device().value_or(-1)), 0));
    updateState();
}

void DeviceChooser::choose()
{
    const int device = currentData().toInt();
    m_controller.setDevice(device < 0 ? std::nullopt : std::optional(device));
    m_controller.buildGraph();
}

void DeviceChooser::updateState()
{
    const DeviceList& list = *m_controller.devices();
    setEnabled(m_controller.canChangeDevice() && !list.devices.empty());
    setToolTip(widgets::plainToolTip(list.problem.isEmpty() ? currentText() : list.problem));
}

} // namespace weightless::ui
