// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/testing/operatorcase.h"

#include <functional>
#include <string>
#include <vector>

// What the case files of this folder share.
namespace weightless::ops::movement {

using Coordinates = std::vector<int64_t>;

// result[at] = x[source(at)].
[[nodiscard]] HostTensor moved(
    const HostTensor& x, const Shape& shape, const std::function<Coordinates(const Coordinates&)>& source);
[[nodiscard]] OperatorCase movementCase(
    std::string name, std::string opType, int64_t opset, HostTensor x, std::vector<HostTensor> expected);
// Appends a constant input.
void addParameter(OperatorCase& test, HostTensor value);

// DepthToSpace and SpaceToDepth
void addBlockCases(CaseList& cases);

} // namespace weightless::ops::movement
