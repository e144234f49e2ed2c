// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/diffusion/folder/pipelinenote.h"

#include <QCoreApplication>
#include <QString>

namespace weightless::ui {

// What to know of a folder before it is used, translated.
class PipelineNoteText {
    Q_DECLARE_TR_FUNCTIONS(PipelineNoteText)

public:
    static QString of(const diffusion::PipelineNote& note);
};

} // namespace weightless::ui
