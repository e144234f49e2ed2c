// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/http/url.h"

#include <QString>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace weightless::ui {

// The engine speaks UTF-8.
[[nodiscard]] inline QString fromUtf8(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}
[[nodiscard]] inline std::string toUtf8(const QString& text)
{
    return text.toUtf8().toStdString();
}

[[nodiscard]] inline QString fromPath(const std::filesystem::path& path)
{
    return QString::fromStdU16String(path.u16string());
}
[[nodiscard]] inline std::filesystem::path toPath(const QString& path)
{
    return std::filesystem::path(path.toStdU16String());
}

// Of a file that somebody names, which is to be the same one in whatever folder it is asked for again. It
// keeps a ".." that leads elsewhere without it, behind a link. Of a folder without a separator behind it.
[[nodiscard]] std::filesystem::path toAbsolutePath(const QString& path);
// The same as Qt writes paths, with '/'.
[[nodiscard]] QString absolutePathText(const QString& path);

// As widgets::formatBytes(), for the engine's sizes.
[[nodiscard]] QString bytesText(uint64_t sizeBytes);
// Two sizes that are set against each other; exactly where they differ by less than bytesText() shows.
[[nodiscard]] std::pair<QString, QString> comparedBytesTexts(uint64_t first, uint64_t second);

// http:// or https://, as a user types, drops or passes it.
[[nodiscard]] inline bool isWebAddress(const QString& text)
{
    return http::isHttpUrl(toUtf8(text));
}

// A row of an HTML table, the value at its right edge.
[[nodiscard]] QString figureRow(const QString& name, const QString& value);

// A web address as one tells it from others: host, port and path, without what may be secret.
[[nodiscard]] QString addressText(const QString& address);

// A model as one tells it from others: folder and file, as every model of a zoo is called model.onnx. Of a
// long web address the middle is left out.
[[nodiscard]] QString modelTitle(const QString& path);

// A folder as people write it: with ~ for their own.
[[nodiscard]] QString folderText(const QString& folder);

} // namespace weightless::ui
