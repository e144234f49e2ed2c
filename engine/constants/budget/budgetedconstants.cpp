// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/budget/budgetedconstants.h"

#include "engine/base/error.h"
#include "engine/constants/loaders/externalload.h"
#include "engine/constants/transfer/devicedestination.h"

#include <algorithm>
#include <utility>

namespace weightless {

BudgetedConstants::BudgetedConstants(
    const LoadSite& site, const LoadPlan& plan, std::shared_ptr<DevicePool> pool)
    : m_device(site.device)
    , m_ways(site.store->count())
    , m_clamped(site.store->count())
    , m_plan(*plan.budget)
    , m_isLeftOut(site.store->count())
    , m_pool(std::move(pool))
    , m_memory(std::make_shared<TransferMemory>(site.device, site.options, site.store->arena(site.device),
          site.pipelines, leastSliceBytesOf(*site.store)))
    , m_writer(site.device->meter(), site.options, m_memory)
{
    for (size_t constant = 0; constant < site.store->count(); ++constant) {
        m_infos.push_back(site.store->sharedInfo(constant));
    }
    for (const PlannedConstant& planned : plan.constants) {
        m_ways[planned.constant] = {planned.route, planned.loader};
    }
}

BudgetedConstants::~BudgetedConstants()
{
    giveUp();
}

void BudgetedConstants::giveUp() noexcept
{
    if (m_pool != nullptr) {
        settleCopies(); // before the places are another one's
        m_pool->leave(this);
        m_pool.reset();
    }
}

DevicePool& BudgetedConstants::pool() const
{
    if (m_pool == nullptr) {
        throw Error(ErrorKind::InvalidState,
            "The budget of these weights was given up: they were unloaded, or are loaded under another one");
    }
    return *m_pool;
}

std::optional<vulkan::BufferRange> BudgetedConstants::presentRange(size_t constant) const
{
    const size_t source = sourceOf(constant);
    const auto& place = m_plan.residency.places[source];
    return place && isAt(source, *place) ? std::optional(rangeAt(source, *place)) : std::nullopt;
}

uint64_t BudgetedConstants::clampedValues(size_t constant) const
{
    const std::scoped_lock lock(m_clampedMutex);
    const auto& clamped = m_clamped[sourceOf(constant)];
    return clamped ? clamped->values() : 0;
}

vulkan::BufferRange BudgetedConstants::rangeAt(size_t constant, uint64_t offsetBytes) const
{
    return pool().range(offsetBytes, m_infos[constant]->sizeBytes);
}

bool BudgetedConstants::isAt(size_t constant, uint64_t offsetBytes) const
{
    return pool().holds({this, constant}, offsetBytes);
}

std::vector<Visit> BudgetedConstants::visitsOf(std::span<const ConstantStep> steps) const
{
    const VisitBytes bytesOf = [&](size_t constant) {
        return m_plan.residency.stays(constant) ? 0 : m_plan.sizes[constant];
    };
    if (auto visits = layOutVisits(steps, bytesOf, m_plan.residency.window)) {
        return std::move(*visits);
    }
    uint64_t most = 0;
    const ConstantStep* largest = nullptr;
    for (const ConstantStep& step : steps) {
        uint64_t bytes = 0;
        for (const size_t constant : step.constants) {
            bytes += bytesOf(constant);
        }
        if (bytes > most) {
            most = bytes;
            largest = &step;
        }
    }
    throw Error(ErrorKind::OutOfMemory,
        "A step reads constants of " + std::to_string(most) + " bytes together"
            + (largest != nullptr ? ", '" + m_infos[largest->constants.front()]->name + "' among them" : "")
            + ", for which the budget leaves " + std::to_string(m_plan.residency.window.sizeBytes())
            + "; load with a larger device budget");
}

void BudgetedConstants::bring(size_t constant, uint64_t offsetBytes, const std::stop_token& stop)
{
    pool().noteWriter(ring());
    pool().clear(offsetBytes, m_plan.sizes[constant]);
    try {
        bringTo(rangeAt(constant, offsetBytes), constant, stop);
    } catch (...) {
        const Error error = currentError();
        settleCopies(); // of its beginning: the place is another constant's next
        throw error;
    }
    pool().settle({this, constant}, offsetBytes, m_plan.sizes[constant]);
}

void BudgetedConstants::bringTo(
    const vulkan::BufferRange& place, size_t constant, const std::stop_token& stop)
{
    const Way& way = m_ways[constant];
    if (way.loader == nullptr) {
        noteClamped(constant, m_writer.write(*m_infos[constant], way.route, stop, place).clamped);
        return;
    }
    ExternalLoad load(m_device->meter(), {{constant, m_infos[constant], way.loader}});
    std::optional<ExternalLoad::Brought> brought;
    while (!brought) {
        brought = load.step(
            [&](size_t /*the only one*/) {
                return std::make_shared<DeviceDestination>(*m_infos[constant], way.route, m_memory, place);
            },
            stop);
    }
    noteClamped(constant, static_cast<DeviceDestination&>(*brought->destination).written().clamped);
}

void BudgetedConstants::noteClamped(size_t constant, std::shared_ptr<const ClampedCount> clamped)
{
    const std::scoped_lock lock(m_clampedMutex);
    m_clamped[constant] = std::move(clamped);
}

vulkan::QueuePoint BudgetedConstants::lastCopy()
{
    return m_memory->ring.lastPoint(vulkan::QueueKind::Transfer);
}

void BudgetedConstants::settleCopies() noexcept
{
    try {
        m_memory->ring.finish();
    } catch (...) {
        // The device takes nothing any more: the pool is lost with it.
    }
}

void BudgetedConstants::finish()
{
    try {
        m_writer.finish();
    } catch (...) {
        pool().leave(this); // whose bytes these are nobody knows
        throw;
    }
}

} // namespace weightless
