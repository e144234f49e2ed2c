// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/random/generator.h"

#include "engine/ops/nodeview.h"

#include <cmath>

namespace weightless::ops::random {

namespace {

std::mt19937 engineOf(const Attributes& attributes)
{
    if (!attributes.has("seed")) {
        return std::mt19937(std::random_device {}());
    }
    // An integer in Dropout, a float in all others.
    const AttributeValue& seed = *attributes.find("seed");
    const double value = std::holds_alternative<int64_t>(seed)
        ? static_cast<double>(std::get<int64_t>(seed))
        : static_cast<double>(attributes.floatOr("seed", 0));
    if (!std::isfinite(value) || std::fabs(value) > 0x1p53) {
        failNode("attribute 'seed' is " + std::to_string(value) + ", expected a number");
    }
    return std::mt19937(static_cast<uint32_t>(static_cast<int64_t>(value)));
}

} // namespace

Generator::Generator(const Attributes& attributes)
    : m_engine(engineOf(attributes))
{
}

double Generator::uniform()
{
    const auto high = static_cast<uint32_t>(m_engine() >> 5);
    const auto low = static_cast<uint32_t>(m_engine() >> 6);
    return (high * 67108864.0 + low) / 9007199254740992.0;
}

double Generator::normal()
{
    if (m_normal) {
        const double value = *m_normal;
        m_normal.reset();
        return value;
    }
    double x = 0;
    double y = 0;
    double square = 0;
    do {
        x = 2 * uniform() - 1;
        y = 2 * uniform() - 1;
        square = x * x + y * y;
    } while (square >= 1 || square == 0);
    const double factor = std::sqrt(-2 * std::log(square) / square);
    m_normal = factor * x;
    return factor * y;
}

bool Generator::happens(double probability)
{
    const double number = uniform();
    return probability <= 0.5 ? number > 1 - probability : !(number > probability);
}

} // namespace weightless::ops::random
