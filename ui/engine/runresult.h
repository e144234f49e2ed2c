// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/enginetypes.h"

namespace weightless::ui {

// What a run gave, with what the window shows of each output's values. `copies` are those of the run.
[[nodiscard]] RunResultPtr makeRunResult(RunReport report, const TransferCounts& copies,
    std::vector<InputPicture> inputPictures, std::vector<int64_t> inputBatches);

// The result with one more output on the CPU.
[[nodiscard]] RunResultPtr withValues(const RunResult& result, const std::string& output,
    std::shared_ptr<const HostTensor> values, const TransferCounts& copies);

} // namespace weightless::ui
