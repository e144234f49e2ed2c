// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/kernelprogress.h"

#include <string>

namespace weightless::cli {

KernelObserver kernelProgress(Console& console)
{
    return [&console](const KernelProgress& kernels) {
        if (kernels.isDone()) {
            console.clearProgress();
            return;
        }
        console.progress("compiling kernels",
            static_cast<double>(kernels.done) / static_cast<double>(kernels.count),
            std::to_string(kernels.done) + " of " + std::to_string(kernels.count));
    };
}

} // namespace weightless::cli
