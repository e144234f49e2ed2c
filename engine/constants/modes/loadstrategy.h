// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/loadoptions.h"

#include <memory>
#include <stop_token>

namespace weightless {

namespace vulkan {
class Device;
class PipelineLibrary;
} // namespace vulkan
class ConstantCache;
class ConstantStore;
class SharedPool;

// One mode of loading, carrying out a plan. Begun when it is constructed; destroyed when the job ends or is
// abandoned, giving back whatever it holds.
class LoadStrategy {
public:
    virtual ~LoadStrategy() = default;

    // One unit of work; false when nothing is left. May be called again after it threw.
    virtual bool step(const std::stop_token& stop, LoadReport& report) = 0;
    // Fills phase, phaseFraction, fraction and currentConstant.
    virtual void describe(LoadProgress& progress) const = 0;
};

// Where a strategy works.
struct LoadSite {
    std::shared_ptr<const vulkan::Device> device;
    std::shared_ptr<ConstantStore> store;
    LoadOptions options;
    std::shared_ptr<ConstantCache> cache; // null: nothing is shared with other graphs
    std::shared_ptr<vulkan::PipelineLibrary> pipelines; // null: the job's own
    std::shared_ptr<SharedPool> pools = {}; // of the context; null: the job's own
};

} // namespace weightless
