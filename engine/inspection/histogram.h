// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace weightless {

// How often values lie in each of equal parts of `lowest` … `highest`.
struct Histogram {
    double lowest = 0;
    double highest = 0;
    std::vector<uint64_t> counts;
};

// Counts values whose range nobody knows yet, in one pass and fixed memory: fine bins, a power of two wide,
// that double their width whenever a value falls outside of them.
class HistogramBuilder {
public:
    HistogramBuilder();

    // What is not finite is left out.
    void add(std::span<const double> values);
    // `binCount` bins over the values' own range. A fine bin is counted where its middle lies, so that a
    // value may be off by 1/2048 of the range; the sum of all bins is exact. No bins without values.
    [[nodiscard]] Histogram result(size_t binCount) const;

private:
    void makeRoomFor(double value);
    void halve();

    std::vector<uint64_t> m_bins; // bin i holds floor(value / width) == m_first + i
    double m_width = 0; // 0: no value yet
    int64_t m_first = 0;
    int64_t m_lowestUsed = 0, m_highestUsed = 0; // indices of values, not of bins
    double m_lowest = 0, m_highest = 0;
};

} // namespace weightless
