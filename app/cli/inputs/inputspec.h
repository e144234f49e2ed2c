// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/inputs/inputsource.h"

#include <string>
#include <string_view>

namespace weightless::cli {

// What `--input NAME=SPEC` says: `random[:seed]`, `zeros`, `ones`, a number, or a file; what does not end in
// .npy or .pb is a picture. UsageError for a seed that is no number.
[[nodiscard]] InputSource parseInputSpec(std::string_view text, ImageRange range = ImageRange::ZeroToOne);

// The paragraph of --help.
[[nodiscard]] std::string inputHelp();

} // namespace weightless::cli
