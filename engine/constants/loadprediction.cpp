// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/loadprediction.h"

#include "engine/base/bytes.h"
#include "engine/constants/loadstrategy.h"
#include "engine/vulkan/weightarena.h"

#include <algorithm>
#include <set>

namespace weightless {

LoadPrediction predictLoad(const vulkan::Device& device, const ConstantStore& store,
    const LoadOptions& options, const ExternalDataManager* loaders)
{
    const LoadMode mode = resolveMode(options.mode, device.traits());
    LoadPrediction prediction;
    uint64_t copiedBytes = 0;
    uint64_t copiedSlices = 0;
    const bool mayImport = mode == LoadMode::ZeroCopy && device.traits().hasExternalMemoryHost;
    std::set<std::shared_ptr<const FileReference>> importedFiles;
    uint64_t loaderBytes = 0; // loaders work one after the other
    const MemoryKind kind = memoryKindOf(device, options);
    for (const size_t index : loadableConstants(store, options.order)) {
        const ConstantInfo& constant = store.info(index);
        const auto loader = loaders != nullptr ? loaders->find(constant.source, kind) : nullptr;
        loaderBytes = std::max(loaderBytes, loader != nullptr ? loader->overheadBytes() : 0);
        bool imports = loader == nullptr && mayImport && canImport(constant);
        if (imports) {
            const auto& file = std::get<FileRange>(constant.source.range).file;
            imports = importedFiles.contains(file) || importedFiles.size() < maxImportedFiles;
            importedFiles.insert(file);
        }
        if (imports) {
            prediction.importedBytes += constant.sizeBytes;
        } else {
            copiedBytes += constant.sizeBytes;
            copiedSlices += std::max<uint64_t>(ceilDivide(constant.sizeBytes, options.sliceBytes), 1);
            prediction.deviceWeightsBytes +=
                alignUp(constant.sizeBytes, vulkan::WeightArena::rangeAlignmentBytes);
        }
    }
    if (mode == LoadMode::Conventional) {
        prediction.hostOverheadBytes = 3 * copiedBytes;
    } else if (!device.traits().hasUnifiedMemory || options.forcedPath == LoadPath::Staged) {
        // Slices are allocated when they are first needed: a small model needs fewer than the ring has.
        prediction.hostOverheadBytes =
            std::min<uint64_t>(options.sliceCount, copiedSlices) * options.sliceBytes;
    }
    prediction.hostOverheadBytes += mode == LoadMode::Conventional ? 0 : loaderBytes;
    prediction.freeDeviceBytes = device.memoryBudget().freeBytes;
    const bool sharesMemory = device.traits().hasUnifiedMemory;
    const uint64_t needed = prediction.deviceWeightsBytes + (sharesMemory ? prediction.hostOverheadBytes : 0);
    prediction.fits = needed <= prediction.freeDeviceBytes;
    return prediction;
}

} // namespace weightless
