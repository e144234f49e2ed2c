// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/constants/budget/residency.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace weightless {

namespace {

constexpr size_t mostUnits = 4096; // of capacity, for which every total is looked at
constexpr size_t mostCells = 1u << 20u; // things × units

// The most that fits of whole units: sizes are rounded up to them, so that what is chosen fits.
std::vector<size_t> chooseByTotals(std::span<const Worth> things, uint64_t capacityBytes, uint64_t unitBytes)
{
    const auto units = static_cast<size_t>(capacityBytes / unitBytes);
    std::vector<double> best(units + 1);
    std::vector<std::vector<bool>> takes(things.size(), std::vector<bool>(units + 1));
    for (size_t i = 0; i < things.size(); ++i) {
        const uint64_t needed = ceilDivide(things[i].sizeBytes, unitBytes);
        for (size_t total = units; needed <= total; --total) {
            const double with = best[total - needed] + things[i].worth;
            if (with > best[total]) {
                best[total] = with;
                takes[i][total] = true;
            }
            if (total == 0) {
                break;
            }
        }
    }
    std::vector<size_t> chosen;
    size_t total = units;
    for (size_t i = things.size(); i-- > 0;) {
        if (takes[i][total]) {
            chosen.push_back(i);
            total -= ceilDivide(things[i].sizeBytes, unitBytes);
        }
    }
    std::ranges::reverse(chosen);
    return chosen;
}

template <typename Before>
std::vector<size_t> chooseInOrder(std::span<const Worth> things, uint64_t capacityBytes, const Before& before)
{
    std::vector<size_t> order(things.size());
    std::iota(order.begin(), order.end(), size_t {0});
    std::ranges::stable_sort(order, [&](size_t a, size_t b) { return before(things[a], things[b]); });
    std::vector<size_t> chosen;
    for (const size_t i : order) {
        if (things[i].sizeBytes <= capacityBytes) {
            capacityBytes -= things[i].sizeBytes;
            chosen.push_back(i);
        }
    }
    std::ranges::sort(chosen);
    return chosen;
}

double worthOf(std::span<const Worth> things, const std::vector<size_t>& chosen)
{
    double worth = 0;
    for (const size_t i : chosen) {
        worth += things[i].worth;
    }
    return worth;
}

// What every size is a multiple of.
uint64_t commonUnit(std::span<const Worth> things)
{
    uint64_t unit = 0;
    for (const Worth& thing : things) {
        unit = std::gcd(unit, thing.sizeBytes);
    }
    return std::max<uint64_t>(unit, 1);
}

} // namespace

std::vector<size_t> chooseWorthiest(std::span<const Worth> things, uint64_t capacityBytes)
{
    const auto density = [](const Worth& thing) {
        return thing.worth / static_cast<double>(std::max<uint64_t>(thing.sizeBytes, 1));
    };
    std::vector<std::vector<size_t>> ways;
    ways.push_back(chooseInOrder(
        things, capacityBytes, [&](const Worth& a, const Worth& b) { return density(a) > density(b); }));
    ways.push_back(chooseInOrder(
        things, capacityBytes, [](const Worth& a, const Worth& b) { return a.worth > b.worth; }));
    if (const size_t units = std::min(mostUnits, mostCells / std::max<size_t>(things.size(), 1));
        units > 64) {
        const uint64_t unit = std::max(commonUnit(things), ceilDivide(capacityBytes, uint64_t {units}));
        ways.push_back(chooseByTotals(things, capacityBytes, std::max<uint64_t>(unit, 1)));
    }
    return *std::ranges::max_element(
        ways, [&](const auto& a, const auto& b) { return worthOf(things, a) < worthOf(things, b); });
}

} // namespace weightless
