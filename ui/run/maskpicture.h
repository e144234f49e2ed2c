// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/results/masks.h"

#include <QColor>
#include <QImage>

#include <utility>
#include <vector>

namespace weightless::ui {

// The colour of a label, always the same; labels that follow each other are far apart in hue.
[[nodiscard]] QColor colourOfLabel(int label);

// What label 0 stands for.
enum class FirstLabel { Background, Class };

// The picture with the colours of the labels over it; the background leaves it as it is.
[[nodiscard]] QImage withMask(
    const QImage& picture, const LabelMap& map, FirstLabel first = FirstLabel::Background);

// Labels and their shares of the map, the largest first, without the background.
[[nodiscard]] std::vector<std::pair<int, double>> sharesOf(const LabelMap& map, FirstLabel first);

} // namespace weightless::ui
