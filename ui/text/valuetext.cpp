// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/valuetext.h"

#include "engine/model/narrowtypes.h"
#include "ui/text/text.h"
#include "widgets/formatbytes.h"

#include <QLocale>

namespace weightless::ui {

namespace {

QString number(double value)
{
    return QLocale().toString(value, 'g', 6);
}

QString countText(uint64_t count, uint64_t all)
{
    const QString text = QLocale().toString(static_cast<qulonglong>(count));
    if (count == 0 || all == 0)
        return text;
    const double percent = 100.0 * static_cast<double>(count) / static_cast<double>(all);
    return ValueText::tr("%1 (%2 %)").arg(text, QLocale().toString(percent, 'g', 3));
}

QString extremeText(double value, const std::optional<WholeNumber>& whole)
{
    return whole ? wholeText(*whole) : number(value);
}

} // namespace

QString wholeText(const WholeNumber& number)
{
    const auto* natural = std::get_if<uint64_t>(&number);
    return natural ? QLocale().toString(static_cast<qulonglong>(*natural))
                   : QLocale().toString(static_cast<qlonglong>(std::get<int64_t>(number)));
}

QString elementText(const HostTensor& tensor, size_t index)
{
    if (!tensor.strings.empty())
        return fromUtf8(tensor.strings[index]);
    if (isFloat(tensor.descriptor.type) || isNarrowFloat(tensor.descriptor.type))
        return number(elementAsDouble(tensor, index));
    if (tensor.descriptor.type == DataType::UInt64)
        return QString::number(tensor.as<uint64_t>()[index]);
    return QString::number(elementAsInt64(tensor, index));
}

QStringList longestElementTexts(DataType type)
{
    if (!hasNumbers(type))
        return {};
    // Six digits, with an exponent of as many as the type can have, or with the separators of thousands.
    if (isFloat(type) || isNarrowFloat(type))
        return {number(type == DataType::Float64 ? -8.88888e-288 : -8.88888e-28), number(-0.000888888),
            number(-888888.0)};
    const unsigned bits = bitWidth(type);
    const auto digits = QString::number(~uint64_t {0} >> (64 - bits)).size();
    const QString most(digits, QLatin1Char('8')); // which is as wide as any
    return {isSignedInteger(type) ? QStringLiteral("-") + most : most};
}

QString ValueText::statistics(const TensorStatistics& statistics, DataType type)
{
    QString text = QStringLiteral("<table>");
    if (statistics.finiteCount() > 0) {
        text += figureRow(tr("Minimum"), extremeText(statistics.minimum, wholeMinimum(statistics, type)))
            + figureRow(tr("Maximum"), extremeText(statistics.maximum, wholeMaximum(statistics, type)))
            + figureRow(tr("Mean"), number(statistics.mean))
            + figureRow(tr("Deviation"), number(statistics.deviation));
    }
    text += figureRow(tr("Values"), countText(statistics.elementCount, 0))
        + figureRow(tr("Zeros"), countText(statistics.zeroCount, statistics.elementCount))
        + figureRow(tr("NaN"), countText(statistics.nanCount, statistics.elementCount))
        + figureRow(tr("Infinite"), countText(statistics.infiniteCount, statistics.elementCount));
    return text + QStringLiteral("</table>");
}

QString ValueText::kind(const TensorDescriptor& descriptor, uint64_t storedBytes)
{
    QStringList sizes;
    for (const int64_t size : descriptor.shape)
        sizes.append(QString::number(size));
    const QString shape = sizes.join(QStringLiteral("×"));
    const QString type = fromUtf8(toString(descriptor.type));
    if (descriptor.type == DataType::String)
        return shape.isEmpty() ? type : tr("%1 · %2").arg(shape, type);
    return tr("%1 · %2 · %3")
        .arg(shape.isEmpty() ? tr("one number") : shape, type,
            widgets::formatBytes(static_cast<qint64>(storedBytes)));
}

QString ValueText::kind(const HostValue& value)
{
    const auto numbered = [](size_t count) { return QLocale().toString(static_cast<qulonglong>(count)); };
    if (value.sequence)
        return tr("sequence of %1").arg(numbered(value.sequence->elements.size()));
    if (value.map) {
        const int64_t count = elementCount(value.map->keys.descriptor.shape).value_or(0);
        return tr("map of %1").arg(numbered(static_cast<size_t>(count)));
    }
    return value.tensor ? QString() : tr("nothing");
}

} // namespace weightless::ui
