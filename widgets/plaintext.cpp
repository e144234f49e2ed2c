// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plaintext.h"

#include <QTextDocument>

namespace weightless::widgets {

QString plainToolTip(const QString& text)
{
    return Qt::mightBeRichText(text) ? Qt::convertFromPlainText(text) : text;
}

} // namespace weightless::widgets
