// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/memoryhistory.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace weightless::widgets {

qint64 curveValue(const MemorySample& sample, MemoryCurve curve)
{
    switch (curve) {
    case MemoryCurve::Cpu:
        return sample.cpuOverheadBytes;
    case MemoryCurve::Resident: // told apart from the others only where there are others
        return sample.devicePassingBytes > 0 ? sample.deviceWeightsBytes - sample.devicePassingBytes : 0;
    case MemoryCurve::Weights:
        return sample.deviceWeightsBytes;
    case MemoryCurve::DeviceTotal:
        return sample.deviceWeightsBytes + sample.deviceActivationsBytes;
    case MemoryCurve::ProcessRss:
        return sample.processRssBytes;
    }
    return 0;
}

bool MemoryHistory::add(const MemorySample& sample)
{
    if (!std::isfinite(sample.seconds) || (!m_samples.empty() && sample.seconds < m_samples.back().seconds))
        return false;
    if (m_samples.size() >= capacity)
        dropOldest();
    // Sums of three must not overflow.
    constexpr qint64 most = std::numeric_limits<qint64>::max() / 4;
    const auto clean = [most](qint64 bytes) { return std::clamp<qint64>(bytes, 0, most); };
    MemorySample kept = sample;
    kept.cpuOverheadBytes = clean(sample.cpuOverheadBytes);
    kept.deviceWeightsBytes = clean(sample.deviceWeightsBytes);
    kept.devicePassingBytes = std::clamp<qint64>(sample.devicePassingBytes, 0, kept.deviceWeightsBytes);
    kept.deviceActivationsBytes = clean(sample.deviceActivationsBytes);
    kept.stagingBytes = clean(sample.stagingBytes);
    kept.processRssBytes = std::clamp<qint64>(sample.processRssBytes, -1, most);
    if (m_samples.empty() || kept.cpuOverheadBytes > m_peak.cpuOverheadBytes)
        m_peak.seconds = kept.seconds;
    m_peak.cpuOverheadBytes = std::max(m_peak.cpuOverheadBytes, kept.cpuOverheadBytes);
    m_peak.deviceWeightsBytes = std::max(m_peak.deviceWeightsBytes, kept.deviceWeightsBytes);
    m_peak.devicePassingBytes = std::max(m_peak.devicePassingBytes, kept.devicePassingBytes);
    m_peak.deviceActivationsBytes = std::max(m_peak.deviceActivationsBytes, kept.deviceActivationsBytes);
    m_peak.stagingBytes = std::max(m_peak.stagingBytes, kept.stagingBytes);
    m_peak.processRssBytes = std::max(m_peak.processRssBytes, kept.processRssBytes);
    m_samples.push_back(kept);
    for (std::size_t curve = 0; curve < memoryCurveCount; ++curve)
        extend(curve, static_cast<std::uint32_t>(m_samples.size() - 1));
    return true;
}

void MemoryHistory::clear()
{
    m_samples.clear();
    m_levels = {};
    m_peak = {};
}

void MemoryHistory::merge(MemoryCurve curve, Extremes& into, const Extremes& other) const
{
    if (value(curve, other.smallest) < value(curve, into.smallest))
        into.smallest = other.smallest;
    if (value(curve, other.largest) > value(curve, into.largest))
        into.largest = other.largest;
}

// Adds one sample to the last block of every level.
void MemoryHistory::extend(std::size_t curveIndex, std::uint32_t index)
{
    const auto curve = static_cast<MemoryCurve>(curveIndex);
    Levels& levels = m_levels[curveIndex];
    const Extremes own {index, index};
    std::size_t blockSize = fanOut;
    for (std::size_t level = 0;; ++level, blockSize *= fanOut) {
        const std::size_t block = index / blockSize;
        if (level == levels.size()) {
            // A level is worth having once there are several blocks below.
            if (index + 1 < blockSize)
                return;
            // Looked up before the level exists: it would be asked for itself.
            const Extremes first = extremes(curve, 0, index + 1);
            levels.push_back({first});
            return;
        }
        if (block == levels[level].size())
            levels[level].push_back(own);
        else
            merge(curve, levels[level][block], own);
    }
}

// Of [begin, end), not empty: from the largest blocks that fit.
MemoryHistory::Extremes MemoryHistory::extremes(
    MemoryCurve curve, std::uint32_t begin, std::uint32_t end) const
{
    const Levels& levels = m_levels[static_cast<std::size_t>(curve)];
    Extremes result {begin, begin};
    std::uint64_t at = begin;
    while (at < end) {
        std::size_t level = 0;
        std::uint64_t blockSize = 1;
        while (level < levels.size() && at % (blockSize * fanOut) == 0 && at + blockSize * fanOut <= end) {
            blockSize *= fanOut;
            ++level;
        }
        const auto index = static_cast<std::uint32_t>(at);
        const Extremes block = level == 0 ? Extremes {index, index}
                                          : levels[level - 1][static_cast<std::size_t>(at / blockSize)];
        merge(curve, result, block);
        at += blockSize;
    }
    return result;
}

void MemoryHistory::thinned(
    MemoryCurve curve, double from, double to, int pixels, std::vector<Point>& points) const
{
    points.clear();
    if (m_samples.empty() || !(from <= to))
        return;
    const auto isEarlier = [](const MemorySample& sample, double time) { return sample.seconds < time; };
    const auto indexAt = [&](double time) {
        return static_cast<std::uint32_t>(
            std::lower_bound(m_samples.begin(), m_samples.end(), time, isEarlier) - m_samples.begin());
    };
    const auto size = static_cast<std::uint32_t>(m_samples.size());
    const auto add = [&](std::uint32_t index) {
        if (value(curve, index) >= 0)
            points.push_back({m_samples[index].seconds, value(curve, index)});
    };
    const std::uint32_t first = indexAt(from);
    const std::uint32_t last = indexAt(std::nextafter(to, std::numeric_limits<double>::infinity()));
    if (first > 0)
        add(first - 1);
    const int columns = std::clamp(pixels, 1, 100'000);
    if (last - first <= 4 * static_cast<std::uint32_t>(columns)) {
        for (std::uint32_t index = first; index < last; ++index)
            add(index);
    } else {
        std::uint32_t begin = first;
        for (int column = 1; column <= columns && begin < last; ++column) {
            const std::uint32_t end =
                column == columns ? last : std::min(last, indexAt(from + (to - from) * column / columns));
            if (end <= begin)
                continue;
            const Extremes block = extremes(curve, begin, end);
            std::array<std::uint32_t, 4> kept {begin, block.smallest, block.largest, end - 1};
            std::sort(kept.begin(), kept.end());
            for (std::size_t i = 0; i < kept.size(); ++i) {
                if (i == 0 || kept[i] != kept[i - 1])
                    add(kept[i]);
            }
            begin = end;
        }
    }
    if (last < size)
        add(last);
}

const MemorySample* MemoryHistory::nearest(double seconds) const
{
    if (m_samples.empty() || !std::isfinite(seconds))
        return nullptr;
    const auto after = std::lower_bound(m_samples.begin(), m_samples.end(), seconds,
        [](const MemorySample& sample, double time) { return sample.seconds < time; });
    if (after == m_samples.begin())
        return &m_samples.front();
    if (after == m_samples.end())
        return &m_samples.back();
    const auto before = after - 1;
    return seconds - before->seconds <= after->seconds - seconds ? &*before : &*after;
}

const MemorySample* MemoryHistory::at(double seconds) const
{
    const auto after = std::upper_bound(m_samples.begin(), m_samples.end(), seconds,
        [](double time, const MemorySample& sample) { return time < sample.seconds; });
    return after == m_samples.begin() ? nullptr : &*(after - 1);
}

void MemoryHistory::cut(double seconds)
{
    if (m_samples.empty() || m_samples.back().seconds <= seconds)
        return;
    const std::vector<MemorySample> all = std::move(m_samples);
    clear();
    for (const MemorySample& sample : all) {
        if (sample.seconds <= seconds)
            add(sample);
    }
}

void MemoryHistory::dropOldest()
{
    const std::vector<MemorySample> kept(m_samples.begin() + capacity / 8, m_samples.end());
    const MemorySample peak = m_peak;
    clear();
    m_samples.reserve(capacity);
    for (const MemorySample& sample : kept)
        add(sample);
    m_peak = peak;
}

} // namespace weightless::widgets
