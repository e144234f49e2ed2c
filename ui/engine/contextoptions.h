// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/runtime/context.h"
#include "ui/text/problem.h"

#include <filesystem>
#include <functional>
#include <optional>

namespace weightless::ui {

// Where compiled kernels are kept, and what was measured of devices. It is the command line's folder, so that
// neither does again what the other has done. Empty where the system names none.
[[nodiscard]] std::filesystem::path cacheFolder();

// Of a context on that device, the best one by default, which keeps there what it compiles and follows what
// was measured.
[[nodiscard]] ContextOptions contextOptions(std::optional<int> device, LogSink log = {});

// What the engine tells beside its results while `task` is done, as warnings; `report` hears them on
// whichever thread logs.
[[nodiscard]] LogSink warningSink(Task task, std::function<void(const Problem&)> report);

} // namespace weightless::ui
