// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/tensorstatistics.h"

#include "engine/model/narrowtypes.h"

#include <algorithm>
#include <cmath>

namespace weightless {

bool hasNumbers(DataType type)
{
    return isFloat(type) || isInteger(type) || isNarrow(type) || type == DataType::Bool;
}

TensorStatistics statisticsOf(const HostTensor& tensor)
{
    TensorStatistics statistics;
    statistics.elementCount = static_cast<uint64_t>(elementCount(tensor.descriptor.shape).value_or(0));
    if (!hasNumbers(tensor.descriptor.type)) {
        return statistics;
    }

    // Welford: stable for large means, where the sum of squares is not.
    uint64_t finite = 0;
    double squares = 0;
    for (uint64_t i = 0; i < statistics.elementCount; ++i) {
        const double value = elementAsDouble(tensor, static_cast<size_t>(i));
        if (std::isnan(value)) {
            ++statistics.nanCount;
            continue;
        }
        if (std::isinf(value)) {
            ++statistics.infiniteCount;
            continue;
        }
        ++finite;
        statistics.minimum = finite == 1 ? value : std::min(statistics.minimum, value);
        statistics.maximum = finite == 1 ? value : std::max(statistics.maximum, value);
        const double difference = value - statistics.mean;
        statistics.mean += difference / static_cast<double>(finite);
        squares += difference * (value - statistics.mean);
    }
    if (finite > 0) {
        statistics.deviation = std::sqrt(squares / static_cast<double>(finite));
    }
    return statistics;
}

} // namespace weightless
