// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/runvalues.h"

#include <QString>

namespace weightless::ui {

// The steps of a run: for a name that ends in .json as a trace that Perfetto and chrome://tracing open (with
// the weights that came meanwhile, where some did), otherwise as comma-separated values:
// step,node,operator,kernel,begin_ms,ms,waited_ms,share. Steps stand one after the other, as in the timeline.
// The file appears whole or not at all. Empty when it is written, otherwise the reason. Any thread.
[[nodiscard]] QString writeProfile(const QString& path, const RunResult& result);

} // namespace weightless::ui
