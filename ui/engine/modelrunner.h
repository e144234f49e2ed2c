// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/enginetypes.h"

#include <functional>

namespace weightless::ui {

// Runs a graph once per request and keeps what stays on the device until the next run. Belongs to the
// worker's thread.
class ModelRunner {
public:
    // Called before every repetition with its number and how many there are.
    using Progress = std::function<void(int done, int total)>;

    // Errors as Context::dispatch() and makeInput().
    [[nodiscard]] RunResultPtr run(const std::shared_ptr<Context>& context, Graph& graph,
        const RunRequest& request, const Progress& onProgress);

    // The result of the last run with one more output read back. InvalidState when it is not there.
    [[nodiscard]] RunResultPtr readBack(Context& context, const std::string& output);

    // Gives back what the last run left on the device.
    void clear();

private:
    NamedTensors m_outputs;
    TransferCounts m_countsBefore; // of the last run
    RunResultPtr m_last;
};

} // namespace weightless::ui
