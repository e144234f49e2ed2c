// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/maskpicture.h"

#include <QPainter>

#include <algorithm>
#include <map>

namespace weightless::ui {

QColor colourOfLabel(int label)
{
    constexpr int goldenAngle = 137;
    return QColor::fromHsv((label * goldenAngle) % 360, 210, label % 2 == 0 ? 235 : 190);
}

QImage withMask(const QImage& picture, const LabelMap& map, FirstLabel first)
{
    constexpr int opacity = 140;
    QImage colours(static_cast<int>(map.width), static_cast<int>(map.height), QImage::Format_ARGB32);
    for (int y = 0; y < colours.height(); ++y) {
        auto* line = reinterpret_cast<QRgb*>(colours.scanLine(y));
        for (int x = 0; x < colours.width(); ++x) {
            const int label = map.labels[static_cast<size_t>(y) * map.width + static_cast<size_t>(x)];
            const bool isBackground = label == 0 && first == FirstLabel::Background;
            QColor colour = isBackground ? QColor(Qt::transparent) : colourOfLabel(label);
            if (!isBackground)
                colour.setAlpha(opacity);
            line[x] = colour.rgba();
        }
    }
    QImage result = picture.convertToFormat(QImage::Format_RGB32);
    QPainter painter(&result);
    painter.drawImage(result.rect(), colours); // each label's pixels stay its own: nothing is smoothed
    return result;
}

std::vector<std::pair<int, double>> sharesOf(const LabelMap& map, FirstLabel first)
{
    std::map<int, size_t> counts;
    for (const uint16_t label : map.labels)
        ++counts[label];
    if (first == FirstLabel::Background)
        counts.erase(0);
    std::vector<std::pair<int, double>> shares;
    shares.reserve(counts.size());
    for (const auto& entry : counts)
        shares.emplace_back(
            entry.first, static_cast<double>(entry.second) / static_cast<double>(map.labels.size()));
    std::stable_sort(shares.begin(), shares.end(),
        [](const auto& one, const auto& other) { return one.second > other.second; });
    return shares;
}

} // namespace weightless::ui
