// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/loadoptions.h"

#include <QCoreApplication>
#include <QString>

namespace weightless::ui {

// Texts for the load modes and paths, and how modes are drawn.
class ModeText {
    Q_DECLARE_TR_FUNCTIONS(ModeText)

public:
    static QString name(LoadMode mode);
    static QString description(LoadMode mode);
    static QString path(LoadPath path);
    static QString order(LoadOrder order);
    // How its curve is drawn, the same in every chart (widgets/plot/curvelook.h).
    static int look(LoadMode mode);
    // LoadProgress::phase, for people.
    static QString phase(const std::string& phase);
};

} // namespace weightless::ui
