// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/fusionpatterns.h"

#include <optional>

namespace weightless::plan {

// The tensor whose first half along the last axis is `first` and whose second half is `second`, by Slice or
// Split.
[[nodiscard]] std::optional<ValueId> wholeOf(
    const Specialization& specialization, const UseMap& uses, ValueId first, ValueId second);

} // namespace weightless::plan
