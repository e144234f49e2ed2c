// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/fusionpatterns.h"

#include <optional>

namespace weightless::plan {

struct Halves {
    ValueId whole = 0;
    size_t axis = 0;
};

// The tensor whose first half along an axis is `first` and whose second half is `second`, by Slice or Split.
[[nodiscard]] std::optional<Halves> halvesOf(
    const Specialization& specialization, const UseMap& uses, ValueId first, ValueId second);
// The same where that is the last axis.
[[nodiscard]] std::optional<ValueId> wholeOf(
    const Specialization& specialization, const UseMap& uses, ValueId first, ValueId second);

} // namespace weightless::plan
