// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inspection/histogram.h"

#include <algorithm>
#include <cmath>

namespace weightless {

namespace {

constexpr int64_t fineBins =
    4096; // at least half of them span the values' range once it is wider than the first bins
constexpr double largestIndex = 1e15; // exact in a double, far below what int64_t holds

int64_t halved(int64_t index)
{
    return index >= 0 ? index / 2 : -((1 - index) / 2); // floor
}

} // namespace

HistogramBuilder::HistogramBuilder()
    : m_bins(fineBins)
{
}

// Neighbours become one.
void HistogramBuilder::halve()
{
    std::vector<uint64_t> bins(m_bins.size());
    const int64_t first = halved(m_lowestUsed);
    for (int64_t index = m_lowestUsed; index <= m_highestUsed; ++index) {
        bins[static_cast<size_t>(halved(index) - first)] += m_bins[static_cast<size_t>(index - m_first)];
    }
    m_bins = std::move(bins);
    m_first = first;
    m_lowestUsed = halved(m_lowestUsed);
    m_highestUsed = halved(m_highestUsed);
    m_width *= 2;
}

void HistogramBuilder::makeRoomFor(double value)
{
    if (m_width == 0) {
        // Fine enough that what follows decides: widths only ever double.
        const double size = std::max(std::abs(value), 0x1p-120);
        m_width = std::ldexp(1.0, std::ilogb(size) - 40);
        m_first = m_lowestUsed = m_highestUsed = static_cast<int64_t>(std::floor(value / m_width));
        m_lowest = m_highest = value;
    }
    while (std::abs(value / m_width) > largestIndex) {
        halve();
    }
    for (;;) {
        const auto index = static_cast<int64_t>(std::floor(value / m_width));
        const int64_t lowest = std::min(m_lowestUsed, index), highest = std::max(m_highestUsed, index);
        if (highest - lowest >= fineBins) {
            halve();
            continue;
        }
        if (lowest < m_first || highest >= m_first + fineBins) {
            // The used ones move to where both ends have room.
            const int64_t first = lowest - (fineBins - 1 - (highest - lowest)) / 2;
            std::vector<uint64_t> bins(m_bins.size());
            for (int64_t used = m_lowestUsed; used <= m_highestUsed; ++used) {
                bins[static_cast<size_t>(used - first)] = m_bins[static_cast<size_t>(used - m_first)];
            }
            m_bins = std::move(bins);
            m_first = first;
        }
        m_lowestUsed = lowest;
        m_highestUsed = highest;
        return;
    }
}

void HistogramBuilder::add(std::span<const double> values)
{
    for (const double value : values) {
        if (!std::isfinite(value)) {
            continue;
        }
        const double position = m_width == 0 ? largestIndex : std::floor(value / m_width);
        const bool isInside = std::abs(position) < largestIndex
            && static_cast<int64_t>(position) >= m_lowestUsed
            && static_cast<int64_t>(position) <= m_highestUsed;
        if (!isInside) {
            makeRoomFor(value);
        }
        m_lowest = std::min(m_lowest, value);
        m_highest = std::max(m_highest, value);
        ++m_bins[static_cast<size_t>(static_cast<int64_t>(std::floor(value / m_width)) - m_first)];
    }
}

Histogram HistogramBuilder::result(size_t binCount) const
{
    Histogram histogram {m_lowest, m_highest, {}};
    if (m_width == 0 || binCount == 0) {
        return histogram;
    }
    histogram.counts.resize(m_lowest == m_highest ? 1 : binCount);
    const double last = static_cast<double>(histogram.counts.size() - 1);
    const double range = m_highest - m_lowest; // infinite for the widest of float64: all share the first bin
    for (int64_t index = m_lowestUsed; index <= m_highestUsed; ++index) {
        const double middle = (static_cast<double>(index) + 0.5) * m_width;
        const double share = range > 0 && std::isfinite(range) ? (middle - m_lowest) / range : 0;
        const double bin = std::clamp(std::floor(share * (last + 1)), 0.0, last);
        histogram.counts[static_cast<size_t>(bin)] += m_bins[static_cast<size_t>(index - m_first)];
    }
    return histogram;
}

} // namespace weightless
