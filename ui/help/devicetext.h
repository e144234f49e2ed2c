// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/runtime/devicebenchmark.h"
#include "engine/runtime/devicelist.h"

#include <QCoreApplication>
#include <QString>

#include <utility>
#include <vector>

namespace weightless::ui {

// What is known and what was measured of a device, as rows of a table: what it is, and how much.
class DeviceText {
    Q_DECLARE_TR_FUNCTIONS(DeviceText)

public:
    using Rows = std::vector<std::pair<QString, QString>>;

    [[nodiscard]] static Rows facts(const ListedDevice& device);
    [[nodiscard]] static Rows rates(const DeviceRates& rates);
    [[nodiscard]] static QString operationsRate(double operationsPerSecond); // "22.4 GFLOP/s"
};

} // namespace weightless::ui
