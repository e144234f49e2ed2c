// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"
#include "ui/document/tensorrow.h"
#include "widgets/graph/graphdescription.h"

#include <QString>

namespace weightless::ui {

// "float16[1, 4, 64, 64]", "float16" where the rank is not known, "sequence".
[[nodiscard]] QString typeAndShape(const ValueInfo& value);

// A value from its name and its typeAndShape(), which may be empty. Its bytes are known where all dimensions
// are numbers.
[[nodiscard]] widgets::GraphDescription::Value describedValue(
    const QString& name, const QString& typeAndShape);

[[nodiscard]] widgets::GraphDescription::Constant describedConstant(
    const TensorRow& row, const std::shared_ptr<const ConstantInfo>& info);

// "kernel_shape 3×3, group 32": all but tensors and graphs, in one line.
[[nodiscard]] QString attributesText(const Node& node);

// The tensors of an attribute.
[[nodiscard]] std::vector<const ConstantInfo*> constantsIn(const AttributeValue& value);

} // namespace weightless::ui
