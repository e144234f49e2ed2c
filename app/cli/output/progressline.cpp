// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/progressline.h"

#include "app/cli/output/text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace weightless::cli {

namespace {

constexpr size_t widestBar = 24;
constexpr size_t narrowestBar = 4;

// Whole code points of valid UTF-8, the last of them "…" where there are too many.
std::string cut(const std::string& text, size_t most)
{
    if (displayWidth(text) <= most) {
        return text;
    }
    size_t end = 0;
    const auto isContinued = [&] { return end < text.size() && (text[end] & 0xc0) == 0x80; };
    for (size_t width = 0; width + 1 < most && end < text.size(); ++width) {
        do {
            ++end;
        } while (isContinued());
    }
    return text.substr(0, end) + (most > 0 ? "…" : "");
}

} // namespace

std::string progressLine(std::string_view what, double fraction, std::string_view detail, size_t columns)
{
    // The last column stays free: some terminals wrap as soon as it is written.
    const size_t most = columns == 0 ? std::numeric_limits<size_t>::max() : columns - 1;
    const double bounded = std::isfinite(fraction) ? std::clamp(fraction, 0.0, 1.0) : 0.0;
    const std::string begin = printable(what);
    const std::string end = formatFixed(100 * bounded, 0) + " %  " + printable(detail);
    constexpr std::string_view frame = " [] ";
    const size_t taken = displayWidth(begin) + frame.size() + displayWidth(end);
    const size_t bar = most > taken ? std::min(most - taken, widestBar) : 0;
    if (bar < narrowestBar) {
        return cut(begin + " " + end, most);
    }
    const auto filled = static_cast<size_t>(bounded * static_cast<double>(bar));
    return begin + " [" + std::string(filled, '#') + std::string(bar - filled, '.') + "] " + end;
}

} // namespace weightless::cli
