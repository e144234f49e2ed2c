// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/standardstreams.h"

namespace weightless {

void occupyStandardStreams() noexcept { } // no file becomes one of them there

} // namespace weightless
