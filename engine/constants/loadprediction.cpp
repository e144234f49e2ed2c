// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/loadprediction.h"

#include "engine/base/bytes.h"
#include "engine/constants/budget/budgetedconstants.h"
#include "engine/constants/conversion/elementconversion.h"
#include "engine/constants/loaderror.h"
#include "engine/constants/modes/conventionalload.h"
#include "engine/constants/transfer/devicewriter.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace weightless {

namespace {

uint64_t overheadBytes(const ExternalDataLoader& loader, const ConstantSource& source)
{
    try {
        return loader.overheadBytes(source);
    } catch (...) {
        throw foreignError("Loader '" + std::string(loader.name()) + "', asked what it takes to bring "
            + describe(source) + ",");
    }
}

// Highest CPU memory while what is copied passes through it.
class HostBytes {
public:
    HostBytes(const LoadOptions& options, const vulkan::DeviceTraits& traits, uint64_t leastSliceBytes)
        : m_sizes(stagingSizesFor(options, traits, leastSliceBytes))
    {
    }

    void add(const ConstantInfo& constant, const PlannedConstant& planned)
    {
        if (planned.loader != nullptr) {
            m_loaderBytes = std::max(m_loaderBytes, overheadBytes(*planned.loader, constant.source));
        }
        if (planned.path == LoadPath::Conventional && isParsed(constant)) {
            m_copiesBytes += storedBytesOf(constant) + 2 * constant.sizeBytes;
            return;
        }
        // Slices are allocated when they are first needed: a small model needs fewer than there may be.
        const uint64_t storedBytes = std::max<uint64_t>(storedBytesOf(constant), 1);
        if (planned.route == CopyRoute::Ring || planned.route == CopyRoute::DeviceConverts) {
            stage(storedBytes, planned, constant);
        } else if (planned.route == CopyRoute::ReadersConvert) {
            const uint64_t most =
                planned.loader != nullptr ? TransferMemory::scratchSliceBytes : m_sizes.readBytes;
            m_scratchSlices += ceilDivide(storedBytes, std::min(most, TransferMemory::scratchSliceBytes));
        }
        if (constant.source.encoding == SourceEncoding::Varint) {
            m_encodedBytes =
                std::max(m_encodedBytes, std::min(DeviceWriter::encodedBytes, lengthBytes(constant.source)));
        }
    }

    [[nodiscard]] uint64_t total() const
    {
        return ceilDivide(m_countedConstants, ClampedWords::wordsPerPage) * ClampedWords::pageBytes
            + std::min<uint64_t>(m_sizes.sliceCount, m_slices) * m_sizes.sliceBytes
            + std::min<uint64_t>(TransferMemory::scratchSliceCount(m_sizes), m_scratchSlices)
            * TransferMemory::scratchSliceBytes
            + m_encodedBytes + m_loaderBytes + m_copiesBytes;
    }

private:
    // As StagingRing::lease() fills slices, with what the readers or a loader ask for.
    void stage(uint64_t storedBytes, const PlannedConstant& planned, const ConstantInfo& constant)
    {
        const bool isConverted = planned.route == CopyRoute::DeviceConverts;
        const auto conversion = isConverted ? conversionOf(constant) : std::nullopt;
        m_countedConstants += conversion && conversion->mayClamp() ? 1 : 0;
        const bool isVarint = constant.source.encoding == SourceEncoding::Varint;
        const uint64_t most = planned.loader != nullptr || isVarint ? m_sizes.sliceBytes : m_sizes.readBytes;
        const uint64_t pieceBytes = isConverted ? wholeMultiples(most, grainBytesOf(constant)) : most;
        std::optional<uint64_t>& used = m_usedBytes[isConverted ? 1 : 0];
        for (uint64_t offset = 0; offset < storedBytes && m_slices <= m_sizes.sliceCount;
             offset += pieceBytes) {
            const uint64_t bytes = std::min(pieceBytes, storedBytes - offset);
            const uint64_t begin = alignUp(used.value_or(0), StagingRing::partAlignmentBytes);
            const bool fits = used && begin + bytes <= m_sizes.sliceBytes;
            m_slices += fits ? 0 : 1;
            used = (fits ? begin : 0) + bytes;
        }
    }

    StagingSizes m_sizes;
    uint64_t m_countedConstants = 0; // each in a word of its own
    uint64_t m_slices = 0;
    std::array<std::optional<uint64_t>, 2> m_usedBytes; // of the last one that is copied, and converted
    uint64_t m_scratchSlices = 0;
    uint64_t m_encodedBytes = 0; // one constant at a time is decoded
    uint64_t m_loaderBytes = 0; // loaders work one after the other
    uint64_t m_copiesBytes = 0; // of the conventional mode: three, the first as the elements are stored
};

// Pages that are bound twice are there once.
uint64_t importedBytes(const LoadPlan& plan, const ConstantStore& store)
{
    std::set<std::tuple<const FileReference*, uint64_t, uint64_t>> seen;
    uint64_t bytes = 0;
    for (const PlannedConstant& planned : plan.constants) {
        if (planned.path == LoadPath::Imported) {
            const auto& range = std::get<FileRange>(store.info(planned.constant).source.range);
            bytes += seen.emplace(range.file.get(), range.offsetBytes, range.lengthBytes).second
                ? range.lengthBytes
                : 0;
        }
    }
    return bytes;
}

// Device memory that is free once the store's loads are given up.
uint64_t givenUpBytes(const ConstantStore& store)
{
    const auto budget = BudgetedConstants::of(store);
    const uint64_t poolBytes = budget && !budget->sharesPool() ? budget->pool().sizeBytes() : 0;
    return poolBytes + store.arenaBytes() - store.arenaBytes(true);
}

void describeRun(
    const LoadPlan& plan, const ConstantStore& store, const LoadOptions& options, LoadPrediction& prediction)
{
    prediction.isRunMeasured = !store.rates().stepSeconds.empty();
    if (!plan.budget) {
        prediction.runSeconds = estimateRun(store.uses().steps, {}, store.rates()).seconds;
        return;
    }
    const LoadPlan::Budget& budget = *plan.budget;
    prediction.problem = budget.problem;
    prediction.needsParts = budget.needsParts;
    prediction.leastBudgetBytes = budget.leastBytes;
    prediction.claimedBytes = budget.claimedBytes;
    if (budget.problem.empty()) {
        prediction.deviceWeightsBytes += budget.poolBytes;
        prediction.residentBytes = budget.residency.residentBytes;
        prediction.broughtBytesPerRun = budget.residency.run.broughtBytes;
        prediction.runSeconds = budget.residency.run.seconds;
    } else {
        prediction.deviceWeightsBytes = options.deviceBudget;
    }
}

} // namespace

LoadPrediction predictLoad(const vulkan::Device& device, const ConstantStore& store,
    const LoadOptions& options, const ExternalDataManager* loaders, const ConstantCache* cache,
    const SharedPool* pools)
{
    const LoadPlan plan = planLoad(store, loadTermsFor(device, options, loaders, cache, pools));
    HostBytes hostBytes(options, device.traits(), leastSliceBytesOf(store));
    for (const PlannedConstant& planned : plan.constants) {
        if (planned.path != LoadPath::Imported && planned.path != LoadPath::Shared) {
            hostBytes.add(store.info(planned.constant), planned);
        }
    }
    LoadPrediction prediction;
    prediction.importedBytes = importedBytes(plan, store);
    prediction.refusal = firstRefusal(plan, store, options);
    const std::vector<uint64_t> copied = copiedBytes(plan, store);
    prediction.deviceWeightsBytes =
        plan.givesUp ? vulkan::WeightArena::predictBytes(copied) : store.predictArenaBytes(copied);
    describeRun(plan, store, options, prediction);
    prediction.heldBytes = store.arenaBytes(plan.givesUp);
    prediction.hostOverheadBytes = hostBytes.total();
    prediction.freeDeviceBytes = device.memoryBudget().freeBytes;
    const uint64_t givenUp = plan.givesUp ? givenUpBytes(store) : 0;
    const bool sharesMemory = device.traits().hasUnifiedMemory;
    const uint64_t needed = prediction.deviceWeightsBytes + (sharesMemory ? prediction.hostOverheadBytes : 0);
    prediction.fits = needed <= prediction.freeDeviceBytes + givenUp && prediction.problem.empty();
    return prediction;
}

} // namespace weightless
