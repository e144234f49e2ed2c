// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/constantcache.h"
#include "engine/constants/constantstore.h"
#include "engine/constants/loaders/externaldatamanager.h"
#include "engine/constants/loadoptions.h"
#include "engine/vulkan/device.h"

namespace weightless {

// What a LoadingJob over this store will need; activations are the caller's to add. What is in `cache`
// needs nothing. Reads nothing. `loaders` and `cache` as for the job.
[[nodiscard]] LoadPrediction predictLoad(const vulkan::Device& device, const ConstantStore& store,
    const LoadOptions& options, const ExternalDataManager* loaders = nullptr,
    const ConstantCache* cache = nullptr);

} // namespace weightless
