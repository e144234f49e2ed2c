// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/budget/visits.h"
#include "engine/constants/constantpool.h"
#include "engine/constants/constantslot.h"
#include "engine/constants/loadoptions.h"
#include "engine/model/model.h"
#include "engine/vulkan/weightarena.h"

#include <atomic>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace weightless {

class FilePool;
class StagingRing;

// The hollow constants of one graph and what became of them. Grows only while the graph is built; afterwards
// constants are set, each once, by one thread at a time, while any thread may ask isSet() and the counts.
class ConstantStore {
public:
    // A constant with a source can be loaded by a LoadingJob; without one the caller sets its data.
    size_t add(std::shared_ptr<const ConstantInfo> info, bool hasSource);

    // While the graph is built: in which order the device has the constant's filters
    // (ConstantInfo::blockedTaps).
    void setBlockedTaps(size_t index, uint32_t taps);
    // Something that is dispatched reads the constant, after everything noted before.
    void noteUse(size_t index);
    // How runs use the constants and what that costs, for loads under a device budget.
    void noteRuns(ConstantUses uses, RunRates rates);
    void noteRates(RunRates rates) { m_rates = std::move(rates); }
    [[nodiscard]] const ConstantUses& uses() const { return m_uses; }
    [[nodiscard]] const RunRates& rates() const { return m_rates; }

    [[nodiscard]] size_t count() const { return m_slots.size(); }
    [[nodiscard]] const ConstantInfo& info(size_t index) const { return *m_slots[index].info; }
    // As it was added, before setBlockedTaps(): that very one.
    [[nodiscard]] const ConstantInfo& added(size_t index) const { return *m_slots[index].added; }
    // info(), to be kept beyond the store's life.
    [[nodiscard]] const std::shared_ptr<const ConstantInfo>& sharedInfo(size_t index) const
    {
        return m_slots[index].info;
    }
    [[nodiscard]] bool hasSource(size_t index) const { return m_slots[index].hasSource; }
    [[nodiscard]] size_t firstUse(size_t index) const { return m_slots[index].firstUse; } // if none, last

    [[nodiscard]] bool isSet(size_t index) const;
    [[nodiscard]] bool comesWithRuns(size_t index) const; // as Graph::comesWithRuns()
    [[nodiscard]] size_t setCount() const { return m_setCount.load(std::memory_order_acquire); }
    [[nodiscard]] uint64_t setBytes() const { return m_setBytes.load(std::memory_order_acquire); }
    [[nodiscard]] uint64_t totalBytes() const { return m_totalBytes; }
    [[nodiscard]] std::vector<size_t> unset(bool isGivenUp = false) const; // true: as after giveUp()

    // `path` and `loader`: how a load brought it. InvalidState when it is set already; Internal when the
    // range is not the constant's size.
    void set(size_t index, std::shared_ptr<const ConstantStorage> storage,
        std::optional<LoadPath> path = std::nullopt, std::string loader = {});
    // The same for one that lies in the pool of a budget, or will when a run needs it.
    void setBudgeted(size_t index, std::optional<LoadPath> path = std::nullopt, std::string loader = {});
    // Where those are; null without a budget. A load that begins one calls setPool().
    [[nodiscard]] std::shared_ptr<ConstantPool> pool() const;
    void setPool(std::shared_ptr<ConstantPool> pool);
    void keepClaim(std::shared_ptr<const void> claim); // SharedPool::claim(), in place of one before
    // Under which the last load that had something to do was begun; 0: none, or none was since unload().
    [[nodiscard]] uint64_t budgetBytes() const { return m_budgetBytes.load(std::memory_order_acquire); }
    void noteBudget(uint64_t bytes) { m_budgetBytes.store(bytes, std::memory_order_release); }

    // Until forgetRing() constants that are set may be on their way through that ring, and are read from
    // those files, which are still to be asked whether they changed.
    void noteRing(
        const std::shared_ptr<StagingRing>& ring, const std::shared_ptr<const FilePool>& files = {});
    void forgetRing(const StagingRing& ring);
    // Waits until the bytes of every constant that is set lie on the device, whoever set it and whether or
    // not his load goes on. Any thread. DeviceLost; Io when a file was changed while it was read.
    void settle() const;
    // How often all were forgotten: a load that began before has nothing to go on with.
    [[nodiscard]] uint64_t generation() const { return m_generation.load(std::memory_order_acquire); }
    // Grows whenever a constant that was set becomes hollow: what was made from its bytes is void.
    [[nodiscard]] uint64_t hollowings() const { return m_hollowings.load(std::memory_order_acquire); }

    void describeSet(LoadReport& report) const; // fills in what loads have set so far, by path and loader
    // Of those that are set, of a pool's as they were brought last, and those noted here. After settle().
    [[nodiscard]] std::vector<ClampedConstant> clampedConstants() const;
    void noteClamped(ClampedConstant known); // while the graph is built: one whose value is known
    // Its bytes are there: it is set, and lies outside of a pool or has its place there now.
    [[nodiscard]] bool isOnDevice(size_t index) const;
    // InvalidState while unset, and for one in the pool of a budget whose bytes are not there now.
    [[nodiscard]] ConstantStorage storage(size_t index) const;

    // Where copies of this graph's constants lie on the device: one arena for every load and for constants
    // that are set one by one, so that what one leaves free serves the next. Made when it is first asked for.
    [[nodiscard]] std::shared_ptr<vulkan::WeightArena> arena(
        const std::shared_ptr<const vulkan::Device>& device);
    // Device memory that ranges of these sizes would take beside what the arena has free.
    [[nodiscard]] uint64_t predictArenaBytes(std::span<const uint64_t> sizes) const;
    // That it takes now; true: once giveUp() is done, and nobody else has a part in it.
    [[nodiscard]] uint64_t arenaBytes(bool isGivenUp = false) const;
    [[nodiscard]] uint64_t sourcelessArenaBytes() const; // that those unset which no load will set would take

    // The files whose pages are bound, each once. Io when one was changed, truncated or replaced.
    [[nodiscard]] std::vector<std::shared_ptr<const FileMapping>> unchangedMappings() const;

    // These are hollow again, as what a load gave them may be of no version of their files; unless all were
    // forgotten since that generation, in which it began.
    void takeBack(std::span<const size_t> indices, uint64_t generation);
    // So is what loads have copied, to be planned anew. The pool of a budget is left, and loads that began
    // before are over. What the caller set, and pages bound in place, stay.
    void giveUp();
    // Forgets every constant's data: all are hollow again and the device memory is given back once no
    // dispatch uses it.
    void unload();

private:
    using Slot = ConstantSlot;
    [[nodiscard]] std::optional<vulkan::BufferRange> pooledRange(size_t index) const;
    static void requireHollow(const Slot& slot);
    void forget(const std::function<bool(const Slot&)>& isForgotten); // those, and the pool
    void makeHollow(Slot& slot); // with the lock held
    void countSet(const Slot& slot); // with the lock held

    mutable std::mutex m_mutex; // guards what is set of a slot, m_pool, m_claim and m_underWay
    std::vector<Slot> m_slots;
    size_t m_useCount = 0;
    ConstantUses m_uses;
    RunRates m_rates;
    std::shared_ptr<ConstantPool> m_pool;
    std::shared_ptr<const void> m_claim;
    std::vector<std::pair<std::weak_ptr<StagingRing>, std::weak_ptr<const FilePool>>> m_underWay;
    std::map<std::pair<std::string, DataType>, ClampedConstant> m_knownClamped; // as m_slots; each once
    std::atomic<uint64_t> m_generation {0}, m_hollowings {0}, m_budgetBytes {0}, m_setBytes {0};
    std::atomic<size_t> m_setCount {0};
    std::atomic<uint64_t> m_sourcelessArenaBytes {0};
    std::shared_ptr<const vulkan::Device> m_arenaDevice; // guarded by m_mutex, as is m_arena
    std::shared_ptr<vulkan::WeightArena> m_arena;
    uint64_t m_totalBytes = 0;
};

} // namespace weightless
