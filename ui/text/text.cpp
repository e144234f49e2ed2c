// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/text.h"

#include "widgets/formatbytes.h"
#include "widgets/plaintext.h"

#include <QDir>
#include <QFileInfo>
#include <QUrl>

#include <algorithm>
#include <system_error>

namespace weightless::ui {

QString addressText(const QString& address)
{
    const QUrl url = QUrl(address).adjusted(
        QUrl::RemoveScheme | QUrl::RemoveUserInfo | QUrl::RemoveQuery | QUrl::RemoveFragment);
    return url.toString(QUrl::PrettyDecoded).mid(2); // behind the slashes
}

QString modelTitle(const QString& path)
{
    if (isWebAddress(path)) {
        constexpr qsizetype longest = 100;
        const QString text = widgets::shownName(addressText(path));
        return text.size() <= longest ? text
                                      : text.first(longest / 2) + QChar(0x2026) + text.last(longest / 2);
    }
    const QFileInfo file(path);
    return widgets::shownName(file.dir().dirName() + QLatin1Char('/') + file.fileName());
}

QString folderText(const QString& folder)
{
    QString text = QDir::toNativeSeparators(folder);
    const QString home = QDir::toNativeSeparators(QDir::homePath());
    if (text == home || text.startsWith(home + QDir::separator()))
        text.replace(0, home.size(), QStringLiteral("~"));
    return widgets::shownName(text);
}

namespace {

// Of a folder that is named with one behind it.
std::filesystem::path withoutLastSeparator(const std::filesystem::path& path)
{
    return path.has_filename() ? path : path.parent_path();
}

} // namespace

std::filesystem::path toAbsolutePath(const QString& path)
{
    if (path.isEmpty()) // none, and not the folder
        return {};
    std::error_code error;
    std::filesystem::path absolute = std::filesystem::absolute(toPath(path), error);
    if (error)
        return toPath(path);
    absolute = withoutLastSeparator(absolute);
    // Which leaves a separator where "." or ".." was the end.
    const std::filesystem::path normal = withoutLastSeparator(absolute.lexically_normal());
    const bool hasParents = std::ranges::find(absolute, std::filesystem::path("..")) != absolute.end();
    return !hasParents || std::filesystem::equivalent(absolute, normal, error) ? normal : absolute;
}

QString absolutePathText(const QString& path)
{
    return QDir::fromNativeSeparators(fromPath(toAbsolutePath(path)));
}

QString bytesText(uint64_t sizeBytes)
{
    return widgets::formatBytes(static_cast<qint64>(sizeBytes));
}

std::pair<QString, QString> comparedBytesTexts(uint64_t first, uint64_t second)
{
    std::pair texts(bytesText(first), bytesText(second));
    if (first == second || texts.first != texts.second)
        return texts;
    return {widgets::formatBytesExact(static_cast<qint64>(first)),
        widgets::formatBytesExact(static_cast<qint64>(second))};
}

QString figureRow(const QString& name, const QString& value)
{
    return QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td align=\"right\">%2</td></tr>").arg(name, value);
}

} // namespace weightless::ui
