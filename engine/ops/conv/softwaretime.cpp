// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/conv/softwaretime.h"

#include "engine/base/bytes.h"

namespace weightless::ops::conv {

double timeOfStores(const Convolution& conv)
{
    const std::array<uint32_t, 3> out = inThree(conv.window.out, 1);
    const auto planes = static_cast<double>(conv.images * conv.groups * conv.filters);
    return timeOfStores(planes * out[0] * out[1] * out[2], out[2]);
}

double timeOfPatches(const Convolution& conv)
{
    constexpr double forMultiplication = 1.1; // deep rows of patches are read from farther away
    constexpr double forCopy = 36;
    const std::array<uint32_t, 3> out = inThree(conv.window.out, 1);
    const std::array<uint32_t, 3> kernel = inThree(conv.window.kernel, 1);
    const auto filters = static_cast<uint64_t>(conv.filters);
    // Rows of results that share what is read of patches, as mostTileRows() in product/widetile.cpp has it.
    const uint64_t tileRows = filters >= 128 ? 32 : filters >= 64 ? 16 : 8;
    const double forRead = filters >= 128 ? 1 : filters >= 64 ? 3 : 9;
    const double forTap = static_cast<double>(ceilDivide(filters, tileRows))
        * (forRead + forMultiplication * static_cast<double>(tileRows));
    const double columns = static_cast<double>(kernel[0]) * kernel[2];
    const double taps = columns * kernel[1];
    const double copies = inThree(conv.window.strides, 1)[1] == 1 ? columns : taps; // rows share theirs
    const double padded = static_cast<double>(conv.images * conv.groups * conv.channels) * out[0] * out[1]
        * static_cast<double>(alignUp(out[2], 8u));
    return padded * (taps * forTap + copies * forCopy) + timeOfStores(conv) + 2 * launchTime;
}

} // namespace weightless::ops::conv
