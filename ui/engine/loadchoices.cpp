// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine/loadchoices.h"

#include "ui/text/loadtext.h"
#include "ui/text/text.h"

#include <QSettings>

#include <algorithm>
#include <utility>

namespace weightless::ui {

namespace {

// Its UUID: a card that is plugged in or taken out gives the others another place in the list.
const QString deviceKey = QStringLiteral("load/device");
const QString deviceNameKey = QStringLiteral("load/deviceName");

} // namespace

LoadChoices::LoadChoices(EngineController& controller, QObject* parent)
    : QObject(parent)
    , m_controller(controller)
{
    connect(&m_controller, &EngineController::deviceChanged, this, [this] { m_isDeviceOfLaunch = false; });
}

void LoadChoices::setMode(LoadMode mode)
{
    const LoadMode before = this->mode();
    m_mode = mode;
    m_modeOfLaunch.reset();
    if (before != mode)
        emit changed();
}

void LoadChoices::setModeForLaunch(LoadMode mode)
{
    const LoadMode before = this->mode();
    m_modeOfLaunch = mode;
    if (before != mode)
        emit changed();
}

void LoadChoices::setDeviceForLaunch(int device)
{
    m_controller.setDevice(device);
    m_isDeviceOfLaunch = true;
}

void LoadChoices::setOrder(LoadOrder order)
{
    if (std::exchange(m_order, order) != order)
        emit changed();
}

LoadMode LoadChoices::limitedMode() const
{
    return mode() == LoadMode::Auto ? LoadMode::Streamed : mode();
}

void LoadChoices::setBudget(std::optional<BudgetChoice> budget)
{
    const bool isSame = m_budget.has_value() == budget.has_value()
        && (!budget
            || (m_budget->budgetBytes == budget->budgetBytes
                && m_budget->prediction.runSeconds == budget->prediction.runSeconds));
    m_budget = std::move(budget);
    if (!isSame)
        emit changed();
}

void LoadChoices::setAwaitsBudget(bool awaits)
{
    m_awaitsBudget = awaits;
    if (awaits || !std::exchange(m_isStartWanted, false))
        return;
    start(); // unless something else has begun instead
    emit changed();
}

void LoadChoices::giveUpBudget()
{
    m_awaitsBudget = false;
    if (std::exchange(m_isStartWanted, false))
        emit changed();
}

const LoadPrediction* LoadChoices::prediction() const
{
    if (!m_controller.graph())
        return nullptr;
    return deviceBudget() > 0 ? &m_budget->prediction : &m_controller.graph()->prediction(nextMode());
}

bool LoadChoices::canChoose() const
{
    const EngineState state = m_controller.state();
    const BuiltGraphPtr& graph = m_controller.graph();
    const bool isLoaded = graph && !graph->tensorOfConstant.empty() && m_controller.hollowCount() == 0;
    return state != EngineState::Loading && state != EngineState::Paused && !isLoaded;
}

bool LoadChoices::canStart() const
{
    return m_controller.canLoad() && !m_isStartWanted && LoadText::missingData(m_controller).isEmpty();
}

void LoadChoices::start()
{
    emit starting();
    if (m_awaitsBudget) {
        m_isStartWanted = true;
        emit changed();
        return;
    }
    LoadOptions options;
    options.mode = nextMode();
    options.order = m_order;
    options.deviceBudget = deviceBudget();
    m_controller.startLoad(options);
}

void LoadChoices::togglePause()
{
    if (m_controller.state() == EngineState::Paused)
        m_controller.resumeLoad();
    else
        m_controller.pauseLoad();
}

void LoadChoices::restore(const QSettings& settings)
{
    const auto text = [&settings](const QString& key) { return toUtf8(settings.value(key).toString()); };
    setMode(loadModeFromString(text(QStringLiteral("load/mode"))).value_or(LoadMode::Auto));
    setOrder(loadOrderFromString(text(QStringLiteral("load/order"))).value_or(LoadOrder::File));
    m_deviceOfLastSession = {settings.value(deviceKey).toString(), settings.value(deviceNameKey).toString()};
}

void LoadChoices::save(QSettings& settings) const
{
    settings.setValue(QStringLiteral("load/mode"), fromUtf8(toString(m_mode)));
    settings.setValue(QStringLiteral("load/order"), fromUtf8(toString(m_order)));
    const auto& devices = m_controller.devices()->devices;
    if (devices.empty() || m_isDeviceOfLaunch)
        return; // nothing was chosen that would be another one than before
    const auto chosen = std::ranges::find(devices, m_controller.device(), &vulkan::DeviceInfo::index);
    if (chosen == devices.end()) {
        settings.remove(deviceKey);
        settings.remove(deviceNameKey);
    } else {
        const PreferredDevice device = preferredDevice(*chosen);
        settings.setValue(deviceKey, device.id);
        settings.setValue(deviceNameKey, device.name);
    }
}

std::optional<int> LoadChoices::deviceOfLastSession() const
{
    return findUsableDevice(m_deviceOfLastSession, m_controller.devices()->devices);
}

} // namespace weightless::ui
