// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/loadplanner.h"

#include "engine/base/bytes.h"
#include "engine/constants/budget/budgetplan.h"
#include "engine/constants/conversion/elementconversion.h"
#include "engine/constants/loadorder.h"
#include "engine/vulkan/weightarena.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace weightless {

namespace {

// A file range whose pages can be bound in place once the file is imported: raw, within the file, and aligned
// to its elements.
bool isImportable(const ConstantInfo& constant)
{
    const auto* range = std::get_if<FileRange>(&constant.source.range);
    const uint64_t elementBytes = std::max(bitWidth(constant.descriptor.type) / 8, 1u);
    return range != nullptr && constant.source.encoding == SourceEncoding::Raw && range->lengthBytes > 0
        && !isConverted(constant) && range->lengthBytes == constant.sizeBytes
        && range->offsetBytes % elementBytes == 0 && range->lengthBytes <= range->file->identity.sizeBytes
        && range->offsetBytes <= range->file->identity.sizeBytes - range->lengthBytes;
}

// The pages to import, file by file.
class Imports {
public:
    Imports(const ConstantStore& store, const LoadTerms& terms)
        : m_store(store)
        , m_terms(terms)
    {
    }

    // Windows for these importable constants, as far as they can have one. Once.
    void add(const std::vector<size_t>& constants)
    {
        std::vector<std::vector<ByteRange>> ranges;
        for (const size_t index : constants) {
            const auto& range = std::get<FileRange>(m_store.info(index).source.range);
            if (!m_places.contains(range.file) && m_files.size() >= m_terms.mostBoundFiles) {
                continue;
            }
            const auto [place, isNew] = m_places.emplace(range.file, m_files.size());
            if (isNew) {
                m_files.push_back({range.file, {}});
                ranges.emplace_back();
            }
            ranges[place->second].push_back({range.offsetBytes, range.offsetBytes + range.lengthBytes});
        }
        for (size_t i = 0; i < m_files.size(); ++i) {
            const ImportLimits limits =
                importLimitsFor(m_terms.traits, m_files[i].reference->identity.sizeBytes);
            m_files[i].windows = planImportWindows(std::move(ranges[i]), limits, importGapBytes);
        }
    }

    [[nodiscard]] bool contains(const ConstantInfo& constant) const
    {
        const auto* range = std::get_if<FileRange>(&constant.source.range);
        const auto place = isImportable(constant) ? m_places.find(range->file) : m_places.end();
        if (place == m_places.end()) {
            return false;
        }
        const std::vector<ByteRange>& windows = m_files[place->second].windows;
        return std::ranges::any_of(windows, [&](const ByteRange& window) {
            return range->offsetBytes >= window.beginBytes
                && range->offsetBytes + range->lengthBytes <= window.endBytes;
        });
    }

    [[nodiscard]] bool hasFileOf(const ConstantInfo& importable) const
    {
        return m_places.contains(std::get<FileRange>(importable.source.range).file);
    }

    [[nodiscard]] std::vector<PlannedFile> take() && { return std::move(m_files); }

private:
    const ConstantStore& m_store;
    const LoadTerms& m_terms;
    std::map<std::shared_ptr<const FileReference>, size_t> m_places; // in m_files
    std::vector<PlannedFile> m_files;
};

class Planner {
public:
    Planner(const ConstantStore& store, const LoadTerms& terms, bool givesUp)
        : m_store(store)
        , m_terms(terms)
        , m_shares(terms.options.mode != LoadMode::Conventional && !terms.options.forcedPath)
        , m_imports(store, terms)
    {
        m_plan.mode = resolveMode(terms.options.mode, terms.traits);
        m_plan.mostFiles = terms.mostBoundFiles;
        m_plan.givesUp = givesUp;
        m_mayImport = m_plan.mode == LoadMode::ZeroCopy && terms.canBindPages;
    }

    [[nodiscard]] LoadPlan plan() &&
    {
        std::vector<PlannedConstant> own;
        std::vector<PlannedConstant> brought;
        std::vector<size_t> toImport;
        for (const size_t index : loadableConstants(m_store, m_terms.options.order, m_plan.givesUp)) {
            PlannedConstant planned = wayOfItsOwn(index);
            if (planned.loader != nullptr) {
                brought.push_back(std::move(planned));
                continue;
            }
            const bool isThere = planned.path == LoadPath::Shared;
            if (m_mayImport && !isThere && isImportable(m_store.info(index))) {
                toImport.push_back(index);
            }
            own.push_back(std::move(planned));
        }
        m_imports.add(toImport);
        for (PlannedConstant& planned : own) {
            settle(planned);
            m_plan.constants.push_back(std::move(planned));
        }
        std::ranges::move(brought, std::back_inserter(m_plan.constants));
        m_plan.files = std::move(m_imports).take();
        return std::move(m_plan);
    }

private:
    // Brought by a loader, there as bound pages, or copied.
    [[nodiscard]] PlannedConstant wayOfItsOwn(size_t index) const
    {
        const ConstantInfo& constant = m_store.info(index);
        const bool isConventional = m_plan.mode == LoadMode::Conventional;
        PlannedConstant planned;
        planned.constant = index;
        planned.route = copyRouteOf(constant, m_terms);
        planned.path = isConventional ? LoadPath::Conventional : pathOf(constant, planned.route);
        if (m_terms.loaders != nullptr) {
            const MemoryKind kind = isConventional ? MemoryKind::HostVisible : memoryKindOf(planned.route);
            planned.loader = m_terms.loaders->find(constant.source, kind);
        }
        if (planned.loader == nullptr && m_mayImport && isImportable(constant)) {
            planned.shared = cached(constant, true);
            planned.path = planned.shared ? LoadPath::Shared : planned.path;
        }
        return planned;
    }

    // Once every window is known: imported, or shared with what is there or comes before.
    void settle(PlannedConstant& planned)
    {
        if (planned.path == LoadPath::Shared) {
            return;
        }
        const ConstantInfo& constant = m_store.info(planned.constant);
        const bool isImported = m_mayImport && m_imports.contains(constant);
        if (isImported) {
            planned.path = LoadPath::Imported;
        }
        planned.lacksHandle = m_mayImport && isImportable(constant) && !m_imports.hasFileOf(constant);
        const auto key = m_shares ? keyOf(constant, isImported) : std::nullopt;
        if (!key) {
            return;
        }
        planned.shared = isImported ? nullptr : cached(constant, false);
        const auto [original, isFirst] = m_originals.emplace(*key, m_plan.constants.size());
        if (planned.shared != nullptr || !isFirst) {
            planned.path = LoadPath::Shared;
            planned.original = original->second;
        }
    }

    // What is given up may be there, too, until it is.
    [[nodiscard]] std::shared_ptr<const ConstantStorage> cached(
        const ConstantInfo& constant, bool isImported) const
    {
        const bool isAsked = m_shares && m_terms.cache != nullptr && (isImported || !m_plan.givesUp);
        const auto key = isAsked ? keyOf(constant, isImported) : std::nullopt;
        return key ? m_terms.cache->find(*key) : nullptr;
    }

    const ConstantStore& m_store;
    const LoadTerms& m_terms;
    bool m_shares; // a job whose path is forced shares nothing: every byte takes that path
    bool m_mayImport = false;
    Imports m_imports;
    std::map<ConstantKey, size_t> m_originals; // positions in the plan
    LoadPlan m_plan;
};

} // namespace

LoadPlan planLoad(const ConstantStore& store, const LoadTerms& terms)
{
    const auto planned = [&](bool givesUp) {
        LoadPlan plan = Planner(store, terms, givesUp).plan();
        applyBudget(plan, store, terms);
        return plan;
    };
    LoadPlan plan = planned(isPoolGivenUp(store, terms));
    const bool mayGiveUp = plan.budget && !plan.givesUp && store.pool() == nullptr
        && store.setCount() < store.count() && store.unset(true).size() > store.unset().size();
    if (mayGiveUp) { // what loads without a pool have copied is in its way, and may not be what is best to
                     // stay
        LoadPlan anew = planned(true);
        const bool helps = !anew.budget || anew.budget->problem.empty() || !plan.budget->problem.empty();
        return helps ? anew : plan;
    }
    return plan;
}

} // namespace weightless
