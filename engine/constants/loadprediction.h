// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/loadplanner.h"

namespace weightless {

// What a LoadingJob over this store will need: the sum of its plan, on what the store's arena has free.
// Activations are the caller's to add. What is in `cache` needs nothing. Reads nothing. `loaders` and `cache`
// as for the job. InvalidArgument as for the job.
[[nodiscard]] LoadPrediction predictLoad(const vulkan::Device& device, const ConstantStore& store,
    const LoadOptions& options, const ExternalDataManager* loaders = nullptr,
    const ConstantCache* cache = nullptr, const SharedPool* pools = nullptr);

} // namespace weightless
