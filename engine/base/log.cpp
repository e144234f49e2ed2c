// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/log.h"

namespace weightless {

void logTo(const LogSink& sink, LogLevel level, const std::string& message)
{
    if (sink) {
        sink(level, message);
    }
}

} // namespace weightless
