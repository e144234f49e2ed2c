// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/compare/diffparts.h"
#include "engine/compare/valuediff.h"
#include "engine/inspection/tensorvalues.h"

#include <algorithm>
#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace weightless {

namespace {

using Constant = std::shared_ptr<const ConstantInfo>;

class ConstantDiff {
public:
    ConstantDiff(const ConstantList& before, const ConstantList& after, const DiffOptions& options,
        ModelDiff& diff, ConstantMeanings& meanings)
        : m_before(before)
        , m_after(after)
        , m_options(options)
        , m_diff(diff)
        , m_meanings(meanings)
    {
        for (const Constant& constant : before.constants) {
            m_diff.bytesBefore += constant->sizeBytes;
        }
        for (const Constant& constant : after.constants) {
            m_diff.bytesAfter += constant->sizeBytes;
        }
    }

    void run()
    {
        std::vector<Constant> removed;
        const auto partners = samePaths();
        // Bodies may each have one of the same name: besides, the first goes with the first.
        std::unordered_set<const ConstantInfo*> unmatched;
        std::unordered_map<std::string, std::vector<Constant>> later;
        for (const Constant& constant : m_after.constants) {
            unmatched.insert(constant.get());
        }
        for (const auto& [constant, partner] : partners) {
            unmatched.erase(partner.get());
        }
        for (auto constant = m_after.constants.rbegin(); constant != m_after.constants.rend(); ++constant) {
            if (unmatched.contains(constant->get())) {
                later[(*constant)->name].push_back(*constant);
            }
        }
        for (const Constant& constant : m_before.constants) {
            Constant other;
            std::vector<Constant>& waiting = later[constant->name];
            if (const auto same = partners.find(constant.get()); same != partners.end()) {
                other = same->second;
            } else if (!waiting.empty()) {
                other = waiting.back();
                waiting.pop_back();
            } else {
                removed.push_back(constant);
                continue;
            }
            unmatched.erase(other.get());
            m_meanings.emplace(constant.get(), &constant->name);
            m_meanings.emplace(other.get(), &constant->name);
            compare(constant, other);
        }
        std::vector<Constant> added;
        for (const Constant& constant : m_after.constants) {
            if (unmatched.contains(constant.get())) {
                added.push_back(constant);
            }
        }
        if (m_options.comparesValues) {
            matchRenamed(removed, added);
        }
        for (const Constant& constant : removed) {
            add(DifferenceKind::Removed, constant, nullptr);
        }
        for (const Constant& constant : added) {
            add(DifferenceKind::Added, nullptr, constant);
        }
    }

private:
    // Of constants of the first model that share their name, those of the second in the same place.
    std::unordered_map<const ConstantInfo*, Constant> samePaths() const
    {
        std::unordered_map<std::string, Constant> places;
        for (const Constant& constant : m_after.constants) {
            places.emplace(m_after.nameOf(*constant), constant);
        }
        std::unordered_map<const ConstantInfo*, Constant> partners;
        for (const Constant& constant : m_before.constants) {
            if (const auto path = m_before.paths.find(constant.get()); path != m_before.paths.end()) {
                const auto place = places.find(path->second);
                if (place != places.end() && place->second->name == constant->name) {
                    partners.emplace(constant.get(), place->second);
                }
            }
        }
        return partners;
    }

    // One of them may be null, not both.
    void add(DifferenceKind kind, const Constant& a, const Constant& b,
        const ValueDifferences& differences = {}, std::string details = {})
    {
        m_diff.constants.push_back({.kind = kind,
            .name = a ? m_before.nameOf(*a) : m_after.nameOf(*b),
            .otherName = a && b && a->name != b->name ? m_after.nameOf(*b) : std::string(),
            .before = a ? a->descriptor : TensorDescriptor {},
            .after = b ? b->descriptor : TensorDescriptor {},
            .bytesBefore = a ? a->sizeBytes : 0,
            .bytesAfter = b ? b->sizeBytes : 0,
            .changedElements = differences.elements,
            .largestDifference = differences.largest,
            .nonFiniteElements = differences.nonFinite,
            .zeroSigns = differences.zeroSigns,
            .details = std::move(details),
            .constantBefore = a.get(),
            .constantAfter = b.get()});
    }

    void addEqual(const ConstantInfo& constant)
    {
        ++m_diff.equalConstants;
        m_diff.equalBytes += constant.sizeBytes;
    }

    void compare(const Constant& a, const Constant& b)
    {
        const bool isOneType = a->descriptor == b->descriptor && storedDescriptor(*a) == storedDescriptor(*b);
        if (!isOneType && (!m_options.comparesValues || !canCompareTypes(*a, *b))) {
            add(DifferenceKind::Changed, a, b);
            return;
        }
        if (!m_options.comparesValues) {
            addEqual(*a);
            return;
        }
        const auto onBytes = [this](uint64_t bytes) {
            m_doneBytes += bytes;
            if (m_options.onProgress) {
                m_options.onProgress(std::min(m_doneBytes, m_diff.bytesBefore), m_diff.bytesBefore);
            }
        };
        try {
            const ValueDifferences differences = differencesOf(a, b, false, onBytes, m_options.stop);
            if (differences.elements > 0 || !isOneType) {
                add(DifferenceKind::Changed, a, b, differences);
                m_diff.constants.back().hasSameValues = differences.elements == 0;
            } else {
                addEqual(*a);
            }
        } catch (const Error& error) {
            unread(error, a, b);
        }
    }

    void unread(const Error& error, const Constant& a, const Constant& b)
    {
        if (error.kind() == ErrorKind::Cancelled) {
            throw error;
        }
        add(DifferenceKind::Unread, a, b, {}, error.message());
    }

    // Of one content, in file order.
    struct Alike {
        Constant first;
        std::vector<Constant*> constants; // those that got a partner are null
        size_t matched = 0;
        const std::string* meaning = nullptr; // once one of the first model is known to be the same
    };

    // Of those without a partner the ones with the same type, shape and values. Any of several that are the
    // same may stand for any other where they are used.
    void matchRenamed(std::vector<Constant>& removed, std::vector<Constant>& added)
    {
        // By how they begin: each is read once, and compared with those that may be equal to it.
        std::unordered_map<std::string, std::vector<Alike>> candidates;
        std::vector<std::string> beginnings(removed.size());
        for (size_t i = 0; i < removed.size(); ++i) {
            beginnings[i] = beginningOf(removed[i]);
            candidates.try_emplace(beginnings[i]);
        }
        candidates.erase(std::string()); // unread
        for (Constant& b : added) {
            if (const auto found = candidates.find(beginningOf(b)); found != candidates.end()) {
                Alike* alike = find(found->second, b);
                (alike != nullptr ? *alike : found->second.emplace_back(b)).constants.push_back(&b);
            }
        }
        for (size_t i = 0; i < removed.size(); ++i) {
            Constant& a = removed[i];
            const auto found = candidates.find(beginnings[i]);
            Alike* alike = found == candidates.end() ? nullptr : find(found->second, a);
            if (alike == nullptr) {
                continue;
            }
            if (alike->meaning == nullptr) {
                alike->meaning = &a->name;
                for (const Constant* b : alike->constants) {
                    m_meanings.emplace(b->get(), alike->meaning);
                }
            }
            m_meanings.emplace(a.get(), alike->meaning);
            if (alike->matched < alike->constants.size()) {
                Constant& b = *alike->constants[alike->matched++];
                add(DifferenceKind::Renamed, a, b);
                a.reset();
                b.reset();
            }
        }
        std::erase(removed, nullptr);
        std::erase(added, nullptr);
    }

    Alike* find(std::vector<Alike>& candidates, const Constant& constant)
    {
        const auto found = std::ranges::find_if(
            candidates, [&](const Alike& alike) { return isSame(constant, alike.first); });
        return found == candidates.end() ? nullptr : &*found;
    }

    // Equal for equal constants; empty where nothing can be read, which is told as removed and added.
    std::string beginningOf(const Constant& constant) const
    {
        try {
            TensorReader reader({constant, nullptr});
            const uint64_t count = std::min<uint64_t>(reader.tensor().elementCount(), beginningElements);
            const HostTensor values = reader.read(0, count, m_options.stop);
            std::string bytes(reinterpret_cast<const char*>(values.bytes.data()), values.bytes.size());
            for (const std::string& text : values.strings) {
                bytes += text + '\0';
            }
            return toString(constant->descriptor) + '/' + toString(storedDescriptor(*constant)) + '/'
                + std::to_string(std::hash<std::string> {}(bytes));
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::Cancelled) {
                throw;
            }
            return {};
        }
    }

    bool isSame(const Constant& a, const Constant& b)
    {
        if (a->descriptor != b->descriptor || storedDescriptor(*a) != storedDescriptor(*b)) {
            return false;
        }
        try {
            return differencesOf(a, b, true, {}, m_options.stop).elements == 0;
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::Cancelled) {
                throw;
            }
            return false; // told as removed and added
        }
    }

    const ConstantList& m_before;
    const ConstantList& m_after;
    const DiffOptions& m_options;
    ModelDiff& m_diff;
    ConstantMeanings& m_meanings;
    uint64_t m_doneBytes = 0;
};

} // namespace

void diffConstants(const ConstantList& before, const ConstantList& after, const DiffOptions& options,
    ModelDiff& diff, ConstantMeanings& meanings)
{
    ConstantDiff(before, after, options, diff, meanings).run();
}

} // namespace weightless
