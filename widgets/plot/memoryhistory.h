// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plot/memorysample.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace weightless::widgets {

// Curves that are drawn from samples. Device curves are sums, one on top of the other.
enum class MemoryCurve : std::uint8_t { Cpu, Resident, Weights, DeviceTotal, ProcessRss };
inline constexpr std::size_t memoryCurveCount = 5;

qint64 curveValue(const MemorySample& sample, MemoryCurve curve);

// All samples of a run, and over them a pyramid of extremes per curve: every level tells, for blocks of 8
// times as many samples as the one below, which sample is the smallest and which the largest. Any range is
// therefore thinned out to a few points per pixel in logarithmic time, and the points are real samples.
class MemoryHistory {
public:
    // More samples than this push out the oldest eighth.
    static constexpr std::size_t capacity = 1'000'000;

    // False where the sample is ignored: earlier than its predecessor, or a time that is not finite.
    bool add(const MemorySample& sample);
    void clear();
    const std::vector<MemorySample>& samples() const { return m_samples; }

    // The largest values of everything that was ever added, also of what was pushed out since.
    const MemorySample& peak() const { return m_peak; }

    struct Point {
        double seconds;
        qint64 bytes;
    };
    // At most four points per pixel (first, smallest, largest, last) between two times, and one beyond either
    // end so that lines run to the border. Unknown values are left out.
    void thinned(MemoryCurve curve, double from, double to, int pixels, std::vector<Point>& points) const;

    // The sample nearest to a time; nullptr where there is none.
    const MemorySample* nearest(double seconds) const;
    // The last sample that is not later: a sample holds until the next one. nullptr before the first.
    const MemorySample* at(double seconds) const;
    // Forgets the samples after a time, with their peaks.
    void cut(double seconds);

private:
    static constexpr std::size_t fanOut = 8;

    struct Extremes {
        std::uint32_t smallest;
        std::uint32_t largest;
    };
    using Levels = std::vector<std::vector<Extremes>>;

    qint64 value(MemoryCurve curve, std::uint32_t index) const { return curveValue(m_samples[index], curve); }
    void extend(std::size_t curve, std::uint32_t index);
    void merge(MemoryCurve curve, Extremes& into, const Extremes& other) const;
    Extremes extremes(MemoryCurve curve, std::uint32_t begin, std::uint32_t end) const;
    void dropOldest();

    std::vector<MemorySample> m_samples;
    std::array<Levels, memoryCurveCount> m_levels;
    MemorySample m_peak;
};

} // namespace weightless::widgets
