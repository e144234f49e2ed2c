// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/inspection/tensorvalues.h"

#include <QFile>

namespace weightless::ui {

// A hole of a file: as large as one likes, and nothing on the disk.
inline TensorValues inFile(const QString& path, int64_t elements)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || !file.resize(elements * 4))
        return {};
    file.close();
    auto constant = std::make_shared<ConstantInfo>();
    constant->name = "w";
    constant->descriptor = {DataType::Float32, {elements / 1024, 1024}};
    constant->sizeBytes = static_cast<uint64_t>(elements) * 4;
    const std::filesystem::path where = path.toStdString();
    constant->source.range =
        FileRange {std::make_shared<const FileReference>(FileReference {where, File::identityOf(where)}), 0,
            constant->sizeBytes};
    return {constant, nullptr};
}

} // namespace weightless::ui
