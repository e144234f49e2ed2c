// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/modeldocument.h"

#include <map>
#include <string>

namespace weightless::ui {

// Concrete shapes of the model's inputs when its free dimensions have these sizes. Inputs without free
// dimensions, or of unknown rank, are left out.
[[nodiscard]] std::map<std::string, Shape> inputShapes(
    const ModelDocument& document, const std::map<std::string, int64_t>& dimensions);

} // namespace weightless::ui
