// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/loadoptions.h"
#include "ui/text/problem.h"

#include <QCoreApplication>

#include <string>
#include <vector>

namespace weightless::ui {

// A damaged model may have as many problems as constants, most of them with one cause.
class ProblemGroups {
    Q_DECLARE_TR_FUNCTIONS(ProblemGroups)

public:
    // What the reader found wrong with a model that it could open, as warnings in the order of their first:
    // one for each cause, which counts what it concerns and quotes the first. Takes time linear in the texts.
    static std::vector<Problem> ofOpening(const std::vector<std::string>& messages);
    // LoadReport::clamped, which is not empty: one warning.
    static Problem ofClamped(const std::vector<ClampedConstant>& clamped);
};

} // namespace weightless::ui
