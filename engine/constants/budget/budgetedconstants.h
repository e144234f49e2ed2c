// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/budget/devicepool.h"
#include "engine/constants/budget/residency.h"
#include "engine/constants/loadplan.h"
#include "engine/constants/modes/loadstrategy.h"
#include "engine/constants/transfer/devicewriter.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace weightless {

// The constants of a graph that live in a pool: those that stay, and those that come and go while it runs. It
// knows how each is brought, and brings it. What lies where the pool knows. One thread at a time brings;
// everything else from any.
class BudgetedConstants final : public ConstantPool {
public:
    // Those of a graph; null when it has no budget.
    [[nodiscard]] static std::shared_ptr<BudgetedConstants> of(const ConstantStore& store)
    {
        return std::static_pointer_cast<BudgetedConstants>(store.pool()); // nothing else is set as one
    }

    // `plan` has a residency; `pool` is of its size. The same store as in `site` keeps this object, so it is
    // told apart by `graph` alone.
    BudgetedConstants(const LoadSite& site, const LoadPlan& plan, std::shared_ptr<DevicePool> pool);
    ~BudgetedConstants() override; // its places are free again
    BudgetedConstants(const BudgetedConstants&) = delete;
    BudgetedConstants& operator=(const BudgetedConstants&) = delete;

    // Its bytes are the pool's: it was planned so, and nobody has set it otherwise.
    [[nodiscard]] bool contains(size_t constant) const
    {
        return !m_isLeftOut[constant] && m_plan.sizes[m_plan.sources[constant]] > 0;
    }
    void leaveOut(size_t constant) override { m_isLeftOut[constant] = true; }
    void giveUp() noexcept override;
    [[nodiscard]] const LoadPlan::Budget& plan() const { return m_plan; }
    [[nodiscard]] const Residency& residency() const { return m_plan.residency; }
    [[nodiscard]] const ConstantInfo& info(size_t constant) const { return *m_infos[constant]; }
    // InvalidState once it was given up.
    [[nodiscard]] DevicePool& pool() const;
    // With other graphs: without them it goes with this one, as one graph's constants are in it once.
    [[nodiscard]] bool sharesPool() const { return m_pool.use_count() > 1; }

    // The constant whose bytes these are: itself, or one before it with the same source.
    [[nodiscard]] size_t sourceOf(size_t constant) const { return m_plan.sources[constant]; }
    // What its place takes, of a source.
    [[nodiscard]] uint64_t placeBytes(size_t constant) const { return m_plan.sizes[constant]; }
    [[nodiscard]] std::optional<vulkan::BufferRange> presentRange(size_t constant) const override;
    [[nodiscard]] bool stays(size_t constant) const override
    {
        return m_plan.residency.stays(m_plan.sources[constant]);
    }
    [[nodiscard]] uint64_t clampedValues(size_t constant) const override;
    [[nodiscard]] vulkan::BufferRange rangeAt(size_t constant, uint64_t offsetBytes) const;
    [[nodiscard]] bool isAt(size_t constant, uint64_t offsetBytes) const;

    // Steps of this graph, with sources in place of constants, as visits of the window.  OutOfMemory, naming
    // a constant, when the constants of a step do not fit it together.
    [[nodiscard]] std::vector<Visit> visitsOf(std::span<const ConstantStep> steps) const;

    // Fills the place with a source's bytes, the same way as a load: reader or loader, copied or converted.
    // Copies may be under way on return. Errors as a load's, naming constant and file; the place is then
    // nobody's, and no copy into it is under way any more.
    void bring(size_t constant, uint64_t offsetBytes, const std::stop_token& stop);
    // The same into memory outside of the pool.
    void bringTo(const vulkan::BufferRange& place, size_t constant, const std::stop_token& stop);
    [[nodiscard]] uint64_t sliceBytes() const { return m_memory->ring.sliceBytes(); } // of what is copied
    // What they pass through.
    [[nodiscard]] std::shared_ptr<StagingRing> ring() const { return {m_memory, &m_memory->ring}; }
    // What work on the device has to wait for before it reads what was brought.
    [[nodiscard]] vulkan::QueuePoint lastCopy();
    // Waits for copies and leaves the files. Io when one was changed while it was read. After an error
    // nothing counts as there: all of it is brought, and checked, again.
    void finish();

private:
    struct Way {
        CopyRoute route = CopyRoute::InPlace;
        std::shared_ptr<const ExternalDataLoader> loader;
    };

    void noteClamped(size_t constant, std::shared_ptr<const ClampedCount> clamped);
    // Waits until nothing is on its way into the pool.
    void settleCopies() noexcept;

    std::shared_ptr<const vulkan::Device> m_device;
    std::vector<std::shared_ptr<const ConstantInfo>> m_infos; // by constant
    std::vector<Way> m_ways; // by constant
    mutable std::mutex m_clampedMutex;
    std::vector<std::shared_ptr<const ClampedCount>> m_clamped; // by constant; null: none can be, or none yet
    LoadPlan::Budget m_plan;
    std::vector<std::atomic<bool>> m_isLeftOut; // by constant
    std::shared_ptr<DevicePool> m_pool; // null once it was given up
    std::shared_ptr<TransferMemory> m_memory;
    DeviceWriter m_writer;
};

} // namespace weightless
