// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/budget/visits.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <unordered_map>

namespace weightless {

namespace {

class Layout {
    using Places = std::vector<uint64_t>;
    using VisitsByOffset = std::map<uint64_t, size_t>;

public:
    Layout(const VisitBytes& bytesOf, const PoolWindow& window)
        : m_bytesOf(bytesOf)
        , m_window(window)
        , m_head(window.beginBytes)
    {
    }

    // False when the step's constants do not fit together.
    bool add(size_t step, const std::vector<size_t>& constants)
    {
        std::vector<size_t> missing;
        std::vector<size_t> all;
        for (const size_t constant : constants) {
            if (m_bytesOf(constant) == 0) {
                continue;
            }
            all.push_back(constant);
            if (!m_present.contains(constant)) {
                missing.push_back(constant);
            }
        }
        if (missing.empty()) {
            use(all, step);
            return true;
        }
        // From the end the window goes on at its beginning; where that would take what the step itself reads,
        // all of it comes anew.
        const auto isFree = [&](const std::optional<Places>& places) {
            return places && spares(*places, missing, all);
        };
        std::optional<Places> places = placesFrom(m_head, missing);
        if (!isFree(places)) {
            places = placesFrom(m_window.beginBytes, missing);
        }
        if (!isFree(places)) {
            places = placesFrom(m_window.beginBytes, all);
            missing = all;
        }
        if (!places) {
            return false;
        }
        take(*places, missing, step);
        use(all, step);
        return true;
    }

    [[nodiscard]] std::vector<Visit> visits() && { return std::move(m_visits); }

private:
    [[nodiscard]] std::optional<Places> placesFrom(uint64_t head, const std::vector<size_t>& constants) const
    {
        Places places;
        for (const size_t constant : constants) {
            const auto place = m_window.placeFrom(head, m_bytesOf(constant));
            if (!place) {
                return std::nullopt;
            }
            places.push_back(*place);
            head = *place + m_bytesOf(constant);
        }
        return places;
    }

    // What the step reads and is there stays there.
    [[nodiscard]] bool spares(
        const Places& places, const std::vector<size_t>& placed, const std::vector<size_t>& used) const
    {
        const uint64_t begin = places.front();
        const uint64_t end = places.back() + m_bytesOf(placed.back());
        return std::ranges::none_of(used, [&](size_t constant) {
            const auto present = m_present.find(constant);
            if (present == m_present.end()) {
                return false;
            }
            const Visit& visit = m_visits[present->second];
            return visit.offsetBytes < end && begin < visit.offsetBytes + visit.sizeBytes;
        });
    }

    void take(const Places& places, const std::vector<size_t>& constants, size_t step)
    {
        for (size_t i = 0; i < constants.size(); ++i) {
            Visit visit {constants[i], places[i], m_bytesOf(constants[i]), step, step, std::nullopt};
            evict(visit);
            m_present.insert_or_assign(constants[i], m_visits.size());
            m_alive.emplace(visit.offsetBytes, m_visits.size());
            m_visits.push_back(visit);
            m_head = visit.offsetBytes + visit.sizeBytes;
        }
    }

    // Whatever lies where the visit is to lie.
    void evict(Visit& visit)
    {
        // One that comes anew leaves its bytes behind: whoever overwrites those waits all the same.
        if (const auto present = m_present.find(visit.constant); present != m_present.end()) {
            const auto before = m_alive.find(m_visits[present->second].offsetBytes);
            m_left.insert(*before);
            m_alive.erase(before);
            m_present.erase(present);
        }
        overwrite(m_alive, visit, [this](const Visit& other) { m_present.erase(other.constant); });
        overwrite(m_left, visit, [](const Visit& /*other*/) {});
    }

    template <typename Gone>
    void overwrite(VisitsByOffset& visits, Visit& visit, const Gone& gone) const
    {
        auto next = visits.lower_bound(visit.offsetBytes);
        if (next != visits.begin()) {
            const Visit& before = m_visits[std::prev(next)->second];
            next = before.offsetBytes + before.sizeBytes > visit.offsetBytes ? std::prev(next) : next;
        }
        while (next != visits.end() && next->first < visit.offsetBytes + visit.sizeBytes) {
            const Visit& other = m_visits[next->second];
            visit.after = std::max(visit.after.value_or(0), other.lastStep);
            gone(other);
            next = visits.erase(next);
        }
    }

    void use(const std::vector<size_t>& constants, size_t step)
    {
        for (const size_t constant : constants) {
            m_visits[m_present.at(constant)].lastStep = step;
        }
    }

    const VisitBytes& m_bytesOf;
    const PoolWindow& m_window;
    uint64_t m_head;
    std::vector<Visit> m_visits;
    // No two of these meet.
    VisitsByOffset m_alive; // visits whose bytes are there
    VisitsByOffset m_left; // visits whose constant came anew somewhere else
    std::unordered_map<size_t, size_t> m_present; // visit by constant
};

} // namespace

std::optional<uint64_t> PoolWindow::placeFrom(uint64_t begin, uint64_t bytes) const
{
    uint64_t place = std::max(begin, beginBytes);
    if (bytes > slabBytes) {
        return std::nullopt;
    }
    if (slabBytes != UINT64_MAX && bytes > 0 && place / slabBytes != (place + bytes - 1) / slabBytes) {
        place = (place / slabBytes + 1) * slabBytes;
    }
    const bool fits = place <= endBytes && bytes <= endBytes - place;
    return fits ? std::optional(place) : std::nullopt;
}

std::optional<std::vector<Visit>> layOutVisits(
    std::span<const ConstantStep> steps, const VisitBytes& bytesOf, const PoolWindow& window)
{
    Layout layout(bytesOf, window);
    for (size_t step = 0; step < steps.size(); ++step) {
        if (!layout.add(step, steps[step].constants)) {
            return std::nullopt;
        }
    }
    return std::move(layout).visits();
}

RunEstimate estimateRun(
    std::span<const ConstantStep> steps, std::span<const Visit> visits, const RunRates& rates)
{
    RunEstimate estimate;
    std::vector<double> done(steps.size()); // when each step is
    double now = 0;
    double broughtUntil = 0;
    size_t next = 0;
    for (size_t step = 0; step < steps.size(); ++step) {
        for (; next < visits.size() && visits[next].firstStep <= step; ++next) {
            const Visit& visit = visits[next];
            const double begin = visit.after ? std::max(broughtUntil, done[*visit.after]) : broughtUntil;
            const double needed =
                rates.secondsPerConstant + static_cast<double>(visit.sizeBytes) / rates.bytesPerSecond;
            broughtUntil = begin + needed;
            estimate.bringingSeconds += needed;
            estimate.broughtBytes += visit.sizeBytes;
        }
        const double computing = step < rates.stepSeconds.size()
            ? rates.stepSeconds[step]
            : static_cast<double>(steps[step].operations) / rates.operationsPerSecond;
        estimate.computingSeconds += computing;
        now = std::max(now, broughtUntil) + computing;
        done[step] = now;
    }
    estimate.seconds = rates.overlaps ? now : estimate.computingSeconds + estimate.bringingSeconds;
    return estimate;
}

} // namespace weightless
