// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/modes/plannedload.h"

#include "engine/base/error.h"
#include "engine/constants/budget/budgetedconstants.h"
#include "engine/constants/import/importedfile.h"
#include "engine/constants/loaderror.h"
#include "engine/constants/loaders/externalload.h"
#include "engine/constants/modes/unconfirmed.h"
#include "engine/constants/sharedconstants.h"
#include "engine/constants/transfer/devicewriter.h"

#include <algorithm>
#include <map>
#include <utility>

namespace weightless {

namespace {

class PlannedLoad final : public LoadStrategy {
public:
    PlannedLoad(const LoadSite& site, LoadPlan plan)
        : m_site(site)
        , m_plan(std::move(plan))
        , m_budget(budgetFor(site, m_plan))
        , m_storages(m_plan.constants.size())
        , m_arena(site.store->arena(site.device))
        , m_shared(site.cache, site.options)
        , m_memory(std::make_shared<TransferMemory>(
              site.device, site.options, m_arena, site.pipelines, leastSliceBytesOf(*site.store)))
        , m_writer(site.device->meter(), site.options, m_memory)
        , m_external(site.device->meter(), ExternalLoad::wantedOf(m_plan, *site.store))
    {
        m_arena->expect(arenaBytes(m_plan, *site.store));
        for (const PlannedConstant& planned : m_plan.constants) {
            const uint64_t bytes = site.store->info(planned.constant).sizeBytes;
            m_plannedBytes += bytes;
            if (isPooled(m_plan, planned) && m_budget->sourceOf(planned.constant) == planned.constant
                && !m_budget->residency().stays(planned.constant)) {
                m_onDemandBytes += bytes;
            }
        }
    }

    ~PlannedLoad() override
    {
        try {
            if (!m_isFinished && m_unconfirmed.giveUp(*m_writer.files())) {
                m_shared.publishDirect();
            }
        } catch (...) {
            // Of want of memory: the constants are set, and the next load asks for more of it.
        }
    }
    PlannedLoad(const PlannedLoad&) = delete;
    PlannedLoad& operator=(const PlannedLoad&) = delete;

    bool step(const std::stop_token& stop, LoadReport& report) override
    {
        leaveOutSet();
        if (remaining() > 0) {
            setNext(stop, report);
        }
        if (remaining() == 0 && !m_isFinished) { // the caller set the last of them
            finish();
        }
        return remaining() > 0;
    }

    void describe(LoadProgress& progress) const override
    {
        const size_t total = m_plan.constants.size();
        progress.phase = "setting";
        progress.phaseFraction =
            total == 0 ? 1.0 : static_cast<double>(total - remaining()) / static_cast<double>(total);
        progress.fraction = remaining() == 0
            ? 1.0
            : static_cast<double>(m_setBytes) / static_cast<double>(std::max<uint64_t>(m_plannedBytes, 1));
        progress.currentConstant = m_current;
        progress.byteCount -= std::min(progress.byteCount, m_onDemandBytes);
    }

private:
    static std::shared_ptr<BudgetedConstants> budgetFor(const LoadSite& site, LoadPlan& plan)
    {
        if (!plan.budget) {
            return nullptr;
        }
        std::shared_ptr<BudgetedConstants> budget = BudgetedConstants::of(*site.store);
        if (budget == nullptr) {
            const auto pools = site.pools ? site.pools : std::make_shared<SharedPool>();
            budget = std::make_shared<BudgetedConstants>(
                site, plan, pools->take(site.device, plan.budget->poolBytes, plan.budget->budgetBytes));
            site.store->setPool(budget);
            budget->pool().noteWindow(
                budget->residency().visits.empty() ? 0 : budget->residency().window.sizeBytes());
        }
        return budget;
    }

    struct Brought {
        std::shared_ptr<const ConstantStorage> storage;
        LoadPath path = LoadPath::Imported;
        std::string loader = {};
    };

    void setNext(const std::stop_token& stop, LoadReport& report)
    {
        const ConstantStore& store = *m_site.store;
        const bool isLast = remaining() == 1 || store.setCount() + 1 == store.count();
        if (m_next < m_ownCount) {
            requireNoStop(stop);
            const PlannedConstant& planned = m_plan.constants[m_next];
            m_current = planned.constant;
            if (isPooled(m_plan, planned)) {
                admit(m_next, isLast, stop, report);
            } else {
                set(m_next, bring(planned, stop), isLast, report);
            }
            m_plan.constants[m_next++].shared.reset();
        } else {
            bringExternal(isLast, stop, report);
        }
    }

    // What the caller has set meanwhile is no part of the load any more.
    void leaveOutSet()
    {
        const ConstantStore& store = *m_site.store;
        if (store.setCount() != m_setCount || store.hollowings() != m_hollowings) {
            m_hollowings = store.hollowings();
            const auto isSet = [&](size_t place) { return store.isSet(m_plan.constants[place].constant); };
            m_leftOut = 0;
            for (size_t place = m_next; place < m_ownCount; ++place) {
                m_leftOut += isSet(place) ? 1 : 0;
            }
            m_external.leaveOut(isSet);
            if (m_complete && isSet(m_complete->place)) {
                m_complete.reset();
            }
            m_setCount = store.setCount();
        }
        while (m_leftOut > 0 && store.isSet(m_plan.constants[m_next].constant)) {
            m_plan.constants[m_next++].shared.reset();
            --m_leftOut;
        }
    }

    // Constants that loaders bring lie at the end of the plan and come in the loader's order.
    [[nodiscard]] size_t remaining() const
    {
        return m_ownCount - m_next - m_leftOut + m_external.remaining() + (m_complete ? 1 : 0);
    }

    Brought bring(const PlannedConstant& planned, const std::stop_token& stop)
    {
        const ConstantInfo& constant = m_site.store->info(planned.constant);
        if (planned.path == LoadPath::Shared) {
            if (auto there = planned.shared ? planned.shared : m_storages[planned.original].lock()) {
                return {std::move(there), LoadPath::Shared};
            }
        }
        if (planned.path == LoadPath::Imported) {
            if (auto storage = import(constant)) {
                return {m_shared.keep(constant, std::move(*storage), LoadPath::Imported), LoadPath::Imported};
            }
        }
        requireNotForced(planned);
        if (planned.path == LoadPath::Imported) {
            if (auto shared = m_shared.find(constant, false)) {
                return {std::move(shared), LoadPath::Shared};
            }
            expectCopies();
        }
        const DeviceWriter::Written written =
            m_writer.write(constant, planned.route, copiedNext(planned), stop);
        return {m_shared.keep(constant, written.storage(), written.path), written.path};
    }

    // The constants behind it in the plan that are copied, too.
    [[nodiscard]] std::vector<DeviceWriter::Coming> copiedNext(const PlannedConstant& planned) const
    {
        std::vector<DeviceWriter::Coming> next;
        if (m_writer.isThere(m_site.store->info(planned.constant))) {
            return next;
        }
        uint64_t bytes = 0;
        for (size_t place = m_next + 1; place < m_ownCount; ++place) {
            const PlannedConstant& other = m_plan.constants[place];
            if (other.path == LoadPath::Shared) {
                continue;
            }
            if (other.path == LoadPath::Imported || isPooled(m_plan, other)
                || bytes > DeviceWriter::mostBytesTogether) {
                break;
            }
            next.push_back({&m_site.store->info(other.constant), other.route});
            bytes += next.back().constant->sizeBytes;
        }
        return next;
    }

    // What comes and goes is ready once its source is known to be there. So is what stays while other graphs
    // have the pool: the first run brings it.
    void admit(size_t place, bool isLast, const std::stop_token& stop, LoadReport& report)
    {
        const PlannedConstant& planned = m_plan.constants[place];
        requireNotForced(planned); // what a budget is for is copied
        const size_t source = m_budget->sourceOf(planned.constant);
        const ConstantInfo& constant = m_site.store->info(planned.constant);
        const auto& home = m_budget->residency().places[source];
        std::optional<LoadPath> path;
        if (source != planned.constant) {
            path = LoadPath::Shared;
        } else if (home && m_budget->pool().isFreeFor(m_budget.get())) {
            m_budget->pool().waitForReaders(stop);
            m_budget->bring(source, *home, stop);
            path = planned.path;
        } else {
            m_writer.checkSource(constant);
            report.onDemandBytes += constant.sizeBytes;
            m_onDemandBytes -= home ? 0 : constant.sizeBytes;
        }
        if (isLast) {
            finish();
        } else {
            m_site.store->noteRing(m_budget->ring());
        }
        const std::string loader(path && planned.loader ? planned.loader->name() : std::string_view());
        m_site.store->setBudgeted(planned.constant, path, loader);
        note(constant, path, loader, report);
    }

    std::optional<ConstantStorage> import(const ConstantInfo& constant)
    {
        const auto& range = std::get<FileRange>(constant.source.range);
        auto found = m_files.find(range.file);
        if (found == m_files.end()) {
            const auto planned = std::ranges::find(m_plan.files, range.file, &PlannedFile::reference);
            found =
                m_files.emplace(range.file, ImportedFile(m_site.device, *range.file, planned->windows)).first;
        }
        return found->second.storageOf(range);
    }

    // In place of bound pages: a driver that refuses some refuses others.
    void expectCopies()
    {
        if (!std::exchange(m_wasRefused, true)) {
            m_arena->expectMore(importedBytesFrom(m_next));
        }
    }

    [[nodiscard]] uint64_t importedBytesFrom(size_t place) const
    {
        uint64_t bytes = 0;
        for (; place < m_plan.constants.size(); ++place) {
            if (m_plan.constants[place].path == LoadPath::Imported) {
                bytes += vulkan::WeightArena::bytesOf(
                    m_site.store->info(m_plan.constants[place].constant).sizeBytes);
            }
        }
        return bytes;
    }

    void requireNotForced(const PlannedConstant& planned) const
    {
        std::string refusal = refusalOf(m_plan, planned, *m_site.store, m_site.options);
        if (!refusal.empty()) {
            throw Error(ErrorKind::Unsupported, std::move(refusal));
        }
    }

    void bringExternal(bool isLast, const std::stop_token& stop, LoadReport& report)
    {
        requireNotForced(m_plan.constants[m_ownCount]);
        if (!m_complete) {
            m_complete = m_external.step(
                [this](size_t place) {
                    const PlannedConstant& planned = m_plan.constants[place];
                    return std::make_shared<DeviceDestination>(
                        m_site.store->info(planned.constant), planned.route, m_memory);
                },
                stop);
        }
        if (!m_complete) {
            return;
        }
        if (m_site.store->isSet(m_plan.constants[m_complete->place].constant)) { // while it was on its way
            m_complete.reset();
            return;
        }
        m_current = m_plan.constants[m_complete->place].constant;
        const DeviceDestination::Written written =
            static_cast<DeviceDestination&>(*m_complete->destination).written();
        auto storage = std::make_shared<const ConstantStorage>(written.storage());
        set(m_complete->place, {std::move(storage), written.path, m_complete->loader}, isLast, report);
        m_complete.reset();
    }

    void set(size_t place, Brought brought, bool isLast, LoadReport& report)
    {
        if (isLast) {
            finish();
        }
        m_writer.noteStaging(report);
        const size_t constant = m_plan.constants[place].constant;
        const uint64_t bytes = m_site.store->info(constant).sizeBytes;
        m_storages[place] = brought.storage;
        if (!isLast) {
            m_site.store->noteRing({m_memory, &m_memory->ring}, m_writer.files());
        }
        m_site.store->set(constant, std::move(brought.storage), brought.path, brought.loader);
        m_unconfirmed.note(constant);
        if (m_plan.constants[place].path == LoadPath::Imported && brought.path != LoadPath::Imported) {
            report.refusedBytes += bytes;
        }
        note(m_site.store->info(constant), brought.path, brought.loader, report);
    }

    void note(const ConstantInfo& constant, std::optional<LoadPath> path, const std::string& loader,
        LoadReport& report)
    {
        m_setBytes += constant.sizeBytes;
        ++m_setCount;
        if (path) {
            report.bytesByPath[static_cast<size_t>(*path)] += constant.sizeBytes;
        }
        if (!loader.empty()) {
            report.bytesByLoader[loader] += constant.sizeBytes;
        }
        ++report.constantCount;
    }

    // A graph may be dispatched as soon as its last constant is set.
    void finish()
    {
        m_writer.finish();
        m_site.store->forgetRing(m_memory->ring);
        if (m_budget) { // whatever the last constant is
            m_budget->finish();
            m_site.store->forgetRing(*m_budget->ring());
        }
        m_site.store->settle(); // of other loads, should there be some that neither go on nor end
        m_shared.publish();
        std::ignore = m_site.store->unchangedMappings();
        m_isFinished = true;
    }

    LoadSite m_site;
    LoadPlan m_plan;
    Unconfirmed m_unconfirmed {m_site.store, m_plan.constants.size()};
    std::shared_ptr<BudgetedConstants> m_budget; // null without one
    // Before those that loaders bring together. A pool's come one by one, whoever brings them.
    size_t m_ownCount =
        static_cast<size_t>(std::ranges::count_if(m_plan.constants, [this](const PlannedConstant& planned) {
            return planned.loader == nullptr || isPooled(m_plan, planned);
        }));
    size_t m_next = 0; // of those
    size_t m_leftOut = 0; // of those from m_next on: the caller has set them
    size_t m_setCount = m_site.store->setCount(); // as far as this load knows
    uint64_t m_hollowings = m_site.store->hollowings(); // as far as it knows
    bool m_isFinished = m_plan.constants.empty();
    uint64_t m_plannedBytes = 0; // of all
    uint64_t m_setBytes = 0; // of those
    uint64_t m_onDemandBytes = 0; // of those not set yet, what comes while the graph runs
    std::optional<size_t> m_current;
    std::vector<std::weak_ptr<const ConstantStorage>> m_storages; // of those set, by place
    std::shared_ptr<vulkan::WeightArena> m_arena;
    SharedConstants m_shared;
    std::map<std::shared_ptr<const FileReference>, ImportedFile> m_files;
    bool m_wasRefused = false;
    std::shared_ptr<TransferMemory> m_memory;
    DeviceWriter m_writer;
    ExternalLoad m_external;
    std::optional<ExternalLoad::Brought> m_complete; // and not set: the step failed, or is under way
};

} // namespace

std::unique_ptr<LoadStrategy> makePlannedLoad(const LoadSite& site, LoadPlan plan)
{
    return std::make_unique<PlannedLoad>(site, std::move(plan));
}

} // namespace weightless
