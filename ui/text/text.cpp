// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/text.h"

#include <QDir>

namespace weightless::ui {

QString folderText(const QString& folder)
{
    QString text = QDir::toNativeSeparators(folder);
    const QString home = QDir::toNativeSeparators(QDir::homePath());
    if (text == home || text.startsWith(home + QDir::separator()))
        text.replace(0, home.size(), QStringLiteral("~"));
    return text;
}

} // namespace weightless::ui
