// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/diffusion/folder/projectlayout.h"

#include <QCoreApplication>
#include <QString>

namespace weightless::ui {

// What a project and its parts are, translated.
class ProjectText {
    Q_DECLARE_TR_FUNCTIONS(ProjectText)

public:
    static QString role(ProjectRole role);
    static QString layout(ProjectLayout layout);
};

} // namespace weightless::ui
