// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/limits.h"

#include "engine/base/error.h"

namespace weightless::plan {

void checkStop(const std::stop_token& stopToken)
{
    if (stopToken.stop_requested()) {
        throw Error(ErrorKind::Cancelled, "Planning was cancelled");
    }
}

} // namespace weightless::plan
