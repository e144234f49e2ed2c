// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/schedule/solvers.h"

#include <algorithm>
#include <cmath>

namespace weightless::diffusion {

Linear noiseOf(Prediction prediction, double share)
{
    const double signal = std::sqrt(share);
    const double noise = std::sqrt(1 - share);
    switch (prediction) {
    case Prediction::Epsilon:
        return {0, 1};
    case Prediction::Velocity:
        return {noise, signal};
    case Prediction::Sample:
        return {1 / noise, -signal / noise};
    }
    return {};
}

Linear cleanOf(Prediction prediction, double share)
{
    const double signal = std::sqrt(share);
    const double noise = std::sqrt(1 - share);
    switch (prediction) {
    case Prediction::Epsilon:
        return {1 / signal, -noise / signal};
    case Prediction::Velocity:
        return {signal, -noise};
    case Prediction::Sample:
        return {0, 1};
    }
    return {};
}

SignalTable::SignalTable(const ScheduleConfig& config)
    : m_config(config)
    , m_shares(signalShares(config))
{
    for (const double share : m_shares) {
        m_sigmas.push_back(std::sqrt((1 - share) / share));
    }
}

double SignalTable::share(double timestep) const
{
    if (timestep < 0) {
        return m_config.setAlphaToOne ? 1 : m_shares.front();
    }
    return m_shares[std::min(static_cast<size_t>(timestep), m_shares.size() - 1)];
}

double SignalTable::sigma(double timestep) const
{
    const double place = std::clamp(timestep, 0.0, static_cast<double>(m_sigmas.size() - 1));
    const auto below = static_cast<size_t>(place);
    const size_t above = std::min(below + 1, m_sigmas.size() - 1);
    return m_sigmas[below] + (m_sigmas[above] - m_sigmas[below]) * (place - static_cast<double>(below));
}

double SignalTable::timestepOf(double sigma) const
{
    const auto next = std::ranges::upper_bound(m_sigmas, sigma);
    const auto above = static_cast<size_t>(std::clamp<std::ptrdiff_t>(
        next - m_sigmas.begin(), 1, static_cast<std::ptrdiff_t>(m_sigmas.size()) - 1));
    const double low = std::log(m_sigmas[above - 1]);
    const double high = std::log(m_sigmas[above]);
    const double share = std::clamp((std::log(std::max(sigma, 1e-10)) - low) / (high - low), 0.0, 1.0);
    return static_cast<double>(above - 1) + share;
}

} // namespace weightless::diffusion
