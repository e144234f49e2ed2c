// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/compare/comparison.h"

#include <string>

namespace weightless::cli {

// One page that needs nothing else: the sentence, the curves as an inline picture, the table. Text from the
// model is escaped.
[[nodiscard]] std::string comparisonHtml(const Comparison& comparison);

// Every sample of every load: mode, seconds, CPU memory beyond the weights, device weights, activations,
// staging (bytes).
[[nodiscard]] std::string comparisonCsv(const Comparison& comparison);

} // namespace weightless::cli
