// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/budget/residency.h"

#include <algorithm>
#include <functional>

namespace weightless {

namespace {

constexpr size_t mostTried = 40000; // choices, each constant of one counted
constexpr size_t mostNeeds = 8; // windows that are tried, each at three sizes

// Every set of constants that has to lie in the pool at once.
std::vector<std::vector<size_t>> sharedPlaces(const ConstantUses& uses)
{
    std::vector<std::vector<size_t>> sets = uses.laterNodes;
    for (const auto* steps : {&uses.steps, &uses.onceSteps}) {
        for (const ConstantStep& step : *steps) {
            sets.push_back(step.constants);
        }
    }
    return sets;
}

class ResidencyPlanner {
public:
    explicit ResidencyPlanner(const ResidencyTerms& terms)
        : m_terms(terms)
        , m_steps(terms.uses.steps)
        , m_sets(sharedPlaces(terms.uses))
        , m_isNeeded(terms.sizes.size())
    {
        for (const std::vector<size_t>& node : terms.uses.laterNodes) {
            m_steps.push_back({node, 0});
        }
        for (const size_t constant : terms.uses.alwaysNeeded) {
            m_isNeeded[constant] = true;
        }
    }

    std::optional<Residency> plan()
    {
        std::optional<Residency> best = withResidents(std::vector<bool>(m_terms.sizes.size(), true));
        if (best) {
            return best; // everything stays
        }
        std::vector<Residency> candidates;
        for (const uint64_t window : windows()) {
            if (auto candidate = withWindow(window)) {
                candidates.push_back(std::move(*candidate));
            }
        }
        std::ranges::stable_sort(
            candidates, [](const Residency& a, const Residency& b) { return isBetter(a.run, b.run); });
        size_t tries = mostTried / std::max<size_t>(m_terms.sizes.size(), 1);
        for (Residency& candidate : candidates) {
            improve(candidate, tries);
            if (!best || isBetter(candidate.run, best->run)) {
                best = std::move(candidate);
            }
        }
        return best;
    }

    [[nodiscard]] uint64_t mostAtOnce(const std::vector<bool>& stays) const
    {
        uint64_t most = 0;
        for (const auto& set : m_sets) {
            most = std::max(most, bytesOf(set, stays));
        }
        return most;
    }

    [[nodiscard]] const std::vector<bool>& needed() const { return m_isNeeded; }

private:
    static bool isBetter(const RunEstimate& a, const RunEstimate& b)
    {
        constexpr double same = 1e-9; // seconds
        return a.seconds < b.seconds - same
            || (a.seconds < b.seconds + same && a.broughtBytes < b.broughtBytes);
    }

    [[nodiscard]] uint64_t bytesOf(const std::vector<size_t>& set, const std::vector<bool>& stays) const
    {
        uint64_t bytes = 0;
        for (const size_t constant : set) {
            bytes += stays[constant] ? 0 : m_terms.sizes[constant];
        }
        return bytes;
    }

    // What some step needs at once, and multiples of it, so that what comes next finds room meanwhile.
    [[nodiscard]] std::vector<uint64_t> windows() const
    {
        std::vector<uint64_t> needs;
        for (const auto& set : m_sets) {
            needs.push_back(bytesOf(set, m_isNeeded));
        }
        if (needs.empty()) {
            needs.push_back(0); // no step: a dimension is 0
        }
        std::ranges::sort(needs);
        needs.erase(std::ranges::unique(needs).begin(), needs.end());
        std::vector<uint64_t> windows;
        const size_t count = std::min(needs.size(), mostNeeds);
        for (size_t i = 0; i < count; ++i) {
            const size_t place = needs.size() - 1 - i * (needs.size() - 1) / std::max<size_t>(count - 1, 1);
            for (const uint64_t times : {1, 2, 4}) {
                windows.push_back(needs[place] * times);
            }
        }
        std::ranges::sort(windows);
        windows.erase(std::ranges::unique(windows).begin(), windows.end());
        if (windows.size() > 1) {
            std::erase(windows, 0); // the only one where no step reads any of them
        }
        return windows;
    }

    std::optional<Residency> withWindow(uint64_t windowBytes)
    {
        std::vector<bool> stays = m_isNeeded;
        if (windowBytes > m_terms.poolBytes || !fitInto(windowBytes, stays)) {
            return std::nullopt;
        }
        const uint64_t forced = residentBytes(stays);
        if (forced > m_terms.poolBytes - windowBytes) {
            return std::nullopt;
        }
        const std::vector<double> worths = worthsBeside(stays, windowBytes);
        std::vector<Worth> things;
        std::vector<size_t> constants;
        for (size_t constant = 0; constant < stays.size(); ++constant) {
            if (!stays[constant] && worths[constant] > 0) {
                constants.push_back(constant);
                things.push_back({m_terms.sizes[constant], worths[constant]});
            }
        }
        for (const size_t chosen : chooseWorthiest(things, m_terms.poolBytes - windowBytes - forced)) {
            stays[constants[chosen]] = true;
        }
        return withResidents(std::move(stays));
    }

    // Takes one constant in or out, or changes one for another, for as long as that shortens the run: what
    // the windows that are tried leave open, and worth its time where constants are few.
    void improve(Residency& best, size_t& tries) const
    {
        const size_t count = m_terms.sizes.size();
        const auto wasBetter = [&](std::vector<bool> stays) {
            std::optional<Residency> candidate = withResidents(std::move(stays));
            --tries;
            const bool better = candidate && isBetter(candidate->run, best.run);
            if (better) {
                best = std::move(*candidate);
            }
            return better;
        };
        for (bool improved = true; improved && tries > 0;) {
            improved = false;
            std::vector<bool> stays = staying(best);
            for (size_t a = 0; a < count && tries > 0; ++a) {
                for (size_t b = 0; b <= a && !m_isNeeded[a] && tries > 0; ++b) {
                    if (m_isNeeded[b] || (b != a && stays[a] == stays[b])) {
                        continue;
                    }
                    std::vector<bool> changed = stays;
                    changed[a] = !changed[a];
                    if (b != a) {
                        changed[b] = !changed[b];
                    }
                    if (wasBetter(std::move(changed))) {
                        stays = staying(best);
                        improved = true;
                    }
                }
            }
        }
    }

    [[nodiscard]] static std::vector<bool> staying(const Residency& residency)
    {
        std::vector<bool> stays;
        for (const auto& place : residency.places) {
            stays.push_back(place.has_value());
        }
        return stays;
    }

    // Steps that need more than the window keep their largest constants. False when even that is too much.
    bool fitInto(uint64_t windowBytes, std::vector<bool>& stays) const
    {
        for (const auto& set : m_sets) {
            std::vector<size_t> bySize = set;
            std::ranges::sort(bySize, std::greater(), [&](size_t each) { return m_terms.sizes[each]; });
            for (auto constant = bySize.begin(); bytesOf(set, stays) > windowBytes; ++constant) {
                stays[*constant] = true;
            }
        }
        return residentBytes(stays) <= m_terms.poolBytes;
    }

    [[nodiscard]] uint64_t residentBytes(const std::vector<bool>& stays) const
    {
        uint64_t bytes = 0;
        for (size_t constant = 0; constant < stays.size(); ++constant) {
            bytes += stays[constant] ? m_terms.sizes[constant] : 0;
        }
        return bytes;
    }

    // By constant: what bringing it costs a run, in bytes; what each takes beside its bytes counts as some.
    [[nodiscard]] std::vector<double> worthsBeside(const std::vector<bool>& stays, uint64_t windowBytes) const
    {
        std::vector<double> worths(stays.size());
        const auto visits = layOutVisits(m_steps, streamedBytes(stays), {0, windowBytes, UINT64_MAX});
        if (visits) {
            const double overhead = m_terms.rates.secondsPerConstant * m_terms.rates.bytesPerSecond;
            for (const Visit& visit : *visits) {
                worths[visit.constant] += static_cast<double>(visit.sizeBytes) + overhead;
            }
        }
        return worths;
    }

    [[nodiscard]] VisitBytes streamedBytes(const std::vector<bool>& stays) const
    {
        return [this, &stays](size_t constant) { return stays[constant] ? 0 : m_terms.sizes[constant]; };
    }

    // nullopt when these do not leave a window that every step can run in.
    std::optional<Residency> withResidents(std::vector<bool> stays) const
    {
        Residency residency;
        residency.places.resize(stays.size());
        residency.window = {0, m_terms.poolBytes, m_terms.slabBytes};
        for (size_t constant = 0; constant < stays.size(); ++constant) {
            const uint64_t bytes = m_terms.sizes[constant];
            if (!stays[constant] || bytes == 0) {
                continue;
            }
            const auto place = residency.window.placeFrom(residency.window.beginBytes, bytes);
            if (!place) {
                return std::nullopt;
            }
            residency.places[constant] = place;
            residency.residentBytes += bytes;
            residency.window.beginBytes = *place + bytes;
        }
        const VisitBytes bytesOf = streamedBytes(stays);
        for (const auto& set : m_sets) {
            if (!layOutVisits(std::vector {ConstantStep {set, 0}}, bytesOf, residency.window)) {
                return std::nullopt;
            }
        }
        auto visits = layOutVisits(m_steps, bytesOf, residency.window);
        if (!visits) {
            return std::nullopt;
        }
        residency.visits = std::move(*visits);
        residency.run = estimateRun(m_steps, residency.visits, m_terms.rates);
        return residency;
    }

    const ResidencyTerms& m_terms;
    std::vector<ConstantStep> m_steps; // of a run in which every later node runs once
    std::vector<std::vector<size_t>> m_sets;
    std::vector<bool> m_isNeeded;
};

} // namespace

uint64_t leastPoolBytes(const ResidencyTerms& terms)
{
    const ResidencyPlanner planner(terms);
    uint64_t bytes = planner.mostAtOnce(planner.needed());
    for (size_t constant = 0; constant < terms.sizes.size(); ++constant) {
        bytes += planner.needed()[constant] ? terms.sizes[constant] : 0;
    }
    return bytes;
}

std::optional<Residency> planResidency(const ResidencyTerms& terms)
{
    return ResidencyPlanner(terms).plan();
}

} // namespace weightless
