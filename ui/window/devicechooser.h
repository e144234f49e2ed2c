// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/enginecontroller.h"

#include <QComboBox>

namespace weightless::ui {

// The device that plans are made for. Another one is a new plan; while weights are on one it stays.
class DeviceChooser : public QComboBox {
    Q_OBJECT

public:
    // `controller` outlives it.
    explicit DeviceChooser(EngineController& controller, QWidget* parent = nullptr);

private:
    void fill();
    void showDevice();
    void choose();
    void updateState();

    EngineController& m_controller;
};

} // namespace weightless::ui
