// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/loadoptions.h"

#include <QCoreApplication>
#include <QString>

namespace weightless::ui {

// Texts for the load modes and paths.
class ModeText {
    Q_DECLARE_TR_FUNCTIONS(ModeText)

public:
    static QString name(LoadMode mode);
    static QString description(LoadMode mode);
    static QString path(LoadPath path);
    static QString order(LoadOrder order);
    // LoadProgress::phase, for people.
    static QString phase(const std::string& phase);
};

} // namespace weightless::ui
