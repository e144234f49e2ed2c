// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/loadprediction.h"

#include "engine/base/bytes.h"
#include "engine/constants/convertedsource.h"
#include "engine/constants/loadstrategy.h"
#include "engine/constants/readerpool.h"
#include "engine/vulkan/weightarena.h"

#include <algorithm>
#include <numeric>
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
        const uint64_t slices = std::max<uint64_t>(ceilDivide(constant.sizeBytes, m_options.sliceBytes), 1);
        m_slices += slices;
        if (const ConvertedSource* converted = convertedSource(constant.source)) {
            const uint64_t readers =
                std::min<uint64_t>(ReaderPool::resolveCount(m_options.readerCount), slices);
            m_scratchBytes = std::max(m_scratchBytes,
                readers * converted->scratchFor(std::min(constant.sizeBytes, m_options.sliceBytes)));
        }
    }

    [[nodiscard]] LoadPrediction finish(const vulkan::Device& device) const
    {
        LoadPrediction prediction;
        prediction.importedBytes = m_importedBytes;
        prediction.deviceWeightsBytes = vulkan::WeightArena::predictBytes(m_copies);
        if (m_mode == LoadMode::Conventional) {
            prediction.hostOverheadBytes =
                3 * std::accumulate(m_copies.begin(), m_copies.end(), uint64_t {0});
        } else if (!device.traits().hasUnifiedMemory || m_options.forcedPath == LoadPath::Staged) {
            // Slices are allocated when they are first needed: a small model needs fewer than the ring has.
            prediction.hostOverheadBytes =
                std::min<uint64_t>(m_options.sliceCount, m_slices) * m_options.sliceBytes;
        }
        prediction.hostOverheadBytes +=
            m_scratchBytes + (m_mode == LoadMode::Conventional ? 0 : m_loaderBytes);
        return prediction;
    }

private:
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
    uint64_t m_slices = 0;
    uint64_t m_scratchBytes = 0;
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
    LoadPrediction prediction = forecast.finish(device);
    prediction.freeDeviceBytes = device.memoryBudget().freeBytes;
    const bool sharesMemory = device.traits().hasUnifiedMemory;
    const uint64_t needed = prediction.deviceWeightsBytes + (sharesMemory ? prediction.hostOverheadBytes : 0);
    prediction.fits = needed <= prediction.freeDeviceBytes;
    return prediction;
}

} // namespace weightless
