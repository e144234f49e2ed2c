// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/results/boxscores.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace weightless {

namespace {

// What is not finite says nothing.
bool isShare(double value)
{
    constexpr double leftOut = -1;
    return !std::isfinite(value) || value == leftOut
        || (value >= -scoreRounding && value <= 1 + scoreRounding);
}

bool leadsLast(std::span<const double> logits)
{
    return logits.back() > 0 && std::ranges::max_element(logits) == logits.end() - 1;
}

void toLikelihoods(std::span<double> logits)
{
    const double largest = *std::ranges::max_element(logits);
    double sum = 0;
    for (double& value : logits) {
        value = std::exp(value - largest);
        sum += value;
    }
    for (double& value : logits) {
        value /= sum;
    }
}

} // namespace

BoxScores::BoxScores(const HostTensor& scores, size_t first, size_t count, size_t classes)
    : m_scores(scores)
    , m_first(first)
    , m_classes(classes)
    , m_values(classes)
    , m_meaning(meaningOf(count))
{
}

void BoxScores::read(size_t box)
{
    for (size_t k = 0; k < m_classes; ++k) {
        m_values[k] = elementAsDouble(m_scores, (m_first + box) * m_classes + k);
    }
}

BoxScores::Meaning BoxScores::meaningOf(size_t count)
{
    bool areShares = true;
    bool addUp = m_classes > 1;
    size_t ledByLast = 0;
    for (size_t box = 0; box < count; ++box) {
        read(box);
        areShares = areShares && std::ranges::all_of(m_values, isShare);
        addUp = addUp && std::abs(std::accumulate(m_values.begin(), m_values.end(), 0.0) - 1) < 0.02;
        ledByLast += leadsLast(m_values) ? 1 : 0;
    }
    if (areShares) {
        return addUp ? Meaning::AfterBackground : Meaning::Shares;
    }
    return m_classes > 1 && ledByLast * 2 > count ? Meaning::LogitsBeforeNothing : Meaning::Logits;
}

std::span<const double> BoxScores::ofBox(size_t box)
{
    read(box);
    if (m_meaning == Meaning::LogitsBeforeNothing) {
        toLikelihoods(m_values);
    } else if (m_meaning == Meaning::Logits) {
        std::ranges::transform(
            m_values, m_values.begin(), [](double logit) { return 1 / (1 + std::exp(-logit)); });
    } else {
        std::ranges::transform(
            m_values, m_values.begin(), [](double share) { return share > 1 ? 1 : share; });
    }
    return m_values;
}

} // namespace weightless
