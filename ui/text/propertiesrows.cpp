// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/propertiesrows.h"

#include "engine/base/text.h"
#include "ui/document/modeldocument.h"
#include "ui/text/text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>

namespace weightless::ui::properties {

namespace {

class PropertiesRows {
    Q_DECLARE_TR_FUNCTIONS(PropertiesRows)

public:
    static QString more(int count) { return tr("… %Ln more", nullptr, count); }
};

} // namespace

QString escaped(const QString& text, qsizetype most)
{
    return widgets::shownName(text, most).toHtmlEscaped();
}

QString escaped(const std::string& text, qsizetype most)
{
    return escaped(fromUtf8(shortened(text, static_cast<size_t>(most))), most);
}

QString heading(const QString& text)
{
    return QStringLiteral("<h4>%1</h4>").arg(text);
}

QString row(const QString& name, const QString& value)
{
    // Names have no places to break at: those that leave room for a value stay whole.
    constexpr qsizetype longestWhole = 32;
    const QString style =
        name.size() <= longestWhole ? QStringLiteral(" style=\"white-space: nowrap\"") : QString();
    return QStringLiteral("<tr><td valign=\"top\"%1>%2&nbsp;&nbsp;</td><td>%3</td></tr>")
        .arg(style, name, value);
}

QString table(const QString& rows)
{
    return rows.isEmpty() ? QString() : QStringLiteral("<table>%1</table>").arg(rows);
}

QString more(size_t count, size_t most)
{
    return count > most ? PropertiesRows::more(static_cast<int>(count - most)) : QString();
}

QString link(const QString& target, const QString& text)
{
    return QStringLiteral("<a href=\"%1\">%2</a>").arg(target, escaped(text));
}

QString nodeLink(const ModelDocument& document, int node)
{
    const auto& drawn = document.graph.nodes[static_cast<size_t>(node)];
    return link(QStringLiteral("node:%1").arg(node), drawn.name.isEmpty() ? drawn.opType : drawn.name);
}

QString figure(QString text)
{
    // From ten digits on: shorter ones have the room that is left beside the longest of the short labels.
    static const QRegularExpression manyDigits(
        QStringLiteral("((?:^|\\D)\\d{1,3}(?:[^\\d(]\\d{3}){2,}[^\\d(])(\\d{3}(?!\\d))"));
    return text.replace(manyDigits, QStringLiteral("\\1\u200B\\2"));
}

QString number(qint64 value)
{
    return figure(QLocale().toString(value));
}

} // namespace weightless::ui::properties
