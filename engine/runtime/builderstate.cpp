// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/builderstate.h"

#include "engine/base/error.h"

namespace weightless {

void GraphBuilderState::requireOpen() const
{
    if (isBuilt) {
        throw Error(ErrorKind::InvalidState, "The graph was built already; a GraphBuilder builds one graph");
    }
}

} // namespace weightless
