// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace weightless::ui {

// Asks where to save and hands the path to `save`, unless `parent` goes before. The type that is chosen of
// `types`, which are those of QFileDialog, gives a name without an ending its own one; so `proposal` has none
// where there are several types.
void chooseFileToSave(QWidget* parent, const QString& title, const QString& proposal, const QString& types,
    const std::function<void(const QString& path)>& save);

} // namespace weightless::ui
