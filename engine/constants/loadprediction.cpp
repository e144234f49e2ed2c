// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/loadprediction.h"

#include "engine/base/bytes.h"
#include "engine/constants/conversion/elementconversion.h"
#include "engine/constants/modes/loadstrategy.h"
#include "engine/constants/transfer/devicewriter.h"
#include "engine/vulkan/weightarena.h"

#include <algorithm>
#include <set>

namespace weightless {

namespace {

// What a job will do with each constant, in its order.
class Forecast {
public:
    Forecast(const vulkan::Device& device, const LoadOptions& options, const ExternalDataManager* loaders,
        const ConstantCache* cache)
        : m_options(options)
        , m_mode(resolveMode(options.mode, device.traits()))
        , m_kind(memoryKindOf(device, options))
        , m_loaders(loaders)
        , m_cache(cache)
        , m_mayImport(m_mode == LoadMode::ZeroCopy && device.traits().hasExternalMemoryHost)
    {
    }

    void add(const ConstantInfo& constant)
    {
        const auto loader = m_loaders != nullptr ? m_loaders->find(constant.source, m_kind) : nullptr;
        if (loader != nullptr) {
            m_loaderBytes = std::max(m_loaderBytes, loader->overheadBytes());
        }
        const bool imports = loader == nullptr && this->imports(constant);
        if (isShared(constant, imports)) {
            return;
        }
        if (imports) {
            m_importedBytes += constant.sizeBytes;
            return;
        }
        m_copies.push_back(constant.sizeBytes);
        m_conventionalBytes += storedBytesOf(constant) + 2 * constant.sizeBytes;
        countSlices(constant);
    }

    [[nodiscard]] LoadPrediction finish() const
    {
        LoadPrediction prediction;
        prediction.importedBytes = m_importedBytes;
        prediction.deviceWeightsBytes = vulkan::WeightArena::predictBytes(m_copies);
        if (m_mode == LoadMode::Conventional) {
            prediction.hostOverheadBytes = m_conventionalBytes;
            return prediction;
        }
        // Slices are allocated when they are first needed: a small model needs fewer than there may be.
        prediction.hostOverheadBytes =
            std::min<uint64_t>(m_options.sliceCount, m_slices) * m_options.sliceBytes
            + std::min<uint64_t>(TransferMemory::scratchSliceCount(m_options), m_scratchSlices)
                * TransferMemory::scratchSliceBytes
            + m_encodedBytes + m_loaderBytes;
        return prediction;
    }

private:
    void countSlices(const ConstantInfo& constant)
    {
        const uint64_t storedBytes = std::max<uint64_t>(storedBytesOf(constant), 1);
        if (m_kind == MemoryKind::DeviceOnly) {
            m_slices += ceilDivide(storedBytes, m_options.sliceBytes);
        } else if (storedTypeOf(constant) != constant.descriptor.type) {
            m_scratchSlices += ceilDivide(storedBytes, TransferMemory::scratchSliceBytes);
        }
        if (constant.source.encoding == SourceEncoding::Varint) {
            m_encodedBytes =
                std::max(m_encodedBytes, std::min(DeviceWriter::encodedBytes, lengthBytes(constant.source)));
        }
    }

    bool imports(const ConstantInfo& constant)
    {
        if (!m_mayImport || !canImport(constant)) {
            return false;
        }
        const auto& file = std::get<FileRange>(constant.source.range).file;
        if (m_importedFiles.contains(file)) {
            return true;
        }
        return m_importedFiles.size() < maxImportedFiles && m_importedFiles.insert(file).second;
    }

    // A forced path copies every constant for itself; pages that are bound twice are there once all the same.
    bool isShared(const ConstantInfo& constant, bool isImported)
    {
        const bool shares = m_mode != LoadMode::Conventional && (!m_options.forcedPath || isImported);
        const auto key = shares ? keyOf(constant, isImported) : std::nullopt;
        return key
            && (!m_seen.insert(*key).second || (!m_options.forcedPath && m_cache && m_cache->find(*key)));
    }

    const LoadOptions& m_options;
    LoadMode m_mode;
    MemoryKind m_kind;
    const ExternalDataManager* m_loaders;
    const ConstantCache* m_cache;
    bool m_mayImport;
    std::set<std::shared_ptr<const FileReference>> m_importedFiles;
    std::set<ConstantKey> m_seen;
    uint64_t m_importedBytes = 0;
    std::vector<uint64_t> m_copies;
    uint64_t m_conventionalBytes = 0; // three copies, the first as the elements are stored
    uint64_t m_slices = 0;
    uint64_t m_scratchSlices = 0;
    uint64_t m_encodedBytes = 0; // one constant at a time is decoded
    uint64_t m_loaderBytes = 0; // loaders work one after the other
};

} // namespace

LoadPrediction predictLoad(const vulkan::Device& device, const ConstantStore& store,
    const LoadOptions& options, const ExternalDataManager* loaders, const ConstantCache* cache)
{
    Forecast forecast(device, options, loaders, cache);
    for (const size_t index : loadableConstants(store, options.order)) {
        forecast.add(store.info(index));
    }
    LoadPrediction prediction = forecast.finish();
    prediction.freeDeviceBytes = device.memoryBudget().freeBytes;
    const bool sharesMemory = device.traits().hasUnifiedMemory;
    const uint64_t needed = prediction.deviceWeightsBytes + (sharesMemory ? prediction.hostOverheadBytes : 0);
    prediction.fits = needed <= prediction.freeDeviceBytes;
    return prediction;
}

} // namespace weightless
