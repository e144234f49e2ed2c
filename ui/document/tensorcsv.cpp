// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/tensorcsv.h"

#include "engine/base/text.h"
#include "ui/text/text.h"

#include <QSaveFile>

namespace weightless::ui {

namespace {

QString cell(const QString& text)
{
    return fromUtf8(csvCell(toUtf8(text)));
}

// In text with a tab between columns commas separate nothing, and a cell without quotes in it needs none.
QString pastedCell(const QString& text)
{
    const QString written = cell(text);
    const bool isQuotedForCommas = !text.contains(QLatin1Char('"')) && written.startsWith(QLatin1Char('"'));
    return isQuotedForCommas ? written.sliced(1, written.size() - 2) : written;
}

// Stable words for files, unlike the translated ones of the table.
QString stateWord(TensorState state)
{
    switch (state) {
    case TensorState::Hollow:
        return QStringLiteral("hollow");
    case TensorState::Set:
        return QStringLiteral("set");
    case TensorState::ComesWithRuns:
        return QStringLiteral("with runs");
    case TensorState::Known:
        return QStringLiteral("known");
    case TensorState::NotNeeded:
        return QStringLiteral("not needed");
    case TensorState::Broken:
        return QStringLiteral("no bytes");
    }
    return {};
}

QString line(const TensorRow& row, TensorState state, qint64 totalBytes)
{
    const double share =
        totalBytes > 0 ? static_cast<double>(row.sizeBytes) / static_cast<double>(totalBytes) : 0;
    const QStringList fields {cell(row.name), QString::number(row.sizeBytes),
        QString::number(row.storedBytes), QString::number(share, 'f', 6), row.type, cell(row.shape),
        cell(row.file), row.offsetBytes < 0 ? QString() : QString::number(row.offsetBytes), stateWord(state)};
    return fields.join(QLatin1Char(',')) + QLatin1Char('\n');
}

} // namespace

QString rowsAsText(const QAbstractItemModel& model, const QModelIndexList& rows, int exactRole)
{
    QStringList lines;
    QStringList heading;
    for (int column = 0; column < model.columnCount(); ++column)
        heading.append(model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    lines.append(heading.join(QLatin1Char('\t')));
    for (const QModelIndex& row : rows) {
        QStringList fields;
        for (int column = 0; column < model.columnCount(); ++column) {
            const QModelIndex cell = row.siblingAtColumn(column);
            const QVariant exact = cell.data(exactRole);
            fields.append(
                exact.isValid() ? exact.toString() : pastedCell(cell.data(Qt::DisplayRole).toString()));
        }
        lines.append(fields.join(QLatin1Char('\t')));
    }
    return lines.join(QLatin1Char('\n'));
}

QString writeTensorCsv(
    const QString& path, const ModelDocument& document, const std::vector<TensorState>& states)
{
    QSaveFile file(path);
    bool isOk = file.open(QIODevice::WriteOnly);
    if (isOk) {
        QString text = QStringLiteral("name,bytes,stored_bytes,share,type,shape,file,offset,state\n");
        for (size_t i = 0; i < document.tensors.size(); ++i)
            text += line(document.tensors[i], states[i], document.tensorBytes);
        isOk = file.write(text.toUtf8()) >= 0 && file.commit();
    }
    return isOk ? QString() : QStringLiteral("%1: %2").arg(path, file.errorString());
}

} // namespace weightless::ui
