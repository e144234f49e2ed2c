// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/weightstypebox.h"

#include "engine/runtime/weightstypename.h"
#include "ui/text/text.h"

#include <algorithm>

namespace weightless::ui {

WeightsTypeBox::WeightsTypeBox(QWidget* parent)
    : QComboBox(parent)
{
    addItem(tr("as they are stored"));
    for (const DataType type : weightsTypes)
        addItem(fromUtf8(weightsTypeName(type)), static_cast<int>(type));
    setObstacle({});
}

std::optional<DataType> WeightsTypeBox::type() const
{
    return currentIndex() > 0 ? std::optional(static_cast<DataType>(currentData().toInt())) : std::nullopt;
}

void WeightsTypeBox::setType(std::optional<DataType> type)
{
    setCurrentIndex(type ? std::max(findData(static_cast<int>(*type)), 0) : 0);
}

void WeightsTypeBox::setObstacle(const QString& obstacle)
{
    const QString meaning =
        tr("Weights are converted while they are loaded, and the model computes with that type: fp16 "
           "and bf16 take half the memory of fp32, which helps where numbers leave the range of fp16");
    setToolTip(obstacle.isEmpty() ? meaning : obstacle);
    setAccessibleDescription(obstacle);
}

} // namespace weightless::ui
