// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <functional>

class QWidget;

namespace weightless::ui {

// Asks where to save and hands the path to `save`, unless `parent` goes before. The path ends as one of
// `types`, which are those of QFileDialog: what is proposed and typed gets the ending of the type that is
// chosen, unless it has one of them, and a name of another kind of file is asked for anew. Where `save` does
// not write the path itself, `filesOf` says what it writes: whether these may be replaced is asked once.
void chooseFileToSave(QWidget* parent, const QString& title, const QString& proposal, const QString& types,
    const std::function<void(const QString& path)>& save,
    const std::function<QStringList(const QString& path)>& filesOf = {});

// "npy" and "csv" of "Arrays (*.npy);;Values (*.csv)".
[[nodiscard]] QStringList endingsOf(const QString& types);

// The path with the ending of the chosen type, unless it has one of `endings` or that of another kind of
// file: dots stand in names of tensors and models, too.
[[nodiscard]] QString withEnding(const QString& path, const QString& chosenType, const QStringList& endings);

} // namespace weightless::ui
