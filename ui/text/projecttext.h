// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/diffusion/folder/projectlayout.h"

#include <QCoreApplication>
#include <QString>

#include <string>

namespace weightless::ui {

// What a project and its parts are, translated.
class ProjectText {
    Q_DECLARE_TR_FUNCTIONS(ProjectText)

public:
    static QString role(ProjectRole role);
    // What the engine calls a part of a pipeline; what is not known stays as it is.
    static QString roleNamed(const std::string& role);
    static QString layout(ProjectLayout layout);
};

} // namespace weightless::ui
