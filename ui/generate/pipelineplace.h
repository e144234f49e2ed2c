// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace weightless::ui {

// Where a pipeline lies: a folder of this machine, or the address of its model_index.json on a server.
struct PipelinePlace {
    QString location;
    QString keptDownloads {}; // the folder that keeps what a server sent; empty: nothing is kept

    // What people call it: the folder's own name.
    [[nodiscard]] QString name() const;
    // For people: an address without its password.
    [[nodiscard]] QString shown() const;
};

// An address that leads to a pipeline and not to a model.
[[nodiscard]] bool isPipelineAddress(const QString& text);

} // namespace weightless::ui
