// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/threadplacement.h"

namespace weightless {

void placeThreadsOf(const std::function<void()>& make)
{
    make();
}

} // namespace weightless
