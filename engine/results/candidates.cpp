// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/results/candidates.h"

#include <algorithm>

namespace weightless {

namespace {

double areaOf(const Detection& box)
{
    return std::max(box.right - box.left, 0.0) * std::max(box.bottom - box.top, 0.0);
}

double overlapOf(const Detection& a, const Detection& b)
{
    const double width = std::min(a.right, b.right) - std::max(a.left, b.left);
    const double height = std::min(a.bottom, b.bottom) - std::max(a.top, b.top);
    if (width <= 0 || height <= 0) {
        return 0;
    }
    return width * height / (areaOf(a) + areaOf(b) - width * height);
}

} // namespace

std::vector<Detection> bestOf(std::vector<Detection> candidates, const DetectionOptions& options)
{
    std::ranges::stable_sort(candidates, std::ranges::greater(), &Detection::score);
    std::vector<Detection> kept;
    for (const Detection& candidate : candidates) {
        if (kept.size() >= options.mostBoxes) {
            break;
        }
        const bool isCovered = std::ranges::any_of(kept, [&](const Detection& better) {
            return better.label == candidate.label && overlapOf(better, candidate) > options.mostOverlap;
        });
        if (!isCovered) {
            kept.push_back(candidate);
        }
    }
    return kept;
}

bool isAboutInPicture(double left, double top, double right, double bottom)
{
    constexpr double least = -1, most = 2;
    return left >= least && left <= right && right <= most && top >= least && top <= bottom && bottom <= most;
}

} // namespace weightless
