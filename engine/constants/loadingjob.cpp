// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/loadingjob.h"

#include "engine/base/error.h"
#include "engine/constants/budget/budgetplan.h"
#include "engine/constants/budget/devicepool.h"
#include "engine/constants/constantstore.h"
#include "engine/constants/loadorder.h"
#include "engine/constants/loadplanner.h"
#include "engine/constants/modes/conventionalload.h"
#include "engine/constants/modes/plannedload.h"

#include <algorithm>
#include <chrono>

namespace weightless {

LoadingJob::LoadingJob(std::shared_ptr<const vulkan::Device> device, std::shared_ptr<ConstantStore> store,
    LoadOptions options, std::shared_ptr<const ExternalDataManager> loaders,
    std::shared_ptr<ConstantCache> cache, std::shared_ptr<vulkan::PipelineLibrary> pipelines,
    std::shared_ptr<SharedPool> pools, std::function<void()> beforeGivingUp)
    : m_device(std::move(device))
    , m_store(std::move(store))
    , m_options(withModeOfPath(options))
    , m_loaders(std::move(loaders))
    , m_cache(std::move(cache))
    , m_pipelines(std::move(pipelines))
    , m_pools(std::move(pools))
    , m_beforeGivingUp(std::move(beforeGivingUp))
{
    m_report.mode = resolveMode(m_options.mode, m_device->traits());
}

LoadingJob::~LoadingJob() = default;

LoadPlan LoadingJob::plan() const
{
    LoadPlan plan =
        planLoad(*m_store, loadTermsFor(*m_device, m_options, m_loaders.get(), m_cache.get(), m_pools.get()));
    if (plan.budget && !plan.budget->problem.empty()) {
        throw Error(plan.budget->problemKind, plan.budget->problem);
    }
    return plan;
}

void LoadingJob::begin()
{
    m_device->meter()->resetPeaks();
    m_hostBytesBefore = m_device->meter()->snapshot().hostOverheadBytes();
    m_hollowings = m_store->hollowings();
    LoadPlan plan = this->plan(); // what cannot be is refused before anything is given up
    if (plan.givesUp) {
        if (m_beforeGivingUp) {
            m_beforeGivingUp();
        }
        m_store->giveUp();
        m_hollowings = m_store->hollowings();
        plan = this->plan();
    }
    m_generation = m_store->generation();
    m_store->describeSet(m_report);
    if (m_options.deviceBudget > 0 && !plan.budget && m_pools != nullptr) { // it fits without a pool
        m_store->keepClaim(m_pools->claim(m_store.get(), wholeArenaBytes(plan, *m_store)));
    }
    const LoadSite site {m_device, m_store, m_options, m_cache, m_pipelines, m_pools};
    m_strategy = plan.mode == LoadMode::Conventional ? makeConventionalLoad(site, std::move(plan))
                                                     : makePlannedLoad(site, std::move(plan));
    if (m_store->setCount() < m_store->count()) { // otherwise it stays as it was loaded
        m_store->noteBudget(m_options.deviceBudget);
    }
}

// Another load, whose files had changed, ended after this one was planned without what it had set.
bool LoadingJob::lacksWhatOthersTookBack() const
{
    return m_store->hollowings() != m_hollowings && m_store->generation() == m_generation
        && !loadableConstants(*m_store, m_options.order).empty();
}

bool LoadingJob::step(const std::stop_token& stop)
{
    const auto start = std::chrono::steady_clock::now();
    const auto account = [&] {
        m_report.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        // Of all jobs together: what others gave back since this one began may be more than it takes.
        const uint64_t peak = m_device->meter()->hostOverheadPeak();
        m_report.hostOverheadPeakBytes =
            std::max(m_report.hostOverheadPeakBytes, peak - std::min(peak, m_hostBytesBefore));
    };
    try {
        if (!m_strategy) {
            begin();
        }
        if (m_store->generation() != m_generation) {
            throw Error(
                ErrorKind::InvalidState, "The graph was unloaded since this load began; begin another one");
        }
        m_device->throwIfLost(); // memory that the CPU writes in place would not tell
        bool isMore = m_strategy->step(stop, m_report);
        if (!isMore && lacksWhatOthersTookBack()) {
            m_strategy.reset(); // the next step plans what is missing
            isMore = true;
        }
        if (!isMore) {
            m_store->settle();
            m_report.clamped = m_store->clampedConstants();
        }
        account();
        return isMore;
    } catch (...) {
        account();
        throw currentError();
    }
}

void LoadingJob::run(const std::stop_token& stop, const std::function<void(const LoadProgress&)>& onProgress)
{
    for (bool isMore = true; isMore;) {
        isMore = step(stop);
        if (onProgress) {
            onProgress(progress());
        }
    }
}

LoadProgress LoadingJob::progress() const
{
    LoadProgress progress;
    progress.constantsSet = m_store->setCount();
    progress.constantCount = m_store->count();
    const uint64_t setBytes = m_store->setBytes();
    progress.bytesSet = setBytes - std::min(setBytes, m_report.onDemandBytes);
    progress.byteCount = m_store->totalBytes() - std::min(m_store->totalBytes(), m_report.onDemandBytes);
    if (m_strategy) {
        m_strategy->describe(progress);
    }
    return progress;
}

LoadReport LoadingJob::report() const
{
    return m_report;
}

} // namespace weightless
