// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace weightless::ops {

// An attribute of Cast: with 1, finite numbers of floats stay finite in floats of a smaller range
// (model/finitefloat.h).
inline constexpr std::string_view finiteAttribute = "weightless.finite";

} // namespace weightless::ops
