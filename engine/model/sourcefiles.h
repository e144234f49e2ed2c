// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <filesystem>
#include <span>
#include <vector>

namespace weightless {

// The files of this machine that a model is read from: its own, and those that its constants lie in.
[[nodiscard]] std::vector<FileIdentity> sourceFilesOf(const Model& model);

// InvalidArgument when the file at the path is one of them, by whatever name: an output that replaced it
// would take the model with it.
void checkNoSource(const std::filesystem::path& target, std::span<const FileIdentity> sources);

} // namespace weightless
