// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/constants/constantcache.h"
#include "engine/constants/constantstore.h"
#include "engine/constants/loaders/externaldatamanager.h"
#include "engine/constants/loadoptions.h"
#include "engine/vulkan/device.h"
#include "engine/vulkan/pipeline.h"

#include <memory>
#include <stop_token>

namespace weightless {

// One mode of loading. Begun when it is constructed; destroyed when the job ends or is abandoned, giving back
// whatever it holds.
class LoadStrategy {
public:
    virtual ~LoadStrategy() = default;

    // One unit of work; false when nothing is left. May be called again after it threw.
    virtual bool step(const std::stop_token& stop, LoadReport& report) = 0;
    // Fills phase, phaseFraction and currentConstant.
    virtual void describe(LoadProgress& progress) const = 0;
};

struct LoadSite {
    std::shared_ptr<const vulkan::Device> device;
    std::shared_ptr<ConstantStore> store;
    LoadOptions options;
    std::shared_ptr<const ExternalDataManager> loaders; // null: the built-in path serves all
    std::shared_ptr<ConstantCache> cache; // null: nothing is shared with other graphs
    std::shared_ptr<vulkan::PipelineLibrary> pipelines; // null: the job's own
};

// What a loader's destinations will be on this device, as far as that is known before they are allocated.
[[nodiscard]] MemoryKind memoryKindOf(const vulkan::Device& device, const LoadOptions& options);

[[nodiscard]] std::unique_ptr<LoadStrategy> makeStreamedLoad(const LoadSite& site);
[[nodiscard]] std::unique_ptr<LoadStrategy> makeZeroCopyLoad(const LoadSite& site);
[[nodiscard]] std::unique_ptr<LoadStrategy> makeConventionalLoad(const LoadSite& site);

// Auto as what it means on this device.
[[nodiscard]] LoadMode resolveMode(LoadMode mode, const vulkan::DeviceTraits& traits);

// Those that are unset and have a source, first to load first.
[[nodiscard]] std::vector<size_t> loadableConstants(const ConstantStore& store, LoadOrder order);
// What these constants take in a WeightArena.
[[nodiscard]] uint64_t arenaBytesOf(const ConstantStore& store, const std::vector<size_t>& constants);

// The failure of one constant, naming it, its type and shape, and where its bytes lie. A stop stays what it
// is.
[[nodiscard]] Error notSet(const ConstantInfo& constant, const Error& error);

// Files that one job binds in place, each with a handle of the system's few; constants of more are streamed.
inline constexpr size_t maxImportedFiles = 256;

// A file range whose pages can be bound in place once the file is imported: raw, and aligned to its elements.
[[nodiscard]] bool canImport(const ConstantInfo& constant);

} // namespace weightless
