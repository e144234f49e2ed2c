// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/labelplacement.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace weightless::widgets {

namespace {

// Labels that touch each other.
struct Cluster {
    double sum = 0; // of what each wants, less the heights of those above it
    std::size_t count = 0;

    [[nodiscard]] double mean() const { return sum / static_cast<double>(count); }
};

} // namespace

// Isotonic regression: less the heights above it, each label's place may not be above that of the one before.
std::vector<double> placeLabels(const std::vector<double>& wanted, double height, double top, double bottom)
{
    std::vector<double> places(wanted.size());
    if (wanted.empty())
        return places;
    const auto count = static_cast<double>(wanted.size());
    const double step = std::min(height, std::max(bottom - top, 0.0) / count);
    std::vector<std::size_t> order(wanted.size());
    std::iota(order.begin(), order.end(), std::size_t {0});
    std::stable_sort(
        order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return wanted[a] < wanted[b]; });
    std::vector<Cluster> clusters;
    for (std::size_t i = 0; i < order.size(); ++i) {
        clusters.push_back({wanted[order[i]] - static_cast<double>(i) * step, 1});
        while (clusters.size() > 1 && clusters[clusters.size() - 2].mean() >= clusters.back().mean()) {
            const Cluster last = clusters.back();
            clusters.pop_back();
            clusters.back().sum += last.sum;
            clusters.back().count += last.count;
        }
    }
    const double first = top + step / 2;
    const double last = std::max(bottom - step / 2 - (count - 1) * step, first);
    std::size_t index = 0;
    for (const Cluster& cluster : clusters) {
        for (std::size_t i = 0; i < cluster.count; ++i, ++index)
            places[order[index]] =
                std::clamp(cluster.mean(), first, last) + static_cast<double>(index) * step;
    }
    return places;
}

} // namespace weightless::widgets
