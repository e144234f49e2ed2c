// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/constantstore.h"

#include "engine/base/error.h"
#include "engine/constants/conversion/clampedcount.h"
#include "engine/constants/transfer/filepool.h"
#include "engine/constants/transfer/stagingring.h"

#include <algorithm>
#include <set>
#include <utility>

namespace weightless {

size_t ConstantStore::add(std::shared_ptr<const ConstantInfo> info, bool hasSource)
{
    m_totalBytes += info->sizeBytes;
    m_sourcelessArenaBytes += hasSource ? 0 : vulkan::WeightArena::bytesOf(info->sizeBytes);
    m_slots.push_back({.info = info, .added = info, .hasSource = hasSource});
    return m_slots.size() - 1;
}

void ConstantStore::setBlockedTaps(size_t index, uint32_t taps)
{
    Slot& slot = m_slots[index];
    if (slot.info->blockedTaps != taps) {
        ConstantInfo info = *slot.added;
        info.blockedTaps = taps;
        slot.info = std::make_shared<const ConstantInfo>(std::move(info));
    }
}

void ConstantStore::noteUse(size_t index)
{
    Slot& slot = m_slots[index];
    if (slot.firstUse == SIZE_MAX) {
        slot.firstUse = m_useCount++;
    }
}

void ConstantStore::noteRuns(ConstantUses uses, RunRates rates)
{
    m_uses = std::move(uses);
    m_rates = std::move(rates);
}

bool ConstantStore::isSet(size_t index) const
{
    const std::scoped_lock lock(m_mutex);
    return m_slots[index].isSet();
}

bool ConstantStore::comesWithRuns(size_t index) const
{
    const std::scoped_lock lock(m_mutex);
    return m_slots[index].isBudgeted && !m_pool->stays(index);
}

std::vector<size_t> ConstantStore::unset(bool isGivenUp) const
{
    const std::scoped_lock lock(m_mutex);
    std::vector<size_t> indices;
    for (size_t i = 0; i < m_slots.size(); ++i) {
        if (!m_slots[i].isSet() || (isGivenUp && m_slots[i].isLoadedCopy())) {
            indices.push_back(i);
        }
    }
    return indices;
}

void ConstantStore::set(size_t index, std::shared_ptr<const ConstantStorage> storage,
    std::optional<LoadPath> path, std::string loader)
{
    const std::scoped_lock lock(m_mutex);
    Slot& slot = m_slots[index];
    requireHollow(slot);
    if (storage->range.sizeBytes != slot.info->sizeBytes) {
        throw Error(ErrorKind::Internal,
            "Constant '" + slot.info->name + "' has " + std::to_string(slot.info->sizeBytes)
                + " bytes but its device range has " + std::to_string(storage->range.sizeBytes));
    }
    slot.storage = std::move(storage);
    if (m_pool != nullptr) {
        m_pool->leaveOut(index);
    }
    slot.path = path;
    slot.loader = std::move(loader);
    countSet(slot);
}

void ConstantStore::setBudgeted(size_t index, std::optional<LoadPath> path, std::string loader)
{
    const std::scoped_lock lock(m_mutex);
    Slot& slot = m_slots[index];
    requireHollow(slot);
    if (m_pool == nullptr) {
        throw Error(ErrorKind::InvalidState,
            "Constant '" + slot.info->name + "' was to come under a budget that is there no longer");
    }
    slot.isBudgeted = true;
    slot.path = path;
    slot.loader = std::move(loader);
    countSet(slot);
}

void ConstantStore::requireHollow(const Slot& slot)
{
    if (slot.isSet()) {
        throw Error(ErrorKind::InvalidState,
            "Constant '" + slot.info->name + "' is set already; a constant is set once");
    }
}

void ConstantStore::countSet(const Slot& slot)
{
    m_sourcelessArenaBytes -= slot.hasSource ? 0 : vulkan::WeightArena::bytesOf(slot.info->sizeBytes);
    m_setBytes.fetch_add(slot.info->sizeBytes, std::memory_order_release);
    m_setCount.fetch_add(1, std::memory_order_release);
}

void ConstantStore::describeSet(LoadReport& report) const
{
    report.bytesByPath = {};
    report.onDemandBytes = 0;
    report.bytesByLoader.clear();
    const std::scoped_lock lock(m_mutex);
    for (const Slot& slot : m_slots) {
        if (!slot.isSet()) {
            continue;
        }
        if (!slot.path) {
            report.onDemandBytes += slot.isBudgeted ? slot.info->sizeBytes : 0;
            continue;
        }
        report.bytesByPath[static_cast<size_t>(*slot.path)] += slot.info->sizeBytes;
        if (!slot.loader.empty()) {
            report.bytesByLoader[slot.loader] += slot.info->sizeBytes;
        }
    }
}

void ConstantStore::noteClamped(ClampedConstant known)
{
    auto& noted = m_knownClamped.try_emplace({known.name, known.type}, known).first->second;
    noted.mayBe = noted.mayBe && known.mayBe;
}

std::vector<ClampedConstant> ConstantStore::clampedConstants() const
{
    std::vector<ClampedConstant> clamped;
    for (const auto& [key, known] : m_knownClamped) {
        clamped.push_back(known);
    }
    const std::scoped_lock lock(m_mutex);
    for (size_t i = 0; i < m_slots.size(); ++i) {
        const Slot& slot = m_slots[i];
        const auto* count = slot.storage ? slot.storage->clamped.get() : nullptr;
        const uint64_t values = slot.isBudgeted ? m_pool->clampedValues(i) : count ? count->values() : 0;
        if (values > 0) {
            clamped.push_back({slot.info->name, slot.info->descriptor.type, values});
        }
    }
    return clamped;
}

std::shared_ptr<ConstantPool> ConstantStore::pool() const
{
    const std::scoped_lock lock(m_mutex);
    return m_pool;
}

void ConstantStore::setPool(std::shared_ptr<ConstantPool> pool)
{
    const std::scoped_lock lock(m_mutex);
    m_pool = std::move(pool);
}

void ConstantStore::keepClaim(std::shared_ptr<const void> claim)
{
    const std::scoped_lock lock(m_mutex);
    m_claim = std::move(claim);
}

void ConstantStore::noteRing(
    const std::shared_ptr<StagingRing>& ring, const std::shared_ptr<const FilePool>& files)
{
    const std::scoped_lock lock(m_mutex);
    const bool isKnown =
        std::ranges::any_of(m_underWay, [&](const auto& known) { return known.first.lock() == ring; });
    if (!isKnown) {
        m_underWay.emplace_back(ring, files);
    }
}

void ConstantStore::forgetRing(const StagingRing& ring)
{
    const std::scoped_lock lock(m_mutex);
    std::erase_if(m_underWay, [&](const auto& known) { // a ring that is gone is done
        const auto there = known.first.lock();
        return there == nullptr || there.get() == &ring;
    });
}

void ConstantStore::settle() const
{
    const auto underWay = [this] { // without the lock: setting goes on while somebody waits
        const std::scoped_lock lock(m_mutex);
        return m_underWay;
    }();
    for (const auto& [itsRing, itsFiles] : underWay) {
        if (const auto ring = itsRing.lock()) {
            ring->finish();
        }
        if (const auto files = itsFiles.lock()) {
            files->checkUnchanged();
        }
    }
}

bool ConstantStore::isOnDevice(size_t index) const
{
    const std::scoped_lock lock(m_mutex);
    return m_slots[index].storage != nullptr || pooledRange(index);
}

// With the lock held.
std::optional<vulkan::BufferRange> ConstantStore::pooledRange(size_t index) const
{
    return m_slots[index].isBudgeted ? m_pool->presentRange(index) : std::nullopt;
}

ConstantStorage ConstantStore::storage(size_t index) const
{
    const std::scoped_lock lock(m_mutex);
    const Slot& slot = m_slots[index];
    if (slot.storage) {
        return *slot.storage;
    }
    if (auto range = pooledRange(index)) {
        return {std::move(*range)};
    }
    throw Error(ErrorKind::InvalidState,
        "Constant '" + slot.info->name
            + (slot.isBudgeted ? "' comes and goes under the device budget, and is not on the device now"
                               : "' is not set"));
}

std::shared_ptr<vulkan::WeightArena> ConstantStore::arena(const std::shared_ptr<const vulkan::Device>& device)
{
    const std::scoped_lock lock(m_mutex);
    if (m_arena == nullptr || m_arenaDevice != device) {
        m_arena = std::make_shared<vulkan::WeightArena>(device);
        m_arenaDevice = device;
    }
    return m_arena;
}

uint64_t ConstantStore::predictArenaBytes(std::span<const uint64_t> sizes) const
{
    const std::scoped_lock lock(m_mutex);
    return m_arena ? m_arena->predictGrowth(sizes) : vulkan::WeightArena::predictBytes(sizes);
}

uint64_t ConstantStore::arenaBytes(bool isGivenUp) const
{
    const std::scoped_lock lock(m_mutex);
    const uint64_t heldBytes = m_arena ? m_arena->heldBytes() : 0;
    if (!isGivenUp) {
        return heldBytes;
    }
    std::set<const vulkan::Buffer*> kept; // blocks with something that stays
    uint64_t keptBytes = 0;
    for (const Slot& slot : m_slots) {
        const bool stays = slot.storage && !slot.storage->mapping && !slot.isLoadedCopy();
        if (stays && slot.storage->range.buffer && kept.insert(slot.storage->range.buffer.get()).second) {
            keptBytes += slot.storage->range.buffer->sizeBytes();
        }
    }
    return std::min(keptBytes, heldBytes);
}

uint64_t ConstantStore::sourcelessArenaBytes() const
{
    return m_sourcelessArenaBytes.load();
}

std::vector<std::shared_ptr<const FileMapping>> ConstantStore::unchangedMappings() const
{
    std::set<std::shared_ptr<const FileMapping>> mappings;
    {
        const std::scoped_lock lock(m_mutex);
        for (const Slot& slot : m_slots) {
            if (slot.storage && slot.storage->mapping) {
                mappings.insert(slot.storage->mapping);
            }
        }
    }
    for (const auto& mapping : mappings) {
        mapping->checkUnchanged();
    }
    return {mappings.begin(), mappings.end()};
}

void ConstantStore::takeBack(std::span<const size_t> indices, uint64_t generation)
{
    const std::scoped_lock lock(m_mutex);
    if (m_generation != generation) {
        return; // they are hollow, or another load's
    }
    for (const size_t index : indices) {
        makeHollow(m_slots[index]);
    }
}

void ConstantStore::giveUp()
{
    forget(&Slot::isLoadedCopy);
}

void ConstantStore::unload()
{
    forget(&Slot::isSet);
    noteBudget(0);
}

void ConstantStore::forget(const std::function<bool(const Slot&)>& isForgotten)
{
    std::shared_ptr<ConstantPool> left;
    {
        const std::scoped_lock lock(m_mutex);
        for (Slot& slot : m_slots) {
            if (isForgotten(slot)) {
                makeHollow(slot);
            }
        }
        left = std::exchange(m_pool, nullptr);
        m_claim.reset();
        m_generation.fetch_add(1, std::memory_order_release);
    }
    if (left != nullptr) { // without the lock: it waits for copies under way
        left->giveUp();
    }
}

void ConstantStore::makeHollow(Slot& slot)
{
    if (!slot.isSet()) {
        return;
    }
    slot.storage.reset();
    slot.isBudgeted = false;
    slot.path.reset();
    slot.loader.clear();
    m_sourcelessArenaBytes += slot.hasSource ? 0 : vulkan::WeightArena::bytesOf(slot.info->sizeBytes);
    m_setBytes.fetch_sub(slot.info->sizeBytes, std::memory_order_release);
    m_setCount.fetch_sub(1, std::memory_order_release);
    m_hollowings.fetch_add(1, std::memory_order_release);
}

} // namespace weightless
