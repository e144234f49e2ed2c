// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/datatype.h"

#include <QComboBox>

#include <optional>

namespace weightless::ui {

// What weights are loaded as: the type each is stored in, or another for all floats.
class WeightsTypeBox : public QComboBox {
    Q_OBJECT

public:
    explicit WeightsTypeBox(QWidget* parent = nullptr);

    [[nodiscard]] std::optional<DataType> type() const; // none: as they are stored
    void setType(std::optional<DataType> type);
    // Why nothing can be chosen now; empty where it can.
    void setObstacle(const QString& obstacle);
};

} // namespace weightless::ui
