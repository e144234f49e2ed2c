// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/loadplan.h"

namespace weightless {

// Of the constants that are unset and have a source. Reads and allocates nothing; the same terms and
// constants give the same plan.
[[nodiscard]] LoadPlan planLoad(const ConstantStore& store, const LoadTerms& terms);

} // namespace weightless
