// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <filesystem>
#include <vector>

namespace weightless::ui {

// The data files that a model names and that are not beside it, relative to its folder; sorted. Empty also
// where nobody knows. Reads the model's structure, so it is nothing for the GUI thread.
[[nodiscard]] std::vector<std::filesystem::path> missingFilesOf(const std::filesystem::path& model);

// Makes the missing files of `model` appear beside it: the first one is `chosen`, the others are looked for
// in the folder where that lies. They are linked (hard links: no byte is copied, and nothing can be followed
// out of the model's folder later). Returns what could not be done, one line for each file; files that are
// found nowhere are left out, as long as the first was linked.
[[nodiscard]] QStringList linkMissingFiles(const std::filesystem::path& model,
    const std::vector<std::filesystem::path>& missing, const std::filesystem::path& chosen);

} // namespace weightless::ui
